import { assert, suite } from '../lib/suite.ts'
import { inTab, useConsole } from './console.ts'
import { forEachView, owners, seed } from './routes.ts'
import { viewFindings } from './view-findings.ts'

const test = suite('what is wrong anywhere')

useConsole(test)
test.before(seed)

for (const owner of owners) {
  test(`pages, dialogs and menus of ${owner.id} are accessible, without overlaps or cut content, at every width in every theme`, async () => {
    const found: string[] = []
    await inTab({}, () =>
      forEachView(owner, async (where, what) => void found.push(...(await viewFindings(where, what)))),
    )
    assert.equal(found, [])
  })
}
