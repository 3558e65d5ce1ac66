import { assert, suite } from '../../lib/suite.ts'
import { axeFindings } from '../../lib/axe.ts'
import { inTab, page, useConsole } from '../console.ts'
import { forEachPage, owners, seed } from '../routes.ts'

const test = suite('accessibility of every page')

useConsole(test)
test.before(seed)

// `everywhere.test.ts` checks the same pages, so `npm run test:all` leaves this file out (`runner/plan.mjs`)
for (const owner of owners) {
  test(`axe finds nothing on the pages of ${owner.id}, wide and in the light theme`, async () => {
    const found: string[] = []
    const check = async (address: string) =>
      void found.push(...(await axeFindings(page)).map((finding) => `${address}: ${finding}`))
    await inTab({}, () => forEachPage(owner, check))
    assert.equal(found, [])
  })
}
