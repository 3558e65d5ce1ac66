import { assert, suite } from '../lib/suite.ts'
import { hasOwnMinio, type Minio, noOwnMinio, startMinio } from '../lib/minio.ts'
import { type KeyPair, signIn, startServer, type TestServer } from '../lib/server.ts'
import { sessionCookie } from '../lib/session-cookie.ts'

/** Network of the console and the storage, and that of a user behind a proxy. */
const [inside, outside] = ['127.0.0.0/8', '198.51.100.0/24']

const from = { person: '198.51.100.7', console: '127.0.0.1' }

const allow = (Condition: object) => ({
  Effect: 'Allow',
  Action: ['s3:*'],
  Resource: ['arn:aws:s3:::team', 'arn:aws:s3:::team/*'],
  Condition,
})
const admins = (Condition: object) => ({ Effect: 'Allow', Action: ['admin:ListUsers'], Condition })
const everything = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }
const deny = (Condition: object) => ({ ...everything, Effect: 'Deny', Condition })
const within = (network: string) => ({ IpAddress: { 'aws:SourceIp': [network] } })
const notWithin = (network: string) => ({ NotIpAddress: { 'aws:SourceIp': [network] } })

/** Policies by the condition, and whether they allow a user at 198.51.100.7. */
const cases = {
  inside: { statements: [allow(within(inside)), admins(within(inside))], isAllowed: false },
  outside: { statements: [allow(within(outside)), admins(within(outside))], isAllowed: true },
  deniedInside: { statements: [everything, admins(within(outside)), deny(within(inside))], isAllowed: true },
  deniedElsewhere: { statements: [everything, deny(notWithin(inside))], isAllowed: false },
  plain: {
    statements: [allow({ Bool: { 'aws:SecureTransport': ['false'] } }), admins(within(outside))],
    isAllowed: true,
  },
} as const

for (const engine of ['embedded', 'minio'] as const) {
  const all = suite(`limits by address on ${engine}`)
  const isPresent = engine === 'embedded' || hasOwnMinio()
  if (!isPresent) console.log(`Limits by address on minio are skipped: ${noOwnMinio}`)
  const test = isPresent ? all : () => all.skip()

  let storage: Minio | undefined
  let server: TestServer
  let root: KeyPair

  all.before(async () => {
    if (!isPresent) return
    if (engine === 'minio') storage = (await startMinio()) as Minio
    const env = { CONSOLE_TRUSTED_PROXY: 'on', ...(storage && { CONSOLE_MINIO_SERVER: storage.url }) }
    server = await startServer({ env })
    root = storage?.root ?? server.root
    const admin = await signIn(server.url, root)
    await admin('POST', '/api/v1/buckets', { name: 'team' })
    for (const [name, { statements }] of Object.entries(cases)) {
      const policy = JSON.stringify({ Version: '2012-10-17', Statement: statements })
      await admin('POST', '/api/v1/policies', { name, policy })
      const user = { accessKey: `user-${name}`, secretKey: 'user-secret-key', groups: [], policies: [name] }
      assert.is((await admin('POST', '/api/v1/users', user)).status, 201)
    }
  })

  /** Whether a user with one of the policies is allowed from an address, and offered the action. */
  const tried = async (name: string, address: string) => {
    const headers = { 'x-forwarded-for': address, origin: server.url, 'content-type': 'application/json' }
    const pair = { accessKey: `user-${name}`, secretKey: 'user-secret-key' }
    const cookie = await sessionCookie(server.url, pair, headers)
    const get = (path: string) => fetch(`${server.url}${path}`, { headers: { ...headers, cookie } })
    const response = await fetch(`${server.url}/api/v1/has-permission`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify({ actions: [{ id: 'a', action: 's3:ListBucket', bucket_name: 'team' }] }),
    })
    const { permissions } = (await response.json()) as { permissions: { can: boolean }[] }
    return {
      status: (await get('/api/v1/buckets/team/objects')).status,
      offered: permissions[0]?.can,
      users: (await get('/api/v1/users')).status,
    }
  }

  for (const [name, { isAllowed, statements }] of Object.entries(cases))
    test(`a user behind a proxy is ${isAllowed ? 'allowed' : 'refused'} by their own address: ${name}`, async () => {
      const { status, offered, users } = await tried(name, from.person)
      assert.equal([status, offered], [isAllowed ? 200 : 403, isAllowed])
      const isAdmin = statements.some((one) => JSON.stringify(one).includes('admin:')) && isAllowed
      assert.is(users, isAdmin ? 200 : 403)
    })

  test('a condition on the user agent or referer is evaluated on embedded', async () => {
    if (engine !== 'embedded') return
    const admin = await signIn(server.url, root)
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        allow({ StringNotLike: { 'aws:UserAgent': ['*curl*'] }, StringLike: { 'aws:Referer': ['http://console*'] } }),
      ],
    })
    await admin('POST', '/api/v1/policies', { name: 'by-browser', policy })
    const user = { accessKey: 'user-by-browser', secretKey: 'user-secret-key' }
    await admin('POST', '/api/v1/users', { ...user, groups: [], policies: ['by-browser'] })
    const cookie = await sessionCookie(server.url, user)
    const status = async (agent: string, referer: string) =>
      (
        await fetch(`${server.url}/api/v1/buckets/team/objects`, {
          headers: { cookie, 'user-agent': agent, referer },
        })
      ).status
    assert.is(await status('Mozilla/5.0', 'http://console.example/'), 200)
    assert.is(await status('curl/8.0', 'http://console.example/'), 403)
    assert.is(await status('Mozilla/5.0', 'http://elsewhere.example/'), 403)
  })

  test("a user in the console's network is judged by that address", async () => {
    assert.equal(await tried('inside', from.console), { status: 200, offered: true, users: 200 })
    assert.equal(await tried('outside', from.console), { status: 403, offered: false, users: 403 })
  })
}
