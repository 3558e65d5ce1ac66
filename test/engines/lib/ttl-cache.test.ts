import { assert, test } from '../../lib/suite.ts'
import { createTtlCache } from '../../../engines/lib/ttl-cache.ts'
import { withFixedDate } from '../../lib/fake-timers.ts'

const counting = () => {
  let requests = 0
  return { ask: async () => ++requests, failing: () => Promise.reject(new Error(`no ${++requests}`)) }
}

test('concurrent and later callers share a result, and other keys have different ones', async () => {
  const { ask } = counting()
  const cache = createTtlCache<number>(10_000)
  assert.equal(await Promise.all([cache.get('anna', ask), cache.get('anna', ask), cache.get('ben', ask)]), [1, 1, 2])
  assert.is(await cache.get('anna', ask), 1)
})

test('a result expires after its TTL, or when deleted', () =>
  withFixedDate(async (pass) => {
    const { ask } = counting()
    const cache = createTtlCache<number>(5)
    assert.is(await cache.get('anna', ask), 1)
    pass(5)
    assert.is(await cache.get('anna', ask), 1)
    pass(1)
    assert.is(await cache.get('anna', ask), 2)
    cache.forget()
    assert.is(await cache.get('anna', ask), 3)
  }))

test('a failure is passed to waiting callers, and not cached', async () => {
  const { ask, failing } = counting()
  const cache = createTtlCache<number>(10_000)
  const both = await Promise.allSettled([cache.get('anna', failing), cache.get('anna', failing)])
  assert.equal(
    both.map((one) => one.status === 'rejected' && (one.reason as Error).message),
    ['no 1', 'no 1'],
  )
  assert.is(await cache.get('anna', ask), 2)
})

test('a result requested before an invalidation is not given to later callers', async () => {
  const cache = createTtlCache<string>(10_000)
  let answer = (_: string) => {}
  const early = cache.get('anna', () => new Promise<string>((resolve) => (answer = resolve)))
  cache.forget()
  const late = cache.get('anna', async () => 'new')
  answer('old')
  assert.equal([await early, await late, await cache.get('anna', async () => 'newest')], ['old', 'new', 'new'])
})
