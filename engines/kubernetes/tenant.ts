import * as v from 'valibot'
import { kindAt, pathOf, type Resource } from './client.ts'
import { LARGEST, unitsOf } from './quantity.ts'

/** The kind of tenants, which the operators of all generations serve. */
export const tenantKind = kindAt('minio.min.io/v2', 'tenants')

/** A tenant's place in the cluster. */
export const tenantAt = (namespace: string, name: string) => pathOf(tenantKind, { namespace, name })

/** Servers and volumes as the tenant's definition has them: 32 bits. */
const whole = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)), 0)

const text = v.fallback(v.string(), '')

/** What stands at a path of an object that may have any shape. */
const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  )

const read = new Set(['name', 'servers', 'volumesPerServer', 'volumeClaimTemplate'])

/** The sum that fits into a number of the API. */
const capped = (bytes: bigint) => (bytes > LARGEST ? LARGEST : bytes)

/**
 * A tenant's pools as its definition has them. Every field is read by itself, so that a strange one hides none of the
 * others. `size` is that of one volume in bytes, `undefined` where it is missing or cannot be read.
 */
export const poolsOf = (tenant: Resource) => {
  const pools = valueAt(tenant, ['spec', 'pools'])
  return (Array.isArray(pools) ? pools : []).map((pool: unknown) => {
    const servers = v.parse(whole, valueAt(pool, ['servers']))
    const volumesPerServer = v.parse(whole, valueAt(pool, ['volumesPerServer']))
    const claim = valueAt(pool, ['volumeClaimTemplate', 'spec'])
    const request = valueAt(claim, ['resources', 'requests', 'storage'])
    return {
      name: v.parse(text, valueAt(pool, ['name'])),
      ...{ servers, volumesPerServer, volumes: servers * volumesPerServer },
      storageClass: v.parse(text, valueAt(claim, ['storageClassName'])),
      request,
      size: unitsOf(request),
      /** Fields that have no name above. */
      fields: Object.keys(typeof pool === 'object' && pool !== null ? pool : {}).filter((field) => !read.has(field)),
    }
  })
}

/** The capacity of all volumes of a tenant, in bytes (operator 3.1). */
export const sizeOf = (tenant: Resource): bigint =>
  capped(poolsOf(tenant).reduce((sum, { volumes, size = 0n }) => sum + BigInt(volumes) * size, 0n))
