import { assert, test } from '../lib/suite.ts'
import type { Feature } from '../../core/protocol/features.ts'
import { type ErrorBody, startHost } from './host.ts'

test('a call that needs a missing feature is answered with 501 and the reason, and does nothing', async () => {
  const missing = new Set<Feature>(['users'])
  const target = await startHost({
    engine: (engine) => ({
      ...engine,
      account: async (...who) => {
        const account = await engine.account(...who)
        return { ...account, features: account.features.filter((feature) => !missing.has(feature)) }
      },
    }),
  })
  const send = await target.as(target.root)
  const user = { accessKey: 'ana', secretKey: 'ana-secret-key', groups: [], policies: [] }
  const refused = await send('POST', '/api/v1/users', user)
  assert.is(refused.statusCode, 501)
  const { message, errorCode } = refused.json<ErrorBody & { errorCode?: string }>()
  assert.match(message, /^Users of this storage are managed elsewhere/)
  assert.is(errorCode, 'NotImplemented')
  assert.is((await send('GET', '/api/v1/policies')).statusCode, 200)
  missing.clear()
  const { users } = (await send('GET', '/api/v1/users')).json<{ users: { accessKey: string }[] }>()
  assert.equal(users, [])
  assert.is((await send('POST', '/api/v1/users', user)).statusCode, 201)
})
