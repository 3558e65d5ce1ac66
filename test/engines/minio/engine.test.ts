import { connect, createServer, type Server, type Socket } from 'node:net'
import { assert } from '../../lib/suite.ts'
import { createAdmin } from '../../../engines/minio/admin.ts'
import { adminCrypto } from '../../../engines/minio/admin-crypto.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { openMinioEngine } from '../../lib/minio-engine.ts'
import { freePort } from '../../../testing/process.ts'
import { startProxy } from '../../lib/proxy.ts'
import { actAs } from '../../lib/ports.ts'
import { withFixedDate } from '../../lib/fake-timers.ts'
import {
  test,
  testOnOwnServer,
  minio,
  engine,
  admin,
  uniqueName,
  expectFailure,
  newBucket,
  policy,
  newUser,
  signInAs,
} from './minio-suite.ts'
import { failureOf } from '../../lib/failure-of.ts'
import { listing } from '../../lib/listing.ts'

test('wrong credentials cannot sign in, and differ from a network failure', async () => {
  const pair = await newUser()
  const wrong = [
    { ...pair, secretKey: 'wrong-secret-key' },
    { accessKey: 'nobody-at-all', secretKey: 'user-secret-key' },
    { accessKey: '', secretKey: '' },
    { accessKey: 'a\r\nHost: evil', secretKey: 'user-secret-key' },
    { accessKey: 'ключ', secretKey: 'user-secret-key' },
    { accessKey: 'a/b,c=d', secretKey: '\u0000' },
  ]
  for (const attempt of wrong) assert.is((await expectFailure(engine.login(attempt), 401)).message, 'invalid Login')
  const unreachable = openMinioEngine(`http://127.0.0.1:${await freePort()}`)
  assert.match((await expectFailure(unreachable.login(pair), 503)).message, unreachable.address)
  await expectFailure(unreachable.ready(), 503)
  await unreachable.close()
})

test('a name with non-ASCII characters can sign in', async () => {
  const pair = { accessKey: uniqueName('Jürgen-東京'), secretKey: 'user-secret-key' }
  await admin.identity.addUser({ ...pair, groups: [], policies: ['readwrite'] })
  assert.is((await engine.login(pair)).account, pair.accessKey)
  assert.is((await admin.identity.user(pair.accessKey)).accessKey, pair.accessKey)
  await admin.identity.removeUser(pair.accessKey)
})

test('a session lasts for its configured duration, and belongs to the user rather than the temporary key', async () => {
  const short = openMinioEngine(minio.url, { stsDurationSeconds: 900 })
  const pair = await newUser()
  const credentials = await short.login(pair)
  assert.is(credentials.account, pair.accessKey)
  assert.is.not(credentials.accessKey, pair.accessKey)
  assert.ok(Math.abs(credentials.expires - Date.now() - 900_000) < 30_000)
  await short.close()
})

test('storage with several drives is distributed', async () => {
  const { features } = await engine.account(await engine.login(minio.root))
  for (const feature of ['distributed', 'versions', 'locks', 'tiers', 'users'] as const)
    assert.ok(features.includes(feature), feature)
})

test('signing out as a service account leaves its credentials unchanged', async () => {
  const keys = await (await signInAs(await newUser())).identity.addAccount({ policy: '' })
  await engine.logout(await engine.login(keys))
  await engine.login(keys)
})

test('the password of the root account cannot be changed', async () => {
  const error = await expectFailure(admin.identity.changePassword(minio.root.secretKey, 'another-secret'), 403)
  assert.match(error.message, /where the storage server is started/)
  await engine.login(minio.root)
})

test('a service account restricted by a policy sees only the buckets of that policy', async () => {
  const [open, closed] = [await newBucket(), await newBucket()]
  const pair = await newUser(policy([{ actions: ['s3:*'], resources: [open, `${open}/*`, closed, `${closed}/*`] }]))
  const restriction = policy([{ actions: ['s3:ListBucket', 's3:GetObject'], resources: [open, `${open}/*`] }])
  const keys = await (await signInAs(pair)).identity.addAccount({
    policy: restriction,
    accessKey: uniqueName('k').slice(-20),
    secretKey: 'account-secret',
  })
  const own = await signInAs(keys)
  assert.equal(
    (await own.buckets.list()).map(({ name, rw_access }) => [name, rw_access]),
    [[open, { read: true, write: false }]],
  )
  await expectFailure(own['object-browser'].list(closed, listing()), 403)
})

