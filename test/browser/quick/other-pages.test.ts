import { assert, suite } from '../../lib/suite.ts'
import { startTestConsole } from '../../lib/test-console.ts'
import { quickFindings } from '../accessibility.ts'
import { withConsole, inTab, useConsole } from '../console.ts'
import { forEachPage, operatorOwners, owners, visit } from '../routes.ts'

const test = suite('accessibility of the operator demo and the login page')

useConsole(test, { on: 'demo' })

test('pages of the operator demo are accessible, without overlaps or cut content, wide and in the light theme', async () => {
  const found: string[] = []
  const check = async (address: string) => void found.push(...(await quickFindings(address)))
  await inTab({}, async () => {
    for (const owner of operatorOwners.filter(({ id }) => !owners.some((one) => one.id === id)))
      await forEachPage(owner, check)
    for (const tab of ['summary', 'metrics', 'security', 'pools', 'pods', 'volumes', 'events', 'license']) {
      const address = `/namespaces/harbour/tenants/harbour-prod/${tab}`
      await visit(address)
      await check(address)
    }
  })
  assert.equal(found, [])
})

test('the login page is accessible, without overlaps or cut content, wide and in the light theme', async () => {
  await withConsole(await startTestConsole('embedded'), () =>
    inTab({ pair: 'nobody' }, async () => {
      await visit('/login')
      assert.equal(await quickFindings('/login'), [])
    }),
  )
})
