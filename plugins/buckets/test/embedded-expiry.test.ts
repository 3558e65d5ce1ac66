import { assert, test } from '../../../test/lib/suite.ts'
import { lifecycleRule } from './lifecycle-rule.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import type { LifecycleRule } from '../contract.ts'
import { silentLog } from '../../../engines/engine.ts'
import { background, sweepExpired } from '../embedded/expiry.ts'
import { listPage } from '../../../engines/embedded/store/listing.ts'
import type { BucketRecord, Version } from '../../../engines/embedded/store/records.ts'
import { openStore } from '../../../engines/embedded/store/store.ts'
import { addVersion, hasBlob, removeKey, usageOf } from '../../../engines/embedded/store/versions.ts'
import { bucket, openEngine, put, read, root, signIn } from '../../../test/engines/embedded/workspace.ts'
import { failureOf } from '../../../test/lib/failure-of.ts'
import { withFakeIntervals } from '../../../test/lib/fake-timers.ts'
import { until } from '../../../test/lib/until.ts'
import { listing } from '../../../test/lib/listing.ts'

const DAY = 24 * 60 * 60 * 1000
/** Noon of the first day of the tests. */
const noon = Date.parse('2030-03-10T12:00:00Z')
const days = (count: number) => noon + count * DAY

/** Creates a store with one bucket whose versions get chosen timestamps. */
const workspace = async (versioning: BucketRecord['versioning'], ...lifecycle: LifecycleRule[]) => {
  const store = await openStore(temporaryFolder())
  const { index } = store
  const record: BucketRecord = {
    id: 1,
    name: 'aging',
    created: 0,
    versioning,
    locking: versioning === 'enabled',
    lifecycle,
  }
  await index.write(() => void index.buckets.put(record.name, record))
  const place = (key: string) => ({ index, bucket: record, key, dropped: [] })
  let made = 0
  return {
    store,
    put: (key: string, modified = noon, more: Partial<Version> = {}) =>
      index.write(() => {
        const blob = (made += 1).toString(16).padStart(32, '0')
        addVersion(place(key), { size: 1, modified, etag: '', type: '', blob, ...more })
        return blob
      }),
    remove: (key: string, at = noon) => index.write(() => removeKey(place(key), at)),
    sweep: (now: number) => sweepExpired(store, now, new AbortController().signal),
    /** Lists the keys of undeleted objects. */
    keys: () =>
      listPage(index, { bucket: 1, prefix: '', recursive: true, versions: false, limit: 5000 }).lines.map(
        ({ name }) => name,
      ),
    /** Lists every version as `key`, and delete markers as `key gone`. */
    versions: () =>
      listPage(index, { bucket: 1, prefix: '', recursive: true, versions: true, limit: 5000 }).lines.map(
        ({ name, version }) => `${name}${version?.marker ? ' gone' : ''}`,
      ),
    usage: () => usageOf(index, record),
  }
}

test('days end at midnight: an object expires at the end of the day in which its days are complete', async () => {
  const { put, sweep, keys, usage, store } = await workspace('off', lifecycleRule({ days: 2 }))
  const blob = await put('a')
  await put('later', days(1))
  for (const early of [days(2), Date.parse('2030-03-13T00:00:00Z')]) {
    await sweep(early)
    assert.equal(keys(), ['a', 'later'])
  }
  await sweep(Date.parse('2030-03-13T00:00:01Z'))
  assert.equal(keys(), ['later'])
  assert.equal(usage(), { size: 1, objects: 1, versions: 1 })
  assert.not(hasBlob(store.index, blob))
  await store.close()
})

test('a rule spares its number of newest noncurrent versions of each key, including locked ones', async () => {
  const only = lifecycleRule({ newer_noncurrent_versions: 2 })
  const { put, remove, sweep, versions, store } = await workspace('enabled', only)
  for (let n = 0; n < 6; n += 1) await put('a', days(n))
  await put('b')
  for (let n = 0; n < 4; n += 1) await put('c', days(n), n === 2 ? { hold: true } : {})
  for (let n = 0; n < 3; n += 1) await put('gone', days(n))
  await remove('gone', days(4))
  await sweep(days(10))
  assert.equal(versions(), ['a', 'a', 'a', 'b', 'c', 'c', 'c', 'gone gone', 'gone', 'gone'])
  await sweep(days(10))
  assert.is(versions().length, 10)
  await store.close()
})

