import { assert, test } from '../lib/suite.ts'
import { type Host, startHost } from './host.ts'

let host: Host
test.before(async () => {
  host = await startHost()
})

test('editing a user sets the named policies, and a missing or empty list keeps them', async () => {
  const send = await host.as(host.root)
  const change = async (body: object) => {
    const response = await send('PUT', '/api/v1/user?name=carol', body)
    return response.statusCode === 200 ? response.json<{ policy: string[] }>().policy.toSorted() : response.statusCode
  }
  const user = { accessKey: 'carol', secretKey: 'carol-secret', groups: [], policies: ['readonly'] }
  assert.is((await send('POST', '/api/v1/users', user)).statusCode, 201)
  const enabled = { status: 'enabled', groups: [] }
  assert.equal(await change(enabled), ['readonly'])
  assert.equal(await change({ ...enabled, policies: ['writeonly', 'diagnostics'] }), ['diagnostics', 'writeonly'])
  assert.equal(await change({ ...enabled, status: 'disabled', policies: ['readonly'] }), ['readonly'])
  assert.equal(await change({ ...enabled, policies: [] }), ['readonly'])
  assert.is(await change({ ...enabled, policies: ['no-such-policy'] }), 404)
})

test('an account that may not attach policies changes none by editing a user', async () => {
  const root = await host.as(host.root)
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['admin:GetUser', 'admin:EnableUser'] }],
  })
  await root('POST', '/api/v1/policies', { name: 'clerks', policy })
  const clerk = { accessKey: 'clerk', secretKey: 'clerk-secret' }
  await root('POST', '/api/v1/users', { ...clerk, groups: [], policies: ['clerks'] })
  const send = await host.as(clerk)
  const body = { status: 'enabled', groups: [], policies: ['consoleAdmin'] }
  assert.is((await send('PUT', '/api/v1/user?name=clerk', body)).statusCode, 403)
  const { policy: policies } = (await root('GET', '/api/v1/user?name=clerk')).json<{ policy: string[] }>()
  assert.equal(policies, ['clerks'])
})
