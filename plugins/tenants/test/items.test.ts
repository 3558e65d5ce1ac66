import { assert, suite } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { poolsOf, sizeOf } from '../../../engines/kubernetes/tenant.ts'
import { itemOf } from '../kubernetes/item.ts'

const test = suite('tenants in a list')

const pool = (storage: unknown, servers: unknown = 2) => ({
  name: 'pool-0',
  servers,
  volumesPerServer: 2,
  volumeClaimTemplate: { spec: { storageClassName: 'fast', resources: { requests: { storage } } } },
})
const tenantOf = (...pools: unknown[]) => ({ metadata: { name: 'store', namespace: 'blue' }, spec: { pools } })

test('a size with an enormous exponent is quickly reported as unreadable', () => {
  for (const storage of ['1e40000000', '1e300000000', '1e999999999999', '9'.repeat(100_000)]) {
    const { total_size, problem } = itemOf(tenantOf(pool(storage), pool('1Gi')))
    assert.is(total_size, 4 * 2 ** 30)
    assert.match(String(problem), /^The storage request of pool pool-0 is not a valid size: /)
    assert.ok(String(problem).length < 120)
  }
  assert.is(itemOf(tenantOf(pool('1Gi'))).problem, undefined)
  assert.is(itemOf(tenantOf(pool(undefined))).problem, undefined, 'a missing value is no problem')
})

test('totals stay numbers that a response can represent', () => {
  const huge = Array.from({ length: 10 }, () => pool('7Ei', 2 ** 31 - 1))
  assert.is(sizeOf(tenantOf(...huge)), 2n ** 63n - 1n)
  const { total_size, instance_count } = itemOf(tenantOf(pool('7Ei', 1e308), ...huge))
  assert.ok(Number.isFinite(total_size) && Number.isFinite(instance_count))
})

test('an invalid field of a pool hides no other field', () => {
  const [first] = poolsOf(tenantOf({ ...pool(undefined), servers: 'two', name: 7 }))
  assert.equal(
    { ...first },
    {
      name: '',
      servers: 0,
      volumesPerServer: 2,
      volumes: 0,
      storageClass: 'fast',
      request: undefined,
      size: undefined,
      fields: [],
    },
  )
  assert.equal(pluck(poolsOf(tenantOf(null, 'pool', [])), 'servers'), [0, 0, 0])
})

test('a tenant with any definition is listed', () => {
  const metadata = { name: 'store', namespace: 'blue' }
  const shapes = [{}, { spec: 1 }, { spec: { pools: 'many' }, status: 'fine' }, { spec: null, status: { usage: [] } }]
  for (const shape of shapes) assert.is(itemOf({ metadata, ...shape } as never).name, 'store', JSON.stringify(shape))
  const { problem } = itemOf({
    metadata,
    get spec(): never {
      throw new Error('odd')
    },
  })
  assert.is(problem, 'This tenant cannot be read')
})