test('with days and a count, a noncurrent version expires once it exceeds both, on any page', async () => {
  const both = lifecycleRule({ newer_noncurrent_versions: 250, noncurrent_expiration_days: 1 })
  const { put, sweep, versions, store } = await workspace('enabled', both)
  for (let n = 0; n < 300; n += 1) await put('a')
  await sweep(days(1))
  assert.is(versions().length, 300)
  await sweep(days(3))
  assert.is(versions().length, 251)
  await store.close()
})

test('a rule with a date expires all matching objects from that date on, including new ones', async () => {
  const { put, sweep, keys, store } = await workspace('off', lifecycleRule({ date: '2030-03-12' }))
  await put('old')
  await sweep(Date.parse('2030-03-12T00:00:00Z'))
  assert.equal(keys(), ['old'])
  await put('new', Date.parse('2030-03-12T00:00:00Z'))
  await sweep(Date.parse('2030-03-12T00:00:01Z'))
  assert.equal(keys(), [])
  await store.close()
})

test('rules apply to their prefix and to objects with all of their tags, and disabled ones do nothing', async () => {
  const both = [
    { key: 'kind', value: 'log' },
    { key: 'team', value: 'a' },
  ]
  const { put, sweep, keys, store } = await workspace(
    'off',
    lifecycleRule({ days: 1 }, { prefix: 'tmp/' }),
    lifecycleRule({ days: 1 }, { prefix: 'data/', tags: both }),
    lifecycleRule({ days: 1 }, { status: 'Disabled' }),
  )
  await put('tmp/a')
  await put('tmp')
  await put('data/both', noon, { tags: { kind: 'log', team: 'a', more: 'x' } })
  await put('data/one', noon, { tags: { kind: 'log' } })
  await put('data/other', noon, { tags: { kind: 'log', team: 'b' } })
  await put('data/none')
  await sweep(days(9))
  assert.equal(keys(), ['data/none', 'data/one', 'data/other', 'tmp'])
  await store.close()
})

test('an expired object in a versioned bucket gets exactly one delete marker', async () => {
  const { put, sweep, versions, store } = await workspace('enabled', lifecycleRule({ days: 1 }))
  await put('a')
  await put('a', days(1))
  for (const now of [days(3), days(9)]) {
    await sweep(now)
    assert.equal(versions(), ['a gone', 'a', 'a'])
  }
  await store.close()
})

test('a noncurrent version is deleted permanently the configured days after a newer one replaced it', async () => {
  const { put, remove, sweep, versions, usage, store } = await workspace(
    'enabled',
    lifecycleRule({ noncurrent_expiration_days: 2 }),
  )
  await put('a')
  await put('a', days(5))
  await put('a', days(7))
  await put('deleted')
  await remove('deleted', days(6))
  await sweep(days(7))
  assert.equal(versions(), ['a', 'a', 'a', 'deleted gone', 'deleted'])
  await sweep(days(8))
  assert.equal(versions(), ['a', 'a', 'deleted gone', 'deleted'])
  await sweep(days(99))
  assert.equal(versions(), ['a', 'deleted gone'])
  assert.equal(usage(), { size: 1, objects: 1, versions: 2 })
  await store.close()
})

test('an expired delete marker is removed once it hides no version and a rule says so', async () => {
  for (const expiration of [{ delete_marker: true }, { days: 3 }]) {
    const { put, remove, sweep, versions, store } = await workspace(
      'enabled',
      lifecycleRule(expiration, { prefix: 'swept/' }),
      lifecycleRule({ noncurrent_expiration_days: 1 }),
    )
    for (const key of ['other', 'swept/a']) {
      await put(key)
      await remove(key, days(1))
    }
    await sweep(days(2))
    assert.equal(versions(), ['other gone', 'other', 'swept/a gone', 'swept/a'])
    await sweep(days(6))
    assert.equal(versions(), ['other gone', 'swept/a gone'])
    await sweep(days(6))
    assert.equal(versions(), ['other gone'])
    await store.close()
  }
})

