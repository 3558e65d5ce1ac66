import { assert, suite } from '../../../test/lib/suite.ts'
import { until } from '../../../test/lib/until.ts'
import { createAdmin } from '../../../engines/minio/admin.ts'
import { adminCrypto } from '../../../engines/minio/admin-crypto.ts'
import { type Client, createClient } from '../../../engines/s3/client.ts'
import { createConfigKv } from '../../../engines/minio/config-kv.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import type { Engine } from '../../../engines/engine.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { serviceOf } from '../services.ts'
import { expectFailure } from '../../../test/conformance/engines.ts'
import { type Minio, missingOwnMinio, startOwnMinio } from '../../../test/lib/minio.ts'
import { createMinioClient, type MinioClient } from '../../../test/lib/minio-client.ts'
import { actAs, type Backend } from '../../../test/lib/ports.ts'
import { startReceiver, type Receiver } from '../../../test/lib/receiver.ts'

const test = suite('targets of a MinIO server that others set up', missingOwnMinio())

const webhook = serviceOf('webhook')!
let minio: Minio
let client: Client
let config: ReturnType<typeof createConfigKv>
let engine: Engine
let backend: Backend
let others: MinioClient
let receiver: Receiver

test.before(async () => {
  receiver = await startReceiver()
  const env = { MINIO_NOTIFY_WEBHOOK_ENABLE_HELD: 'on', MINIO_NOTIFY_WEBHOOK_ENDPOINT_HELD: receiver.url }
  minio = await startOwnMinio({ env })
  const outbound = createOutbound({ allowed: ['127.0.0.1'] })
  client = createClient({ url: new URL(minio.url) })
  config = createConfigKv({
    admin: createAdmin(client, adminCrypto(), { ...minio.root, sessionToken: '' }),
    outbound,
  })
  engine = openMinioEngine(minio.url, { outbound })
  backend = await actAs(engine, await engine.login(minio.root))
  others = createMinioClient(minio)
})
test.after(async () => {
  others?.close()
  client?.close()
  await engine?.close()
})

/** Applies saved settings. */
const restart = async () => engine.restart(await engine.login(minio.root))

test('a target from the environment without a secret reports none', async () => {
  const { secrets, fromEnvironment } = await backend.notifications.target(webhook, 'HELD')
  assert.equal(secrets, [])
  assert.is(fromEnvironment.endpoint, 'MINIO_NOTIFY_WEBHOOK_ENDPOINT_HELD')
})

test('a disabled target is listed, cannot be replaced by a new one, and can be enabled again', async () => {
  const keys = await config.keys('notify_webhook')
  const stored = { endpoint: receiver.url, auth_token: 'old-secret', queue_limit: '55', enable: 'off' }
  await config.write('notify_webhook', 'paused', stored, keys)
  await restart()
  const { notifications } = backend
  const row = async () => (await notifications.list()).find(({ account_id }) => account_id === 'paused')
  assert.is((await row())?.status, 'off')
  const target = await notifications.target(webhook, 'paused')
  assert.equal([target.state, target.secrets], ['off', ['auth_token']])
  await expectFailure(409, notifications.add(webhook, 'paused', { endpoint: `${receiver.url}/other` }), /is disabled/)
  await notifications.set(webhook, 'paused', { enable: 'on' })
  await restart()
  assert.is((await notifications.target(webhook, 'paused')).state, 'on')
})

test('a changed target shows its saved settings before the restart, and they can be reverted', async () => {
  const { notifications } = backend
  await notifications.add(webhook, 'limited', { endpoint: receiver.url, auth_token: 'a-secret', queue_limit: '555' })
  await restart()
  const limit = async () => (await notifications.target(webhook, 'limited')).properties.queue_limit
  const isMarked = async () =>
    (await notifications.list()).find(({ account_id }) => account_id === 'limited')?.changePending ?? false
  assert.equal([await limit(), await isMarked()], ['555', false])
  await notifications.set(webhook, 'limited', { queue_limit: '777' })
  assert.equal([await limit(), await isMarked()], ['777', true])
  assert.equal((await notifications.target(webhook, 'limited')).secrets, ['auth_token'])
  await notifications.set(webhook, 'limited', { queue_limit: '555' })
  await restart()
  assert.equal([await limit(), await isMarked()], ['555', false])
})

test('a new target that is deleted before the restart is no longer listed', async () => {
  const { notifications } = backend
  const listed = async () =>
    (await notifications.list()).flatMap(({ account_id: id, restartPending }) =>
      id.startsWith('short') ? [[id, restartPending]] : [],
    )
  for (const name of ['short', 'shorter']) await notifications.add(webhook, name, { endpoint: receiver.url })
  await until(async () => (await listed()).length === 2)
  await notifications.remove(webhook, 'short')
  assert.equal(await listed(), [['shorter', true]])
  await notifications.remove(webhook, 'shorter')
  assert.equal(await listed(), [])
  await expectFailure(404, notifications.remove(webhook, 'shorter'))
  assert.equal(await listed(), [])
})

test('a new default target inherits nothing from an earlier one, in particular no secret', async () => {
  const keys = await config.keys('notify_webhook')
  await config.write(
    'notify_webhook',
    '_',
    { endpoint: '', auth_token: 'old-secret', queue_limit: '55', enable: 'off' },
    keys,
  )
  await restart()
  await backend.notifications.add(webhook, '_', { endpoint: receiver.url })
  await restart()
  const { secrets, properties } = await backend.notifications.target(webhook, '_')
  assert.equal([secrets, properties.queue_limit, properties.endpoint], [[], '0', receiver.url])
})

test('the targets of all buckets are listed, for any number of buckets', async () => {
  const events = (arn: string) =>
    `<NotificationConfiguration><QueueConfiguration><Queue>${arn}</Queue><Event>s3:ObjectCreated:*</Event></QueueConfiguration></NotificationConfiguration>`
  const names = Array.from({ length: 1010 }, (_, at) => `many-${String(at).padStart(4, '0')}`)
  for (let at = 0; at < names.length; at += 20)
    await Promise.all(names.slice(at, at + 20).map((name) => others.call({ method: 'PUT', path: `/${name}` })))
  const target = (await backend.notifications.list()).find(({ account_id }) => /^held$/i.test(account_id))
  for (const name of ['many-0003', 'many-1009']) await others.write(name, 'notification', events(target?.arn ?? ''))
  // the list of buckets is cached for some seconds
  await until(async () => (await backend.notifications.buckets()).buckets.length > 0)
  const { buckets, partial } = await backend.notifications.buckets()
  assert.equal([buckets.map(({ name }) => name), partial], [['many-0003', 'many-1009'], false])
})
