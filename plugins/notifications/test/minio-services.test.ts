import { join } from 'node:path'
import { assert, suite } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import * as v from 'valibot'
import { createAdmin } from '../../../engines/minio/admin.ts'
import { adminCrypto } from '../../../engines/minio/admin-crypto.ts'
import { createClient } from '../../../engines/s3/client.ts'
import { createConfigKv } from '../../../engines/minio/config-kv.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { serviceOf, services, valueOf } from '../services.ts'
import { type Broker, brokers } from '../../../test/lib/brokers.ts'
import { hasOwnMinio, noOwnMinio, startMinio } from '../../../test/lib/minio.ts'
import { actAs } from '../../../test/lib/ports.ts'
import { until } from '../../../test/lib/until.ts'
import { expectFailure } from '../../../test/conformance/engines.ts'

const test = suite('services that a MinIO server tells of events')

const available = brokers.filter(({ isPresent }) => isPresent)
for (const { service } of brokers.filter((one) => !available.includes(one)))
  console.log(`${service} is skipped: its programs are not on this machine`)

const sendEvent = async () => {
  // a target from the environment at an address that nothing listens on
  const env = { MINIO_NOTIFY_WEBHOOK_ENABLE_HELD: 'on', MINIO_NOTIFY_WEBHOOK_ENDPOINT_HELD: 'http://127.0.0.1:1/hook' }
  const minio = await startMinio({ env })
  if (!minio) throw new Error(noOwnMinio)
  const queues = temporaryFolder('queues')
  const started = new Map<string, Broker>()
  const outbound = createOutbound({ allowed: ['127.0.0.1'] })
  const engine = openMinioEngine(minio.url, { outbound })
  try {
    const client = createClient({ url: new URL(minio.url) })
    const config = createConfigKv({
      admin: createAdmin(client, adminCrypto(), { ...minio.root, sessionToken: '' }),
      outbound,
    })
    for (const { code, settings } of services) {
      const known = await config.keys(code)
      assert.equal(
        settings.map(({ key }) => key).filter((key) => !known.includes(key)),
        [],
        `${code} has no such settings`,
      )
    }
    client.close()

    const credentials = await engine.login(minio.root)
    const { buckets, notifications, 'object-browser': objects } = await actAs(engine, credentials)
    for (const { service: id, start } of available) {
      const broker = await start()
      started.set(id, broker)
      const service = serviceOf(id)!
      const properties = {
        ...broker.properties,
        queue_dir: join(queues, id),
        queue_limit: '100',
        comment: `events = for ${id}`,
      }
      for (const [key, value] of Object.entries(properties)) {
        const setting = service.settings.find((one) => one.key === key)
        assert.ok(setting && v.is(valueOf(setting), value), `${id} does not take ${key} = ${value}`)
      }
      await notifications.add(service, 'mine', properties)
    }
    await engine.restart(credentials)
    const list = await notifications.list()
    assert.equal(
      list.map(({ service, account_id, status }) => `${service}:${account_id} ${status}`).sort(),
      [...available.map(({ service }) => `${service}:mine online`), 'webhook:HELD offline'].sort(),
    )
    const webhook = serviceOf('webhook')!
    const { fromEnvironment, properties } = await notifications.target(webhook, 'HELD')
    assert.equal(
      [properties.endpoint, fromEnvironment],
      [
        'http://127.0.0.1:1/hook',
        { enable: 'MINIO_NOTIFY_WEBHOOK_ENABLE_HELD', endpoint: 'MINIO_NOTIFY_WEBHOOK_ENDPOINT_HELD' },
      ],
    )
    await expectFailure(
      400,
      notifications.set(webhook, 'HELD', { endpoint: 'http://127.0.0.1:2/' }),
      /MINIO_NOTIFY_WEBHOOK_ENDPOINT_HELD/,
    )
    await expectFailure(409, notifications.remove(webhook, 'HELD'), /MINIO_NOTIFY_WEBHOOK_ENABLE_HELD/)
    await expectFailure(409, notifications.add(webhook, 'HELD', { endpoint: 'http://127.0.0.1:2/' }), /already/)
    for (const [id, { properties }] of started) {
      const target = await notifications.target(serviceOf(id)!, 'mine')
      // in a text and in an address the secret is encoded differently
      assert.not.match(JSON.stringify({ target, list }), /(\{|%7B)secret/, `${id} shows its secret`)
      for (const key of Object.keys(properties).filter(
        (one) => !['password', 'connection_string', 'dsn_string', 'url'].includes(one),
      ))
        assert.is(target.properties[key], properties[key], `${id} ${key}`)
      // saving the displayed values keeps the credentials working
      await notifications.set(serviceOf(id)!, 'mine', target.properties)
    }
    await engine.restart(credentials)

    await buckets.add({ name: 'telling', versioning: false, locking: false })
    for (const arn of (await buckets.arns()).filter((one) => !one.includes('HELD')))
      await buckets.addEvent('telling', { id: '', arn, events: ['put'], prefix: '', suffix: '' }, 'refused')
    const body = async function* () {
      yield Buffer.from('x')
    }
    await objects.put('telling', 'a/report.csv', {
      size: 1,
      type: 'text/csv',
      body: body(),
      signal: new AbortController().signal,
    })
    for (const [id, broker] of started)
      await until(async () => (await broker.arrived()).includes('report.csv')).catch(() =>
        assert.unreachable(`nothing arrived at ${id}`),
      )
  } finally {
    await engine.close()
    // some wait for connected clients
    for (const broker of started.values()) await broker.stop()
  }
}

if (hasOwnMinio() && available.length > 0)
  test(`storing an object delivers its event to ${available.map(({ service }) => service).join(', ')}`, sendEvent)
else {
  console.log(
    `services that a MinIO server tells of events is skipped: ${hasOwnMinio() ? 'none of them is on this machine' : noOwnMinio}`,
  )
  test.skip('an object is stored, and its event arrives')
}
