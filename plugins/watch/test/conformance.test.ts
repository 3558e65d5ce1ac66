import * as assert from 'uvu/assert'
import * as v from 'valibot'
import type { Failure } from '../../../core/protocol/failure.ts'
import { Filter, type WatchedEvent } from '../contract.ts'
import type { Backend } from '../../../test/lib/ports.ts'
import { addUser, allow, onEveryEngine, unique } from '../../../test/conformance/engines.ts'

const filterOf = (query: v.InferInput<typeof Filter> = {}) => v.parse(Filter, query)

async function* once(bytes: Uint8Array) {
  yield bytes
}

const put = (backend: Backend, bucket: string, key: string, text = 'hello') => {
  const body = Buffer.from(text)
  const { signal } = new AbortController()
  return backend['object-browser'].put(bucket, key, { size: body.length, type: 'text/plain', body: once(body), signal })
}

const read = async (backend: Backend, bucket: string, key: string) => {
  for await (const _ of (await backend['object-browser'].get(bucket, key, {})).body);
}

const bucketWith = async (backend: Backend) => {
  const bucket = unique('watched')
  await backend.buckets.add({ name: bucket, versioning: false, locking: false })
  return bucket
}

/** Watches until an event of this key has come, doing the work again and again, and gives all that came. */
const watched = async (
  backend: Backend,
  buckets: readonly string[] | 'all',
  query: v.InferInput<typeof Filter>,
  last: (event: WatchedEvent) => boolean,
  work: () => Promise<unknown>,
) => {
  const controller = new AbortController()
  const events: WatchedEvent[] = []
  let doing: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => void (doing = doing.then(work).catch(() => undefined)), 200)
  try {
    for await (const event of backend.watch.follow(buckets, filterOf(query), controller.signal)) {
      events.push(event)
      if (last(event)) break
    }
  } finally {
    clearInterval(timer)
    controller.abort()
    await doing
  }
  return events
}

const failureOf = async (backend: Backend, buckets: readonly string[] | 'all') => {
  try {
    for await (const _ of backend.watch.follow(buckets, filterOf(), AbortSignal.timeout(20_000)));
    return undefined
  } catch (error) {
    return error as Failure
  }
}

onEveryEngine('watch', (test, peer) => {
  test('stored, read and deleted objects are reported with size, bucket and account', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const started = Date.now() - 1000
    const events = await watched(
      admin,
      [bucket],
      {},
      ({ Type }) => Type === 's3:ObjectRemoved:Delete',
      async () => {
        await put(admin, bucket, 'a b/ü+.txt')
        await read(admin, bucket, 'a b/ü+.txt')
        await admin['object-browser'].remove(bucket, 'a b/ü+.txt')
      },
    )
    const of = (type: string) => events.find(({ Type }) => Type === type)
    const [stored, got, removed] = [
      of('s3:ObjectCreated:Put'),
      of('s3:ObjectAccessed:Get'),
      of('s3:ObjectRemoved:Delete'),
    ]
    for (const event of [stored, got, removed]) {
      assert.equal([event?.Bucket, event?.Key], [bucket, 'a b/ü+.txt'])
      assert.ok(event?.Path.endsWith(`/${bucket}/a b/ü+.txt`), event?.Path)
      assert.ok(Date.parse(event?.Time ?? '') >= started)
      assert.match(event?.Time ?? '', /\.\d{3}Z$/)
    }
    assert.equal([stored?.Size, got?.Size, removed?.Size], [5, 5, 0])
    const [{ User: who = '' } = {}] = events
    assert.ok(who)
    assert.equal([stored?.User, got?.User, removed?.User], [who, who, who])
  })

  test('an event in a quiet bucket is reported within seconds, once and in order', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const controller = new AbortController()
    const events = admin.watch.follow([bucket], filterOf(), controller.signal)[Symbol.asyncIterator]()
    const next = async () => ((await events.next()).value as WatchedEvent).Key
    // whether it is listened for yet nobody says
    let first = 0
    const begin = () => put(admin, bucket, `first ${++first}`)
    const timer = setInterval(() => void begin(), 5000)
    const begun = next()
    await begin()
    let last = await begun
    clearInterval(timer)
    const keys = ['one', 'two', 'three']
    const received: string[] = []
    for (const key of keys) {
      const before = Date.now()
      await put(admin, bucket, key)
      while (last !== key) {
        last = await next()
        received.push(last)
      }
      assert.ok(Date.now() - before < 10_000, `${key} was reported after ${Date.now() - before} ms`)
    }
    assert.equal(
      received.filter((key) => !key.startsWith('first')),
      keys,
    )
    assert.is(new Set(received).size, received.length)
    controller.abort()
    await events.return?.(undefined)
  })

  test('prefix, suffix and event types are combined', async () => {
    const admin = await peer().as()
    const bucket = await bucketWith(admin)
    const events = await watched(
      admin,
      [bucket],
      { prefix: 'in/', suffix: '.log', events: 'put' },
      ({ Key }) => Key === 'in/last.log',
      async () => {
        await put(admin, bucket, 'out/one.log')
        await put(admin, bucket, 'in/one.txt')
        await put(admin, bucket, 'in/one.log')
        await read(admin, bucket, 'in/one.log')
        await put(admin, bucket, 'in/last.log')
      },
    )
    assert.ok(
      events.every(
        ({ Key, Type }) => Key.startsWith('in/') && Key.endsWith('.log') && Type.startsWith('s3:ObjectCreated:'),
      ),
    )
  })

  test('several buckets are watched in one feed, without others, by an authorized caller', async () => {
    const admin = await peer().as()
    const [one, two, other] = [await bucketWith(admin), await bucketWith(admin), await bucketWith(admin)]
    const work = async () => {
      for (const bucket of [other, one, two]) await put(admin, bucket, 'key')
    }
    const seen = new Set<string>()
    const some = await watched(admin, [one, two], {}, ({ Bucket }) => seen.add(Bucket).size === 2, work)
    assert.not(some.some(({ Bucket }) => Bucket === other))
    const every = new Set<string>()
    await watched(
      admin,
      'all',
      {},
      ({ Bucket }) => [one, two, other].every((name) => every.add(Bucket).has(name)),
      work,
    )
    // the kinds that only some storages have can be asked of all
    await watched(admin, [one], { events: 'put,replica,ilm,scanner' }, ({ Bucket }) => Bucket === one, work)
  })

  test('a missing bucket and a missing right are reported before any event', async () => {
    const admin = await peer().as()
    const [mine, other] = [await bucketWith(admin), await bucketWith(admin)]
    assert.is((await failureOf(admin, [unique('nowhere')]))?.status, 404)
    const user = await peer().as(
      await addUser(admin, [allow(['s3:ListenBucketNotification', 's3:PutObject'], [mine, `${mine}/*`])]),
    )
    const [others, both, every] = await Promise.all([
      failureOf(user, [other]),
      failureOf(user, [mine, other]),
      failureOf(user, 'all'),
    ])
    assert.equal([others?.status, both?.status, every?.status], [403, 403, 403])
    assert.match(`${others?.message} ${others?.detail}`, `s3:ListenBucketNotification is not granted on ${other}`)
    assert.match(`${every?.message} ${every?.detail}`, 's3:ListenNotification')
    await watched(
      user,
      [mine],
      {},
      () => true,
      () => put(user, mine, 'key'),
    )
  })
})