test('the policy of a service account is requested once for parallel calls of a page', async () => {
  const pair = await admin.identity.addAccount({ policy: policy([{ actions: ['s3:*'], resources: ['*'] }]) })
  let requests = 0
  const proxy = await startProxy(
    minio.url,
    async ({ url = '' }) => void (requests += Number(url.includes('/info-service-account'))),
  )
  const throughProxy = openMinioEngine(proxy.url)
  const credentials = await throughProxy.login(pair)
  await Promise.all([throughProxy.account(credentials), throughProxy.account(credentials)])
  assert.is(requests, 1)
})

test('a user created with an invalid policy or group is not left half-created', async () => {
  const pair = { accessKey: uniqueName('user'), secretKey: 'user-secret-key' }
  await expectFailure(admin.identity.addUser({ ...pair, groups: [], policies: ['no-such-policy'] }), 404)
  await expectFailure(admin.identity.user(pair.accessKey), 404)
})

test('a service account cannot take an existing access key', async () => {
  const [anna, ben] = [await newUser(), await newUser()]
  const own = await signInAs(anna)
  for (const accessKey of [anna.accessKey, ben.accessKey, minio.root.accessKey].filter((key) => key.length <= 20))
    await expectFailure(own.identity.addAccount({ policy: '', accessKey, secretKey: 'account-secret' }), 409)
  await engine.login(ben)
})

test('a session ends once another tool has disabled its user', async () => {
  const client = createClient({ url: new URL(minio.url) })
  const otherTool = createAdmin(client, adminCrypto(), minio.root)
  const pair = await newUser()
  const credentials = await engine.login(pair)
  await withFixedDate(async (pass) => {
    assert.is((await engine.account(credentials)).name, pair.accessKey)
    await otherTool.send({
      method: 'PUT',
      name: 'set-user-status',
      query: { accessKey: pair.accessKey, status: 'disabled' },
    })
    // account details are cached for a second
    pass(1001)
    await expectFailure(engine.account(credentials), 401)
  })
  client.close()
})

testOnOwnServer('the engine waits for a server restart, and sessions survive it', async () => {
  const credentials = await engine.login(minio.root)
  await engine.restart(credentials)
  await engine.ready()
  assert.is((await engine.account(credentials)).name, minio.root.accessKey)
})

/** A proxy for the server that can be closed and frozen. */
const openGate = async () => {
  const sockets = new Set<Socket>()
  const { port } = new URL(minio.url)
  const gate = createServer((socket) => {
    const forwarded = connect(Number(port), '127.0.0.1')
    for (const one of [socket, forwarded]) sockets.add(one.on('error', () => undefined))
    socket.pipe(forwarded).pipe(socket)
  })
  const at = await freePort()
  const listen = () => new Promise<void>((resolve) => gate.listen(at, '127.0.0.1', resolve))
  await listen()
  return {
    url: new URL(`http://127.0.0.1:${at}`),
    close: async (server: Server = gate) => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
    open: listen,
  }
}

test('a server outage is reported immediately, and the server is used again after it', async () => {
  const gate = await openGate()
  const remote = openMinioEngine(gate.url)
  const credentials = await remote.login(minio.root)
  const backend = await actAs(remote, credentials)
  await backend.buckets.list()
  await gate.close()
  assert.match((await expectFailure(backend.buckets.list(), 503)).message, `${remote.address} cannot be reached`)
  await withFixedDate(async (pass) => {
    // account details are cached for a second
    pass(1001)
    await expectFailure(remote.account(credentials), 503)
  })
  await gate.open()
  await backend.buckets.list()
  await remote.close()
  await gate.close()
})

test('a call without the right is refused, and costs a second request at most once in 30 seconds', async () => {
  const document = policy([
    { actions: ['s3:*'], resources: ['*'] },
    { actions: ['admin:*'], effect: 'Deny' },
  ])
  const pair = await newUser(document)
  let checks = 0
  const proxy = await startProxy(
    minio.url,
    async ({ url = '' }) => void (checks += Number(url.includes('/accountinfo'))),
  )
  const throughProxy = openMinioEngine(proxy.url)
  const { identity, settings } = await actAs(throughProxy, await throughProxy.login(pair))
  checks = 0
  for (let call = 0; call < 3; call++)
    for (const error of await Promise.all([failureOf(identity.users()), failureOf(settings.list())])) {
      assert.is(error.status, 403)
      assert.match(error.missing[0]?.action ?? '', 'admin:')
    }
  assert.is(checks, 1)
})
