import { Failure, type Input } from 'stowage'
import { buckets as bucketCalls } from 'stowage/plugins/buckets'
import { objects } from 'stowage/plugins/object-browser'
import { runnableEngines, startConsole, type TestAccount, type TestConsole } from 'stowage/testing'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { watch, type WatchedEvent } from '../contract.ts'

type Query = Input<typeof watch.followAll>['query']

const follow = (account: TestAccount, buckets: readonly string[] | 'all', query: Query = {}, signal?: AbortSignal) =>
  buckets === 'all'
    ? account.follow(watch.followAll, { query }, signal)
    : account.follow(watch.follow, { params: { bucket: buckets.join(',') }, query }, signal)

/** Collects events until `isLast` matches one, and repeats `work` meanwhile. */
const watched = async (
  account: TestAccount,
  buckets: readonly string[] | 'all',
  query: Query,
  isLast: (event: WatchedEvent) => boolean,
  work: () => Promise<unknown>,
) => {
  const events: WatchedEvent[] = []
  let working: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => void (working = working.then(work).catch(() => undefined)), 200)
  try {
    for await (const event of follow(account, buckets, query)) {
      events.push(event)
      if (isLast(event)) break
    }
  } finally {
    clearInterval(timer)
    await working
  }
  return events
}

const failureOf = async (account: TestAccount, buckets: readonly string[] | 'all') => {
  try {
    for await (const _ of follow(account, buckets, {}, AbortSignal.timeout(20_000)));
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

let created = 0

for (const engine of runnableEngines('watch')) {
  const test = suite(`watch on ${engine}`)
  let app: TestConsole
  test.before(async () => {
    app = await startConsole({ engine })
  })
  test.after(() => app?.stop())

  const put = (bucket: string, key: string) => app.addObject(bucket, key, 'hello', 'text/plain')
  const read = (bucket: string, key: string) =>
    app.root.send('GET', `/api/v1/buckets/${bucket}/objects/download?prefix=${encodeURIComponent(key)}&encoding=plain`)
  const remove = (bucket: string, path: string) =>
    app.root.call(objects.remove, { params: { bucket }, query: { path, encoding: 'plain' } })
  const addBucket = async () => {
    const name = `watched-${process.pid}-${(created += 1)}`
    await app.root.call(bucketCalls.add, { body: { name } })
    return name
  }

  test('stored, read and deleted objects are reported with size, bucket and account', async () => {
    const bucket = await addBucket()
    const started = Date.now() - 1000
    const events = await watched(
      app.root,
      [bucket],
      {},
      ({ Type }) => Type === 's3:ObjectRemoved:Delete',
      async () => {
        await put(bucket, 'a b/ü+.txt')
        await read(bucket, 'a b/ü+.txt')
        await remove(bucket, 'a b/ü+.txt')
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
    const bucket = await addBucket()
    const controller = new AbortController()
    const events = follow(app.root, [bucket], {}, controller.signal)[Symbol.asyncIterator]()
    const next = async () => ((await events.next()).value as WatchedEvent).Key
    // no message reports that the watch has started
    let first = 0
    const begin = () => put(bucket, `first ${++first}`)
    const timer = setInterval(() => void begin(), 5000)
    const begun = next()
    await begin()
    let last = await begun
    clearInterval(timer)
    const keys = ['one', 'two', 'three']
    const received: string[] = []
    for (const key of keys) {
      const before = Date.now()
      await put(bucket, key)
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
    const bucket = await addBucket()
    const events = await watched(
      app.root,
      [bucket],
      { prefix: 'in/', suffix: '.log', events: 'put' },
      ({ Key }) => Key === 'in/last.log',
      async () => {
        await put(bucket, 'out/one.log')
        await put(bucket, 'in/one.txt')
        await put(bucket, 'in/one.log')
        await read(bucket, 'in/one.log')
        await put(bucket, 'in/last.log')
      },
    )
    assert.ok(
      events.every(
        ({ Key, Type }) => Key.startsWith('in/') && Key.endsWith('.log') && Type.startsWith('s3:ObjectCreated:'),
      ),
    )
  })

  test('several buckets are watched in one feed, without others, by an authorized caller', async () => {
    const [one, two, other] = [await addBucket(), await addBucket(), await addBucket()]
    const work = async () => {
      for (const bucket of [other, one, two]) await put(bucket, 'key')
    }
    const seen = new Set<string>()
    const some = await watched(app.root, [one, two], {}, ({ Bucket }) => seen.add(Bucket).size === 2, work)
    assert.not(some.some(({ Bucket }) => Bucket === other))
    const every = new Set<string>()
    await watched(
      app.root,
      'all',
      {},
      ({ Bucket }) => [one, two, other].every((name) => every.add(Bucket).has(name)),
      work,
    )
    // event types that only some storages send are accepted by all
    await watched(app.root, [one], { events: 'put,replica,ilm,scanner' }, ({ Bucket }) => Bucket === one, work)
  })

  test('a missing bucket and a missing right are reported before any event', async () => {
    const [watchedBucket, other] = [await addBucket(), await addBucket()]
    assert.is((await failureOf(app.root, ['no-such-bucket']))?.status, 404)
    const user = await app.addAccount({ actions: ['s3:ListenBucketNotification'], resources: [watchedBucket] })
    const [others, both, every] = await Promise.all([
      failureOf(user, [other]),
      failureOf(user, [watchedBucket, other]),
      failureOf(user, 'all'),
    ])
    assert.equal([others?.status, both?.status, every?.status], [403, 403, 403])
    assert.match(`${others?.message} ${others?.detail}`, `s3:ListenBucketNotification is not granted on ${other}`)
    assert.match(`${every?.message} ${every?.detail}`, 's3:ListenNotification')
    await watched(
      user,
      [watchedBucket],
      {},
      () => true,
      () => put(watchedBucket, 'key'),
    )
  })

  test.run()
}
