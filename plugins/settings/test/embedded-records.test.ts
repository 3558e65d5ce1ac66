import { assert, suite } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import type { EmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { type Log, silentLog } from '../../../engines/engine.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { serviceOf } from '../../notifications/services.ts'
import { type Receiver, startReceiver } from '../../../test/lib/receiver.ts'
import { until } from '../../../test/lib/until.ts'
import { bucket, openEngine, put, root, signIn } from '../../../test/engines/embedded/workspace.ts'

const test = suite('records for webhooks of the embedded engine')
const outbound = createOutbound({ allowed: ['127.0.0.1'] })

let receiver: Receiver
let engine: EmbeddedEngine | undefined
let folder: string

test.before.each(async () => {
  receiver = await startReceiver()
  folder = temporaryFolder()
})
test.after.each(async () => {
  await engine?.close()
  engine = undefined
  await receiver.close()
})

const opened = async (log: Log = silentLog) => {
  engine = await openEngine(folder, root, { outbound, log })
  return signIn(engine)
}

type SentRecord = {
  api?: { name: string; object?: string }
  accessKey?: string
  level?: string
  message?: string
  error?: { message: string }
}
const sentRecords = () => receiver.events.map(({ event }) => event as unknown as SentRecord)
const objects = () => sentRecords().flatMap(({ api }) => (api?.name === 'PutObject' && api.object ? [api.object] : []))
const queue = async ({ settings }: Awaited<ReturnType<typeof opened>>) =>
  (await settings.section('audit_webhook')).targets.find(({ target }) => target === 'sink')?.queue

test('calls during an outage of a webhook are delivered in order once it is back, also after a restart', async () => {
  const ports = await opened()
  await ports.buckets.add(bucket('seen'))
  await ports.settings.save('audit_webhook', 'sink', { endpoint: receiver.url })
  receiver.state.behavior = 503
  const keys = Array.from({ length: 12 }, (_, at) => `k-${at}`)
  for (const key of keys) await put(ports['object-browser'], 'seen', key, 'x')
  await until(async () => (await queue(ports))?.problem === 'it responds with status 503')
  await until(async () => ((await queue(ports))?.queued ?? 0) >= keys.length)
  await engine?.close()
  receiver.state.behavior = 'takes'
  const again = await opened()
  await until(() => objects().length >= keys.length)
  assert.equal(objects(), keys)
  assert.is(sentRecords().find(({ api }) => api?.object === 'k-0')?.accessKey, root.accessKey)
  await until(async () => (await queue(again))?.problem === undefined)
})

test('records for a disabled or deleted webhook are dropped, and records beyond the limit are counted', async () => {
  const ports = await opened()
  await ports.buckets.add(bucket('seen'))
  await ports.settings.save('audit_webhook', 'sink', { endpoint: receiver.url, queue_size: '3' })
  receiver.state.behavior = 503
  for (const key of ['a', 'b', 'c', 'd', 'e']) await put(ports['object-browser'], 'seen', key, 'x')
  await until(async () => ((await queue(ports))?.dropped ?? 0) > 0)
  assert.is((await queue(ports))?.queued, 3)
  await ports.settings.save('audit_webhook', 'sink', { enable: 'off' })
  receiver.state.behavior = 'takes'
  await until(async () => (await queue(ports))?.queued === 0)
  await ports.settings.reset('audit_webhook', 'sink')
  await put(ports['object-browser'], 'seen', 'later', 'x')
  assert.not(objects().includes('later'))
})

test('log lines are sent with the error and are still logged', async () => {
  const lines: string[] = []
  const log: Log = { ...silentLog, error: (_about, text) => void lines.push(text) }
  const ports = await opened(log)
  await ports.settings.save('logger_webhook', '_', { endpoint: receiver.url })
  let fail = () => {}
  const background = ({ log: own }: { log: Log }) => {
    fail = () => own.error({ err: new Error('no such drive') }, 'something went wrong')
    return { stop: async () => {} }
  }
  await engine?.open({ id: 'failing', adapters: { embedded: async () => ({ default: () => ({}), background }) } })
  fail()
  await until(() => sentRecords().length > 0)
  assert.equal(
    [sentRecords()[0]?.level, sentRecords()[0]?.message, sentRecords()[0]?.error],
    ['ERROR', 'something went wrong', { message: 'no such drive' }],
  )
  assert.equal(lines, ['something went wrong'])
})

test('events name the configured region', async () => {
  const ports = await opened()
  await ports.settings.save('site', '_', { region: 'harbour-1' })
  await ports.notifications.add(serviceOf('webhook')!, 'hook', { endpoint: receiver.url })
  await ports.buckets.add(bucket('telling'))
  await ports.buckets.addEvent(
    'telling',
    { id: '', arn: 'arn:minio:sqs::hook:webhook', events: ['put'], prefix: '', suffix: '' },
    'refused',
  )
  await put(ports['object-browser'], 'telling', 'a', 'x')
  await until(() => receiver.events.length > 0)
  assert.is((receiver.events[0]?.event.Records[0] as unknown as { awsRegion: string }).awsRegion, 'harbour-1')
})

test('a secret is encrypted in the data folder, and a value that cannot be applied is refused', async () => {
  const ports = await opened()
  await ports.settings.save('audit_webhook', 'sink', { endpoint: receiver.url, auth_token: 'marked-secret' })
  await engine?.close()
  const { readFileSync, readdirSync } = await import('node:fs')
  const { join } = await import('node:path')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  for (const { parentPath, name } of files)
    assert.not(readFileSync(join(parentPath, name)).includes('marked-secret'), name)
  const { settings } = await opened()
  const wrong = async (name: string, values: Record<string, string>) =>
    settings.save(name, '_', values).then(
      () => 'taken',
      (error: Error) => error.message,
    )
  assert.match(await wrong('scanner', { cycle: '1s' }), /^cycle: Enter a time between 1m and 168h/)
  assert.match(await wrong('scanner', { speed: 'constructor' }), /^speed: Choose one of/)
  assert.match(await wrong('site', { region: 'two words' }), /^region: /)
  assert.match(await wrong('api', { requests_max: '-1' }), /^requests_max: Enter a whole number/)
  assert.match(await wrong('audit_webhook', { endpoint: 'ftp://a' }), /^endpoint: /)
  assert.match(await wrong('audit_webhook', { enable: 'maybe' }), /^enable: /)
  assert.match(await wrong('toString', { a: 'b' }), /has no section/)
})
