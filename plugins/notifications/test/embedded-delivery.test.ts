import { fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { assert, suite } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import * as v from 'valibot'
import { silentLog } from '../../../engines/engine.ts'
import type { EmbeddedEngine } from '../../../engines/embedded/engine.ts'
import { startDelivery } from '../../../engines/embedded/delivery.ts'
import { backlogOf } from '../../../engines/embedded/store/events.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { NewLifecycleRule } from '../../buckets/contract.ts'
import { sweepExpired } from '../../buckets/embedded/expiry.ts'
import { deliverEvents } from '../embedded/delivery.ts'
import { serviceOf } from '../services.ts'
import type { Backend } from '../../../test/lib/ports.ts'
import { type EventLog, type Receiver, startReceiver } from '../../../test/lib/receiver.ts'
import { until } from '../../../test/lib/until.ts'
import { bucket, openEngine, put, root, signIn } from '../../../test/engines/embedded/workspace.ts'

const webhook = serviceOf('webhook')!
const outbound = createOutbound({ allowed: ['127.0.0.1'] })

const subscribe = (ports: Backend, name: string, target: string, events = ['put', 'delete']) =>
  ports.buckets.addEvent(
    name,
    { id: '', arn: `arn:minio:sqs::${target}:webhook`, events, prefix: '', suffix: '' },
    'refused',
  )

const keysOf = (receiver: Receiver) => receiver.events.map(({ event }) => event.Key)

/** Starts the process to be killed: it stores objects endlessly and prints each acknowledged one. */
const storeForever = async (folder: string) => {
  const engine = await openEngine(folder, root, { outbound })
  const { 'object-browser': objects } = await signIn(engine)
  for (let at = 0; ; at += 1) {
    const key = `${process.env.STORER_ROUND}-${at}`
    await put(objects, 'telling', key, 'x')
    await new Promise((resolve) => process.send?.(key, resolve))
  }
}

const main = () => {
  const test = suite('delivery of events')
  let receiver: Receiver
  let engine: EmbeddedEngine | undefined

  test.before.each(async () => {
    receiver = await startReceiver()
  })
  test.after.each(async () => {
    await engine?.close()
    engine = undefined
    await receiver.close()
  })

  /** Creates a bucket that sends events to the receiver, on an engine with running delivery. */
  const createBucket = async (properties: Record<string, string> = {}) => {
    const folder = temporaryFolder()
    engine = await openEngine(folder, root, { outbound })
    const ports = await signIn(engine)
    await ports.notifications.add(webhook, 'hook', { endpoint: receiver.url, ...properties })
    await ports.buckets.add(bucket('telling'))
    await subscribe(ports, 'telling', 'hook')
    return { folder, ...ports, objects: ports['object-browser'] }
  }

  const target = async ({ notifications }: Pick<Backend, 'notifications'>) => (await notifications.list())[0]!

  test('events arrive in the order of the changes, including those during a failure of the webhook', async () => {
    const ports = await createBucket()
    receiver.state.behavior = 503
    const keys = Array.from({ length: 50 }, (_, at) => `a-${at}`)
    for (const key of keys) await put(ports.objects, 'telling', key, 'x')
    await until(() => receiver.state.tries > 0)
    await until(async () => (await target(ports)).status === 'offline')
    const offline = await target(ports)
    assert.equal([offline.queued, offline.problem], [50, 'it responds with status 503'])
    assert.match(offline.since ?? '', /^\d{4}-\d\d-\d\dT/)
    receiver.state.behavior = 'takes'
    await until(() => receiver.events.length >= 50)
    await until(async () => (await target(ports)).queued === 0)
    assert.equal(
      keysOf(receiver),
      keys.map((key) => `telling/${key}`),
    )
    const sequence = receiver.events.map(({ event }) => event.Records[0]?.s3.object.sequencer ?? '')
    assert.equal(sequence, [...sequence].sort())
    const online = await target(ports)
    assert.equal([online.status, online.problem], ['online', undefined])
  })

  test('a webhook that was unreachable receives all events once it is back', async () => {
    const ports = await createBucket()
    await receiver.close()
    for (const key of ['a', 'b']) await put(ports.objects, 'telling', key, 'x')
    await ports.objects.remove('telling', 'a')
    await until(async () => (await target(ports)).status === 'offline')
    assert.match((await target(ports)).problem ?? '', /cannot be reached/)
    await receiver.open()
    await until(() => receiver.events.length >= 3)
    assert.equal(
      receiver.events.map(({ event }) => `${event.EventName} ${event.Key}`),
      ['s3:ObjectCreated:Put telling/a', 's3:ObjectCreated:Put telling/b', 's3:ObjectRemoved:Delete telling/a'],
    )
  })

  test('a target without a queue limit uses the limit of the configuration', async () => {
    const ports = await createBucket()
    receiver.state.behavior = 500
    assert.is((await target(ports)).queueLimit, 10_000)
    await ports.settings.save('event_queue', '_', { queue_limit: '2' })
    for (const key of ['a', 'b', 'c']) await put(ports.objects, 'telling', key, 'x')
    const full = await target(ports)
    assert.equal([full.queued, full.queueLimit, full.dropped], [2, 2, 1])
    const refusal = await ports.settings.save('event_queue', '_', { queue_limit: '0' }).then(String, String)
    assert.match(refusal, /queue_limit: Enter 1 or more/)
    await ports.settings.reset('event_queue', '_')
    assert.is((await target(ports)).queueLimit, 10_000)
  })

  test('events beyond the queue limit are dropped, newest first, and counted', async () => {
    const ports = await createBucket({ queue_limit: '3' })
    receiver.state.behavior = 500
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(ports.objects, 'telling', key, 'x')
    const full = await target(ports)
    assert.equal([full.queued, full.queueLimit, full.dropped], [3, 3, 2])
    receiver.state.behavior = 'takes'
    await until(() => receiver.events.length >= 3)
    await until(async () => (await target(ports)).queued === 0)
    await put(ports.objects, 'telling', 'f', 'x')
    await until(() => receiver.events.length >= 4)
    assert.equal(keysOf(receiver), ['telling/a', 'telling/b', 'telling/c', 'telling/f'])
  })

  test('a webhook that does not respond delays no other webhook', async () => {
    const ports = await createBucket()
    const other = await startReceiver()
    await ports.notifications.add(webhook, 'other', { endpoint: other.url })
    await subscribe(ports, 'telling', 'other')
    receiver.state.behavior = 'hangs'
    await put(ports.objects, 'telling', 'a', 'x')
    await until(() => receiver.state.tries > 0 && other.events.length > 0)
    await put(ports.objects, 'telling', 'b', 'x')
    await until(() => other.events.length > 1)
    assert.equal([receiver.events.length, keysOf(other)], [0, ['telling/a', 'telling/b']])
  })

  test('two administrators change a target at the same time, and both changes are stored', async () => {
    const gate = new EventEmitter()
    const slow = { ...outbound }
    engine = await openEngine(temporaryFolder(), root, { outbound: slow })
    const { notifications } = await signIn(engine)
    await notifications.add(webhook, 'hook', { endpoint: receiver.url, comment: 'first' })
    const other = await startReceiver()
    slow.dial = async (...args) => {
      const released = once(gate, 'release')
      gate.emit('dialed')
      await released
      return outbound.dial(...args)
    }
    const dialed = once(gate, 'dialed')
    const moved = notifications.set(webhook, 'hook', { endpoint: other.url })
    await dialed
    await notifications.set(webhook, 'hook', { comment: 'second', auth_token: 'secret' })
    gate.emit('release')
    await moved
    const { properties, secrets } = await notifications.target(webhook, 'hook')
    assert.equal([properties, secrets], [{ endpoint: other.url, comment: 'second' }, ['auth_token']])
    await other.close()
  })

  test('a changed address is tried immediately, and deleting a target deletes its queued events', async () => {
    const ports = await createBucket()
    receiver.state.behavior = 500
    await put(ports.objects, 'telling', 'a', 'x')
    await until(async () => (await target(ports)).status === 'offline')
    const other = await startReceiver()
    await ports.notifications.set(webhook, 'hook', { endpoint: other.url })
    await until(() => other.events.length > 0)
    other.state.behavior = 500
    await put(ports.objects, 'telling', 'b', 'x')
    await until(() => other.state.tries > 1)
    await ports.notifications.remove(webhook, 'hook')
    await ports.notifications.add(webhook, 'hook', { endpoint: other.url })
    other.state.behavior = 'takes'
    await put(ports.objects, 'telling', 'c', 'x')
    await until(() => other.events.length > 1)
    assert.equal(keysOf(other), ['telling/a', 'telling/c'])
  })

  test('reads send events to their subscribers and are never delayed by them', async () => {
    const ports = await createBucket()
    await subscribe(ports, 'telling', 'hook', ['get'])
    await put(ports.objects, 'telling', 'a', 'x')
    await ports.objects.info('telling', 'a')
    for await (const _chunk of (await ports.objects.get('telling', 'a', {})).body);
    await ports.objects.setTags('telling', 'a', undefined, { kept: 'yes' })
    await until(() => receiver.events.length >= 4)
    assert.equal(
      receiver.events.map(({ event }) => event.EventName),
      ['s3:ObjectCreated:Put', 's3:ObjectAccessed:Head', 's3:ObjectAccessed:Get', 's3:ObjectCreated:PutTagging'],
    )
  })

  test('an object expired by a rule sends a removal event without an actor', async () => {
    const { folder, objects, buckets } = await createBucket()
    receiver.state.behavior = 500
    await buckets.addLifecycleRule('telling', v.parse(NewLifecycleRule, { expiry_days: 1 }))
    await put(objects, 'telling', 'old', 'x')
    await engine?.close()
    engine = undefined
    const store = await openStore(folder)
    await sweepExpired(store, Date.now() + 3 * 86_400_000, new AbortController().signal)
    const waiting = Array.from(store.index.events.getRange(), ({ value }) => JSON.parse(value) as EventLog)
    assert.equal(
      waiting.map(({ EventName, Records }) => [EventName, Records[0]?.userIdentity.principalId]),
      [
        ['s3:ObjectCreated:Put', 'admin'],
        ['s3:ObjectRemoved:Delete', ''],
      ],
    )
    await store.close()
  })

  test('the prefix and the suffix of a filter may not overlap in a key', async () => {
    const { objects, buckets } = await createBucket()
    await buckets.removeEvents('telling', 'arn:minio:sqs::hook:webhook', { events: [], prefix: '', suffix: '' })
    await buckets.addEvent(
      'telling',
      { id: '', arn: 'arn:minio:sqs::hook:webhook', events: ['put'], prefix: 'aba', suffix: 'ba' },
      'refused',
    )
    for (const key of ['aba', 'abaxba', 'ababa', 'xababa']) await put(objects, 'telling', key, 'x')
    await until(() => receiver.events.length >= 2)
    assert.equal(keysOf(receiver), ['telling/abaxba', 'telling/ababa'])
  })

  test('the pauses between attempts grow to a minute', async () => {
    const { folder, objects } = await createBucket()
    receiver.state.behavior = 500
    await put(objects, 'telling', 'a', 'x')
    await engine?.close()
    engine = undefined
    const { state } = receiver
    state.tries = 0

    const store = await openStore(folder)
    const pauses: number[] = []
    let now = Date.UTC(2026, 0, 1)
    let pass = () => {}
    const pause = (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        pauses.push(ms)
        signal.addEventListener('abort', () => resolve())
        pass = () => {
          now += ms
          resolve()
        }
      })
    const { stop } = deliverEvents(
      {
        ...store,
        deliver: (deliveries, wait) =>
          startDelivery({ ...store, clock: () => now, log: silentLog, outbound }, deliveries, wait),
      },
      pause,
    )
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await until(() => pauses.length === attempt)
      pass()
    }
    await until(() => pauses.length === 9)
    assert.equal(
      pauses.map((ms) => ms / 1000),
      [1, 2, 4, 8, 16, 32, 60, 60, 60],
    )
    const record = store.index.targets.get('hook')!
    assert.is(backlogOf(store.index.backlogs, record).waiting, 1)
    state.behavior = 'takes'
    pass()
    await until(() => receiver.events.length === 1)
    await until(() => backlogOf(store.index.backlogs, record).waiting === 0)
    await stop()
    await store.close()
    assert.is(receiver.events.length, 1)
  })

  test('a process killed while storing has sent the event of every acknowledged object after its restart', async () => {
    const { folder } = await createBucket()
    await engine?.close()
    engine = undefined
    const acknowledged: string[] = []
    for (const round of [1, 2, 3, 4]) {
      receiver.state.behavior = round % 2 === 0 ? 500 : 'takes'
      const child = fork(fileURLToPath(import.meta.url), {
        env: { ...process.env, STORER_FOLDER: folder, STORER_ROUND: String(round) },
      })
      child.on('message', (key: string) => void acknowledged.push(key))
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 20)
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    receiver.state.behavior = 'takes'
    engine = await openEngine(folder, root, { outbound })
    const ports = await signIn(engine)
    await until(async () => (await target(ports)).queued === 0)
    const delivered = new Set(keysOf(receiver))
    assert.equal(
      acknowledged.filter((key) => !delivered.has(`telling/${key}`)),
      [],
    )
    // repeated events appear at their original position, so that the first ones are in order
    const first = [...delivered]
      .map((key) => key.replace('telling/', '').split('-').map(Number))
      .map(([round = 0, at = 0]) => round * 1e6 + at)
    assert.equal(
      first,
      [...first].sort((one, other) => one - other),
    )
  })
}

if (process.env.STORER_FOLDER) await storeForever(process.env.STORER_FOLDER)
else main()