test('a version under legal hold or retention stays until it is released', async () => {
  const { put, sweep, versions, store } = await workspace('enabled', lifecycleRule({ noncurrent_expiration_days: 1 }))
  await put('held', noon, { hold: true })
  await put('retained', noon, { retention: { mode: 'compliance', until: days(20) } })
  await put('free')
  for (const key of ['held', 'retained', 'free']) await put(key, days(1))
  await sweep(days(9))
  assert.equal(versions(), ['free', 'held', 'held', 'retained', 'retained'])
  await sweep(days(21))
  assert.equal(versions(), ['free', 'held', 'held', 'retained'])
  await store.close()
})

test('a bucket with suspended versioning keeps its noncurrent versions and hides expired objects', async () => {
  const { put, sweep, versions, keys, store } = await workspace('suspended', lifecycleRule({ days: 1 }))
  await put('a')
  await sweep(days(5))
  assert.equal(keys(), [])
  assert.equal(versions(), ['a gone'])
  await store.close()
})

test('thousands of keys expire in small steps while requests are served, and stopping ends the run early', async () => {
  const { put, sweep, keys, usage, store } = await workspace('off', lifecycleRule({ days: 1 }, { prefix: 'old/' }))
  const name = (n: number) => `old/${String(n).padStart(5, '0')}`
  await Promise.all(Array.from({ length: 2500 }, (_, n) => put(name(n))))
  await put('new/a', days(3))
  const stopping = new AbortController()
  const sweeping = sweepExpired(store, days(4), stopping.signal)
  await put('new/b', days(4))
  stopping.abort()
  await sweeping
  assert.ok(keys().length > 2)
  await sweep(days(4))
  assert.equal(keys(), ['new/a', 'new/b'])
  assert.equal(usage(), { size: 2, objects: 2, versions: 2 })
  await store.close()
})

test('a key with more versions than a page keeps its latest version', async () => {
  const { put, sweep, versions, store } = await workspace('enabled', lifecycleRule({ noncurrent_expiration_days: 1 }))
  for (let n = 0; n < 450; n += 1) await put('a', noon + n)
  await put('b')
  await sweep(days(5))
  assert.equal(versions(), ['a', 'b'])
  await store.close()
})

test('expiry runs every hour, or at the configured interval from the moment of the change', async () => {
  const { put, keys, store } = await workspace('off', lifecycleRule({ days: 1 }))
  const MINUTE = 60_000
  await withFakeIntervals(async (pass) => {
    let rounds = 0
    const clock = () => {
      rounds += 1
      return days(4)
    }
    const { stop } = background({ ...store, clock, log: silentLog })
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    await settled()
    await put('a')
    pass(59 * MINUTE)
    await settled()
    assert.equal([rounds, keys()], [1, ['a']])
    pass(MINUTE)
    await until(() => keys().length === 0)
    await store.index.write(() => {
      void store.index.settings.put('scanner:_', { values: { cycle: '5m', speed: 'fastest' } })
      store.index.notify()
    })
    await put('b')
    pass(5 * MINUTE)
    await until(() => keys().length === 0)
    assert.is(rounds, 3)
    await stop()
  })
  await store.close()
})

test('the engine deletes expired objects with their files when it starts and keeps the others', async () => {
  const folder = temporaryFolder()
  const first = await openEngine(folder)
  const admin = await signIn(first)
  await admin.buckets.add(bucket('aging'))
  const { id: _, ...daily } = lifecycleRule({ days: 1 }, { prefix: 'tmp/' })
  await admin.buckets.addLifecycleRule('aging', daily)
  for (const key of ['tmp/a', 'kept']) await put(admin['object-browser'], 'aging', key, 'text')
  await first.close()

  const clock = () => Date.now() + 3 * DAY
  const engine = await openEngine(folder, root, { clock })
  const { 'object-browser': objects, buckets } = await signIn(engine)
  const keys = async () => (await objects.list('aging', listing())).objects.map(({ name }) => name)
  await until(async () => (await keys()).length === 1)
  assert.is((await failureOf(objects.get('aging', 'tmp/a', {}))).status, 404)
  assert.is(String(await read(objects, 'aging', 'kept')), 'text')
  assert.equal(pluck(await buckets.list(), 'size'), [4])
})
