import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chromium, startConsole, type TestConsole } from 'stowage/testing'

describe('the gallery', { skip: !chromium && 'there is no Chromium' }, () => {
  let app: TestConsole
  before(async () => {
    app = await startConsole()
  })
  after(() => app?.stop())

  it('draws every primitive without an error', async () => {
    const page = await app.openPage('/gallery')
    await page.getByRole('heading', { name: 'Gallery', level: 1 }).waitFor()
    const labels = ['Button: rest, disabled with a reason', 'Extremes: 10,000 rows', 'Tabs, segmented, search']
    for (const name of labels) await page.getByRole('heading', { name }).waitFor()
    assert.deepEqual(app.pageErrors(), [])
  })
})
