import { assert, test } from '../../../test/lib/suite.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { startHost } from '../../../test/server/host.ts'

const documentOf = (action: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: [action], Resource: ['arn:aws:s3:::*'] }],
  })
const [reading, writing] = [documentOf('s3:GetObject'), documentOf('s3:PutObject')]

const start = async () => {
  const host = await startHost()
  closeAtEnd(host.stop)
  const root = await host.as(host.root)
  const save = async (policy: string, replaces?: string | null) => {
    const body = { name: 'team', policy, ...(replaces !== undefined && { replaces }) }
    const { statusCode, payload } = await root('POST', '/api/v1/policies', body)
    return statusCode === 201 ? 'saved' : `${statusCode} ${(JSON.parse(payload) as { message: string }).message}`
  }
  const stored = async () => (await root('GET', '/api/v1/policy?name=team')).json<{ policy: string }>().policy
  return { save, stored }
}

test('an edit of a policy that has changed since is refused', async () => {
  const { save, stored } = await start()
  assert.is(await save(reading), 'saved')
  const indented = JSON.stringify(JSON.parse(await stored()), null, 2)
  assert.is(await save(writing, indented), 'saved')
  const changed = '409 This policy was changed by someone else. Reload the page and repeat the change.'
  assert.is(await save(reading, indented), changed)
  assert.equal(JSON.parse(await stored()), JSON.parse(writing))
})

test('a new policy replaces none, and an edit creates none', async () => {
  const { save, stored } = await start()
  assert.match(await save(reading, writing), /^409 /)
  assert.is(await save(reading, null), 'saved')
  assert.is(await save(writing, null), '409 A policy with this name already exists. Open it to edit it.')
  assert.equal(JSON.parse(await stored()), JSON.parse(reading))
})
