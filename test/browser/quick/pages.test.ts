import { assert, suite } from '../../lib/suite.ts'
import { quickFindings } from '../accessibility.ts'
import { inTab, useConsole } from '../console.ts'
import { forEachPage, owners, seed } from '../routes.ts'

const test = suite('accessibility of every page')

useConsole(test)
test.before(seed)

// `everywhere.test.ts` checks the same pages, so `npm run test:all` leaves this file out (`runner/plan.mjs`)
for (const owner of owners) {
  test(`pages of ${owner.id} are accessible, without overlaps or cut content, wide and in the light theme`, async () => {
    const found: string[] = []
    await inTab({}, () => forEachPage(owner, async (address) => void found.push(...(await quickFindings(address)))))
    assert.equal(found, [])
  })
}
