import * as v from 'valibot'
import { kindAt, pathOf, type Resource } from './client.ts'
import { MAX_QUANTITY, parseQuantity } from './quantity.ts'

/** Resource kind of tenants, served by all operator generations. */
export const tenantKind = kindAt('minio.min.io/v2', 'tenants')

/** Path of a tenant. */
export const tenantAt = (namespace: string, name: string) => pathOf(tenantKind, { namespace, name })

/** Server and volume counts are 32-bit in the tenant definition. */
const count32 = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)), 0)

const text = v.fallback(v.string(), '')

/** Value at a path of an object of unknown shape. */
const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )

const readFields = new Set(['name', 'servers', 'volumesPerServer', 'volumeClaimTemplate'])

/** Caps a sum at the largest number of the API. */
const cap = (bytes: bigint) => (bytes > MAX_QUANTITY ? MAX_QUANTITY : bytes)

/**
 * Pools of a tenant. Fields are parsed one by one, so that an invalid one does not hide the others. `size` is that of
 * one volume in bytes, `undefined` if missing or invalid.
 */
export const poolsOf = (tenant: Resource) => {
  const pools = valueAt(tenant, ['spec', 'pools'])
  return (Array.isArray(pools) ? pools : []).map((pool: unknown) => {
    const servers = v.parse(count32, valueAt(pool, ['servers']))
    const volumesPerServer = v.parse(count32, valueAt(pool, ['volumesPerServer']))
    const claim = valueAt(pool, ['volumeClaimTemplate', 'spec'])
    const request = valueAt(claim, ['resources', 'requests', 'storage'])
    return {
      name: v.parse(text, valueAt(pool, ['name'])),
      servers,
      volumesPerServer,
      volumes: servers * volumesPerServer,
      storageClass: v.parse(text, valueAt(claim, ['storageClassName'])),
      request,
      size: parseQuantity(request),
      /** fields not read above */
      fields: Object.keys(typeof pool === 'object' && pool !== null ? pool : {}).filter(
        (field) => !readFields.has(field),
      ),
    }
  })
}

/** Capacity of all volumes of a tenant, in bytes (operator 3.1). */
export const sizeOf = (tenant: Resource): bigint =>
  cap(poolsOf(tenant).reduce((sum, { volumes, size = 0n }) => sum + BigInt(volumes) * size, 0n))
