import { Readable } from 'node:stream'
import type { InferInput } from 'valibot'
import * as v from 'valibot'
import { assert } from '../../../../test/lib/suite.ts'
import { pluck } from '../../../../test/lib/pluck.ts'
import type { BucketsBackend } from '../../backend.ts'
import { LifecycleChange, type LifecyclePreview, NewLifecycleRule } from '../../contract.ts'
import { addUser, allow, onEveryStorage, expectFailure, uniqueName } from '../../../../test/conformance/engines.ts'
import { listing } from '../../../../test/lib/listing.ts'

const nothing = {
  expiration: { date: '', days: 0, delete_marker: false, noncurrent_expiration_days: 0 },
  transition: { date: '', days: 0, storage_class: '', noncurrent_transition_days: 0, noncurrent_storage_class: '' },
}

type Of = Parameters<BucketsBackend['previewLifecycle']>[1]

const everything = listing({ versions: true })

const day = (after: number) => new Date(Date.now() + after * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** Status for an unknown tier; some servers have no tiers at all. */
const noTier = [400, 501]

onEveryStorage('lifecycle', (test, peer) => {
  const createBucket = async (versioning = false) => {
    const { buckets } = await peer().as()
    const name = uniqueName('aging')
    await buckets.add({ name, versioning, locking: false })
    /** Adds a rule as the call does, starting from the body of the request. */
    const add = (body: InferInput<typeof NewLifecycleRule>) =>
      buckets.addLifecycleRule(name, v.parse(NewLifecycleRule, body))
    const rules = () => buckets.lifecycle(name)
    const idOf = async (prefix: string) => (await rules()).find((rule) => rule.prefix === prefix)?.id as string
    return { name, buckets, add, rules, idOf }
  }

  test('a new bucket has no rules', async () => {
    const { rules } = await createBucket()
    assert.equal(await rules(), [])
  })

  test('rules of each kind are read back as added, each with its ID', async () => {
    const { add, rules } = await createBucket(true)
    await add({ expiry_days: 30 })
    await add({ prefix: 'dated/', expiry_date: `${day(40)}T23:59:59Z`, disable: true })
    await add({
      prefix: 'ü & <b>/',
      tags: 'team=a%20%26%20b&kind=log',
      expiry_days: 1,
      noncurrentversion_expiration_days: 7,
    })
    await add({ tags: 'only=tag', noncurrentversion_expiration_days: 3 })
    await add({ tags: 'one=&two=2', expiry_days: 5 })
    await add({ prefix: 'markers/', expired_object_delete_marker: true })
    await add({ prefix: 'few/', newer_noncurrentversion_expiration_versions: 3 })
    await add({ prefix: 'both/', noncurrentversion_expiration_days: 2, newer_noncurrentversion_expiration_versions: 5 })
    const found = await rules()
    const ids = found.map(({ id }) => id)
    assert.is(new Set(ids).size, 8)
    for (const id of ids) assert.match(id, /^\w{20}$/)
    const rule = (prefix: string, expiration: object, tags: object[] = [], status = 'Enabled') => ({
      status,
      prefix,
      tags,
      ...nothing,
      expiration: { ...nothing.expiration, ...expiration },
    })
    assert.equal(
      found.map(({ id: _, ...each }) => each),
      [
        rule('', { days: 30 }),
        rule('dated/', { date: day(40) }, [], 'Disabled'),
        rule('ü & <b>/', { days: 1, noncurrent_expiration_days: 7 }, [
          { key: 'team', value: 'a & b' },
          { key: 'kind', value: 'log' },
        ]),
        rule('', { noncurrent_expiration_days: 3 }, [{ key: 'only', value: 'tag' }]),
        rule('', { days: 5 }, [
          { key: 'one', value: '' },
          { key: 'two', value: '2' },
        ]),
        rule('markers/', { delete_marker: true }),
        rule('few/', { newer_noncurrent_versions: 3 }),
        rule('both/', { noncurrent_expiration_days: 2, newer_noncurrent_versions: 5 }),
      ],
    )
  })

  test('a rule is disabled, enabled and gets other tags, and the other rules stay', async () => {
    const { name, buckets, add, rules, idOf } = await createBucket()
    await add({ prefix: 'logs/', tags: 'a=1', expiry_days: 30 })
    await add({ prefix: 'kept/', tags: 'b=2&c=3', expiry_date: day(9) })
    const [first, second] = await rules()
    const id = await idOf('logs/')
    const change = async (what: Parameters<typeof buckets.setLifecycleRule>[2]) => {
      await buckets.setLifecycleRule(name, id, what)
      const [changed, other] = await rules()
      assert.equal(other, second)
      return changed
    }
    assert.equal(await change({ disable: true }), { ...first, status: 'Disabled' })
    const tags = [
      { key: 'x', value: 'y=z' },
      { key: 'ö', value: '' },
    ]
    assert.equal(await change({ disable: true, tags }), { ...first, status: 'Disabled', tags })
    assert.equal(await change({ disable: false, tags: [] }), { ...first, tags: [] })
    assert.equal(await change({ tags: [{ key: 'a', value: '1' }] }), first)
  })

  test('a change applies the given fields, keeps the rest, and is refused if both contradict each other', async () => {
    const { name, buckets, add, rules } = await createBucket(true)
    await add({ prefix: 'a/', tags: 'k=v', expiry_days: 1 })
    const [rule] = await rules()
    assert.ok(rule)
    const change = async (body: InferInput<typeof LifecycleChange>) => {
      await buckets.setLifecycleRule(name, rule.id, v.parse(LifecycleChange, body))
      return (await rules())[0]
    }
    const { expiration } = rule
    assert.equal(await change({ type: 'expiry', prefix: 'b/', expiry_days: 2, noncurrentversion_expiration_days: 9 }), {
      ...rule,
      prefix: 'b/',
      expiration: { ...expiration, days: 2, noncurrent_expiration_days: 9 },
    })
    await expectFailure(422, change({ expired_object_delete_marker: true }), /neither days nor a date/)
    assert.equal(
      await change({
        expiry_days: 0,
        expired_object_delete_marker: true,
        newer_noncurrentversion_expiration_versions: 4,
      }),
      {
        ...rule,
        prefix: 'b/',
        expiration: {
          ...expiration,
          days: 0,
          delete_marker: true,
          noncurrent_expiration_days: 9,
          newer_noncurrent_versions: 4,
        },
      },
    )
    await expectFailure(422, change({ transition_days: 5 }), /to a tier/)
    await expectFailure(
      422,
      change({
        expired_object_delete_marker: false,
        noncurrentversion_expiration_days: 0,
        newer_noncurrentversion_expiration_versions: 0,
      }),
      /^Enter when/,
    )
    assert.equal(
      await change({
        prefix: '',
        tags: '',
        expired_object_delete_marker: false,
        expiry_date: day(40),
        noncurrentversion_expiration_days: 0,
        newer_noncurrentversion_expiration_versions: 0,
      }),
      { ...rule, prefix: '', tags: [], expiration: { ...expiration, days: 0, date: day(40) } },
    )
    await expectFailure(noTier, change({ transition_days: 5, storage_class: 'NOWHERE' }), /tier/)
  })

  test('rules are deleted one by one until the bucket has none', async () => {
    const { name, buckets, add, rules, idOf } = await createBucket()
    for (const prefix of ['a/', 'b/']) await add({ prefix, expiry_days: 1 })
    await buckets.removeLifecycleRule(name, await idOf('a/'))
    assert.equal(pluck(await rules(), 'prefix'), ['b/'])
    await buckets.removeLifecycleRule(name, await idOf('b/'))
    assert.equal(await rules(), [])
    await add({ expiry_days: 2 })
    assert.is((await rules()).length, 1)
  })

  test('an unknown tier is refused, and nothing is added', async () => {
    const { add, rules } = await createBucket(true)
    await add({ expiry_days: 1 })
    await expectFailure(noTier, add({ transition_days: 30, storage_class: 'nowhere' }), /tier/)
    await expectFailure(noTier, add({ transition_date: day(3), storage_class: 'NOWHERE' }), /tier/)
    const older = { noncurrentversion_transition_days: 1, noncurrentversion_transition_storage_class: 'NOWHERE' }
    await expectFailure(noTier, add(older), /tier/)
    assert.is((await rules()).length, 1)
    await add({ prefix: 'other/', expiry_days: 2 })
    assert.is((await rules()).length, 2)
  })

  /** All pages of a preview together. */
  const previewed = async (name: string, of: Of) => {
    const { buckets } = await peer().as()
    const sum = { scanned: 0, count: 0, size: 0, keys: [] as string[] }
    let cursor: string | undefined
    do {
      const page: LifecyclePreview = await buckets.previewLifecycle(name, of, cursor)
      sum.scanned += page.scanned
      sum.count += page.count
      sum.size += page.size
      sum.keys.push(...page.keys.map(({ name: key, as }) => `${key} ${as}`))
      cursor = page.cursor
    } while (cursor !== undefined)
    return sum
  }
  const ruleOf = (body: InferInput<typeof NewLifecycleRule>) => ({ rule: v.parse(NewLifecycleRule, body) })

  test('a preview lists what a rule would expire today, and changes nothing', async () => {
    const { name, buckets, add, idOf } = await createBucket(true)
    const admin = await peer().as()
    const store = (key: string, text: string) =>
      admin['object-browser'].put(name, key, {
        size: text.length,
        type: 'text/plain',
        body: Readable.from([Buffer.from(text)]),
        signal: new AbortController().signal,
      })
    for (const text of ['1', '22', '333', '4444']) await store('logs/a', text)
    await store('logs/b', '55555')
    await store('other', '6')
    await store('logs/gone', '7')
    await admin['object-browser'].remove(name, 'logs/gone')
    const all = await admin['object-browser'].list(name, everything)
    const nobody = { scanned: 6, count: 0, size: 0, keys: [] }
    assert.equal(await previewed(name, ruleOf({ prefix: 'logs/', expiry_days: 1 })), { ...nobody, scanned: 7 })
    const today = v.parse(NewLifecycleRule, { prefix: 'logs/', expiry_date: day(0) })
    assert.equal(await previewed(name, { rule: today }), {
      scanned: 7,
      count: 2,
      size: 9,
      keys: ['logs/a current', 'logs/b current'],
    })
    assert.equal(await previewed(name, ruleOf({ prefix: 'logs/', newer_noncurrentversion_expiration_versions: 1 })), {
      scanned: 7,
      count: 2,
      size: 3,
      keys: ['logs/a older', 'logs/a older'],
    })
    assert.equal((await previewed(name, ruleOf({ noncurrentversion_expiration_days: 1 }))).count, 0)
    await add({ prefix: 'logs/', newer_noncurrentversion_expiration_versions: 2, disable: true })
    assert.equal((await previewed(name, { id: await idOf('logs/') })).keys, ['logs/a older'])
    assert.equal(await admin['object-browser'].list(name, everything), all)
    await expectFailure(404, buckets.previewLifecycle(name, { id: 'no-such-rule' }))
    await expectFailure(404, buckets.previewLifecycle(uniqueName('nowhere'), ruleOf({ expiry_days: 1 })))
    await expectFailure(400, buckets.previewLifecycle(name, ruleOf({ expiry_days: 1 }), 'made-up'))
  })

  test('a preview matches tags, reports expired delete markers, and covers several pages', async () => {
    const { name, buckets } = await createBucket(true)
    const { 'object-browser': objects } = await peer().as()
    const store = (key: string) =>
      objects.put(name, key, {
        size: 1,
        type: 'text/plain',
        body: Readable.from([Buffer.from('x')]),
        signal: new AbortController().signal,
      })
    const keys = Array.from({ length: 1005 }, (_, n) => `many/${String(n).padStart(4, '0')}`)
    for (let n = 0; n < keys.length; n += 50) await Promise.all(keys.slice(n, n + 50).map(store))
    await store('tagged')
    await store('bare')
    await objects.setTags(name, 'tagged', undefined, { kind: 'log' })
    await store('zz-lone')
    await objects.remove(name, 'zz-lone')
    const [marker, below] = (await objects.list(name, { ...everything, prefix: 'zz-lone' })).objects
    assert.is(marker?.is_delete_marker, true)
    await objects.remove(name, 'zz-lone', below?.version_id)
    const tagged = ruleOf({ tags: 'kind=log', expiry_date: day(0) })
    assert.equal((await previewed(name, tagged)).keys, ['tagged current'])
    const markers = await previewed(name, ruleOf({ expired_object_delete_marker: true }))
    assert.equal([markers.count, markers.keys], [1, ['zz-lone marker']])
    const first = await buckets.previewLifecycle(name, ruleOf({ prefix: 'many/', expiry_date: day(0) }))
    assert.equal([first.scanned, first.count, first.keys.length], [1000, 1000, 100])
    const preview = await previewed(name, ruleOf({ prefix: 'many/', expiry_date: day(0) }))
    assert.equal([preview.scanned, preview.count, preview.size], [1005, 1005, 1005])
  })

  test('what a bucket could free is summed up over several pages, and needs the right to list versions', async () => {
    const { name, buckets } = await createBucket(true)
    const admin = await peer().as()
    const objects = admin['object-browser']
    const store = (key: string, text: string) =>
      objects.put(name, key, {
        size: text.length,
        type: 'text/plain',
        body: Readable.from([Buffer.from(text)]),
        signal: new AbortController().signal,
      })
    const nothing = { scanned: 0, noncurrent: { count: 0, size: 0 }, markers: 0, oldObjects: [] }
    assert.equal(await buckets.reclaimable(name), nothing)
    const keys = Array.from({ length: 1005 }, (_, n) => `many/${String(n).padStart(4, '0')}`)
    for (let n = 0; n < keys.length; n += 50) await Promise.all(keys.slice(n, n + 50).map((key) => store(key, 'x')))
    for (const text of ['1', '22', '333']) await store('zz/a', text)
    await store('zz/gone', '4444')
    await objects.remove(name, 'zz/gone')
    // a MinIO server counts with its next scan
    if (peer().name === 'embedded') {
      const { sizes, versions } = await buckets.distribution(name)
      assert.equal(sizes?.[0], { from: 0, below: 1024, count: 1006 })
      assert.equal(pluck(versions?.slice(0, 2), 'count'), [1005, 2])
    }
    const first = await buckets.reclaimable(name)
    assert.equal([first.scanned, first.noncurrent.count, first.markers], [1000, 0, 0])
    const second = await buckets.reclaimable(name, first.cursor)
    const { cursor, ...sums } = second
    assert.equal(
      [cursor, sums],
      [undefined, { scanned: 10, noncurrent: { count: 3, size: 7 }, markers: 1, oldObjects: [] }],
    )
    await expectFailure(404, buckets.reclaimable(uniqueName('nowhere')))
    await expectFailure(400, buckets.reclaimable(name, 'made-up'))
    const as = async (...actions: string[]) =>
      (await peer().as(await addUser(admin, [allow(actions, [name, `${name}/*`])]))).buckets
    await expectFailure(403, (await as('s3:GetLifecycleConfiguration')).reclaimable(name))
    assert.is((await (await as('s3:ListBucketVersions')).reclaimable(name)).scanned, 1000)
  })

  test('a preview needs the right to see rules and list versions, and with tags the right to read those', async () => {
    const { name } = await createBucket()
    const admin = await peer().as()
    const signInWith = async (...actions: string[]) =>
      (await peer().as(await addUser(admin, [allow(actions, [name, `${name}/*`])]))).buckets
    const rule = ruleOf({ expiry_days: 1 })
    await expectFailure(403, (await signInWith('s3:ListBucketVersions')).previewLifecycle(name, rule))
    await expectFailure(403, (await signInWith('s3:GetLifecycleConfiguration')).previewLifecycle(name, rule))
    const viewer = await signInWith('s3:GetLifecycleConfiguration', 's3:ListBucketVersions')
    assert.is((await viewer.previewLifecycle(name, rule)).count, 0)
    await expectFailure(
      403,
      viewer.previewLifecycle(name, ruleOf({ expiry_days: 1, tags: 'a=b' })),
      /s3:GetObjectTagging/,
    )
  })

  test('there are no tiers before one is added, which authorized callers can see', async () => {
    const admin = await peer().as()
    assert.equal(await admin.buckets.tiers(), [])
    await expectFailure(403, (await peer().as(await addUser(admin, ['readwrite']))).buckets.tiers())
  })

  test('an unknown bucket and an unknown rule are not found', async () => {
    const { name, buckets, add } = await createBucket()
    const nowhere = uniqueName('nowhere')
    await expectFailure(404, buckets.lifecycle(nowhere))
    await expectFailure(404, buckets.addLifecycleRule(nowhere, v.parse(NewLifecycleRule, { expiry_days: 1 })))
    for (const hasRule of [false, true]) {
      if (hasRule) await add({ expiry_days: 1 })
      await expectFailure(404, buckets.setLifecycleRule(name, 'no-such-rule', { disable: true }), /rule/)
      await expectFailure(404, buckets.removeLifecycleRule(name, 'no-such-rule'), /rule/)
    }
  })

  test('a caller with read access cannot change rules, and one without sees none', async () => {
    const { name, add, rules, idOf } = await createBucket()
    await add({ prefix: 'p/', expiry_days: 1 })
    const before = await rules()
    const id = await idOf('p/')
    const admin = await peer().as()
    const signInWith = async (...actions: string[]) =>
      (await peer().as(await addUser(admin, [allow(actions, [name, `${name}/*`])]))).buckets
    const viewer = await signInWith('s3:GetLifecycleConfiguration')
    assert.equal(await viewer.lifecycle(name), before)
    await expectFailure(403, viewer.addLifecycleRule(name, v.parse(NewLifecycleRule, { expiry_days: 1 })))
    await expectFailure(403, viewer.setLifecycleRule(name, id, { disable: true }))
    await expectFailure(403, viewer.removeLifecycleRule(name, id))
    await expectFailure(403, (await signInWith('s3:ListBucket', 's3:GetObject')).lifecycle(name))
    assert.equal(await rules(), before)
  })
})
