import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { chromium, startConsole, type TestConsole } from 'stowage/testing'
import { parquet } from './small-file.ts'

describe('the Parquet viewer in the object browser', { skip: !chromium && 'there is no Chromium' }, () => {
  let app: TestConsole
  before(async () => {
    app = await startConsole()
  })
  after(() => app?.stop())

  it('shows the rows of a file, whatever its name and stored type', async () => {
    await app.addObject('data', 'cities.txt', parquet, 'text/plain')
    const page = await app.openPage('/buckets/data/browse/cities.txt?tab=preview')
    const rows = page.getByRole('region', { name: 'Rows' })
    await rows.getByRole('cell', { name: 'Lisbon' }).waitFor()
    assert.deepEqual(await rows.getByRole('columnheader').allTextContents(), ['#', 'citytext', 'peoplenumber'])
    await page.getByText('First 3 rows of 3, 2 columns.').waitFor()
    await page.getByRole('button', { name: 'Hex' }).click()
    await page.getByText(/^00000000 {2}50 41 52 31/).waitFor()
    assert.deepEqual(app.pageErrors(), [])
  })

  it('loads the code of a codec under the content security policy', async () => {
    for (const codec of ['gzip', 'brotli', 'zstd', 'lz4']) {
      await app.addObject('data', codec, new Uint8Array(readFileSync(`test/data/${codec}.parquet`)))
      const page = await app.openPage(`/buckets/data/browse/${codec}?tab=preview`)
      await page.getByText('First 40 rows of 40, 2 columns.').waitFor()
      await page.close()
    }
    assert.deepEqual(app.pageErrors(), [])
  })

  it('explains why a damaged file cannot be shown, and offers its bytes', async () => {
    await app.addObject('data', 'damaged', new Uint8Array(Buffer.from('PAR1\x15\x04\x15\x16PAR1', 'latin1')))
    const page = await app.openPage('/buckets/data/browse/damaged?tab=preview')
    await page.getByText('The Parquet file cannot be read.').waitFor()
    await page.getByRole('button', { name: 'Hex' }).click()
    await page.getByText(/^00000000 {2}50 41 52 31/).waitFor()
    assert.deepEqual(app.pageErrors(), [])
  })
})
