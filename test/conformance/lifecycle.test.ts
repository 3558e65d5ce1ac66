import type { InferInput } from 'valibot'
import * as v from 'valibot'
import * as assert from 'uvu/assert'
import { NewLifecycleRule } from '../../plugins/buckets/contract.ts'
import { addUser, allow, onEveryEngine, refused, unique } from './engines.ts'

const nothing = {
  expiration: { date: '', days: 0, delete_marker: false, noncurrent_expiration_days: 0 },
  transition: { date: '', days: 0, storage_class: '', noncurrent_transition_days: 0, noncurrent_storage_class: '' },
}

const day = (after: number) => new Date(Date.now() + after * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

onEveryEngine('lifecycle', (test, peer) => {
  const made = async (versioning = false) => {
    const { buckets } = await peer().as()
    const name = unique('aging')
    await buckets.add({ name, versioning, locking: false })
    /** As the call does it, from its body on. */
    const add = (body: InferInput<typeof NewLifecycleRule>) => buckets.addLifecycleRule(name, v.parse(NewLifecycleRule, body))
    const rules = () => buckets.lifecycle(name)
    const idOf = async (prefix: string) => (await rules()).find((rule) => rule.prefix === prefix)?.id as string
    return { name, buckets, add, rules, idOf }
  }

  test('a bucket has no rules until one is added', async () => {
    const { rules } = await made()
    assert.equal(await rules(), [])
  })

  test('rules of each kind come back as they were added, each under an id of its own', async () => {
    const { add, rules } = await made(true)
    await add({ expiry_days: 30 })
    await add({ prefix: 'dated/', expiry_date: `${day(40)}T23:59:59Z`, disable: true })
    await add({ prefix: 'ü & <b>/', tags: 'team=a%20%26%20b&kind=log', expiry_days: 1, noncurrentversion_expiration_days: 7 })
    await add({ tags: 'only=tag', noncurrentversion_expiration_days: 3 })
    await add({ tags: 'one=&two=2', expiry_days: 5 })
    await add({ prefix: 'markers/', expired_object_delete_marker: true })
    const found = await rules()
    const ids = found.map(({ id }) => id)
    assert.is(new Set(ids).size, 6)
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
      ],
    )
  })

  test('a rule is disabled and enabled again and gets other tags, and the ones beside it stay', async () => {
    const { name, buckets, add, rules, idOf } = await made()
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

  test('rules are deleted one by one, and the last one leaves a bucket without', async () => {
    const { name, buckets, add, rules, idOf } = await made()
    for (const prefix of ['a/', 'b/']) await add({ prefix, expiry_days: 1 })
    await buckets.removeLifecycleRule(name, await idOf('a/'))
    assert.equal((await rules()).map(({ prefix }) => prefix), ['b/'])
    await buckets.removeLifecycleRule(name, await idOf('b/'))
    assert.equal(await rules(), [])
    await add({ expiry_days: 2 })
    assert.is((await rules()).length, 1)
  })

  test('a tier that the storage does not have is refused, and nothing is added', async () => {
    const { add, rules } = await made(true)
    await add({ expiry_days: 1 })
    await refused(400, add({ transition_days: 30, storage_class: 'nowhere' }), /tier/)
    await refused(400, add({ transition_date: day(3), storage_class: 'NOWHERE' }), /tier/)
    const older = { noncurrentversion_transition_days: 1, noncurrentversion_transition_storage_class: 'NOWHERE' }
    await refused(400, add(older), /tier/)
    assert.is((await rules()).length, 1)
  })

  test('an unknown bucket and an unknown rule are not found', async () => {
    const { name, buckets, add } = await made()
    const nowhere = unique('nowhere')
    await refused(404, buckets.lifecycle(nowhere))
    await refused(404, buckets.addLifecycleRule(nowhere, v.parse(NewLifecycleRule, { expiry_days: 1 })))
    for (const hasRule of [false, true]) {
      if (hasRule) await add({ expiry_days: 1 })
      await refused(404, buckets.setLifecycleRule(name, 'no-such-rule', { disable: true }), /rule/)
      await refused(404, buckets.removeLifecycleRule(name, 'no-such-rule'), /rule/)
    }
  })

  test('whoever may only see the rules changes none, and whoever may not see them sees none', async () => {
    const { name, add, rules, idOf } = await made()
    await add({ prefix: 'p/', expiry_days: 1 })
    const before = await rules()
    const id = await idOf('p/')
    const admin = await peer().as()
    const as = async (...actions: string[]) => (await peer().as(await addUser(admin, [allow(actions, [name, `${name}/*`])]))).buckets
    const looker = await as('s3:GetLifecycleConfiguration')
    assert.equal(await looker.lifecycle(name), before)
    await refused(403, looker.addLifecycleRule(name, v.parse(NewLifecycleRule, { expiry_days: 1 })))
    await refused(403, looker.setLifecycleRule(name, id, { disable: true }))
    await refused(403, looker.removeLifecycleRule(name, id))
    await refused(403, (await as('s3:ListBucket', 's3:GetObject')).lifecycle(name))
    assert.equal(await rules(), before)
  })
})
