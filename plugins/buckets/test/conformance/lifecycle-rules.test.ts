import { Readable } from 'node:stream'
import * as v from 'valibot'
import { assert } from '../../../../test/lib/suite.ts'
import { NewLifecycleRule } from '../../contract.ts'
import { expectFailure, onEveryStorage, uniqueName } from '../../../../test/conformance/engines.ts'

const day = (after: number) => new Date(Date.now() + after * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** Rules without versions and tags, and the response of storages that lack these to other rules. */
onEveryStorage('lifecycle', (test, peer) => {
  const createBucket = async () => {
    const { buckets, 'object-browser': objects } = await peer().as()
    const name = uniqueName('aging')
    await buckets.add({ name, versioning: false, locking: false })
    const add = (body: v.InferInput<typeof NewLifecycleRule>) =>
      buckets.addLifecycleRule(name, v.parse(NewLifecycleRule, body))
    return { name, buckets, objects, add, rules: () => buckets.lifecycle(name) }
  }

  test('rules for all objects and for a prefix are read back, previewed, changed and deleted', async () => {
    const { name, buckets, objects, add, rules } = await createBucket()
    for (const key of ['logs/a', 'logs/b', 'other'])
      await objects.put(name, key, {
        size: 1,
        type: 'text/plain',
        body: Readable.from([Buffer.from('x')]),
        signal: new AbortController().signal,
      })
    await add({ expiry_days: 30 })
    await add({ prefix: 'logs/', expiry_date: day(40), disable: true })
    const found = await rules()
    assert.equal(
      found.map(({ prefix, status, expiration: { days, date } }) => [prefix, status, days, date]),
      [
        ['', 'Enabled', 30, ''],
        ['logs/', 'Disabled', 0, day(40)],
      ],
    )
    const rule = v.parse(NewLifecycleRule, { prefix: 'logs/', expiry_date: day(0) })
    const { scanned, keys } = await buckets.previewLifecycle(name, { rule })
    assert.equal([scanned, keys.map(({ name: key, as }) => `${key} ${as}`)], [2, ['logs/a current', 'logs/b current']])
    const id = found.find(({ prefix }) => prefix === 'logs/')?.id ?? ''
    await buckets.setLifecycleRule(name, id, { disable: false, expiry_days: 3 })
    assert.equal((await rules())[1], {
      ...found[1],
      status: 'Enabled',
      expiration: { ...found[1]?.expiration, date: '', days: 3 },
    })
    await buckets.removeLifecycleRule(name, id)
    assert.equal(await rules(), [found[0]])
  })

  test('a rule for tags or older versions is stored whole, or refused', async () => {
    const { add, rules } = await createBucket()
    await add({ prefix: 'first/', expiry_days: 1 })
    for (const rule of [
      { prefix: 'tagged/', tags: 'kind=log', expiry_days: 5 },
      { prefix: 'older/', expiry_days: 5, noncurrentversion_expiration_days: 3 },
      { prefix: 'few/', expiry_days: 5, newer_noncurrentversion_expiration_versions: 3 },
    ]) {
      const before = await rules()
      const refusal = await add(rule).catch((error: unknown) => error)
      if (refusal !== undefined) {
        await expectFailure([400, 501], Promise.reject(refusal))
        assert.equal(await rules(), before)
        continue
      }
      const { prefix: _, ...stored } = v.parse(NewLifecycleRule, rule)
      const { id: __, prefix, ...found } = (await rules()).at(-1) ?? { id: '', prefix: '' }
      assert.equal([prefix, found], [rule.prefix, stored])
    }
  })
})
