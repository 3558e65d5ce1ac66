import * as v from 'valibot'
import type { Resource } from '../../../engines/kubernetes/client.ts'
import { poolsOf, sizeOf } from '../../../engines/kubernetes/tenant.ts'
import type { TenantItem } from '../contract.ts'

const known = v.fallback(v.optional(v.number()), undefined)

/** What a list reads of a tenant, of any generation; what is not of its shape counts as not said. */
const Tenant = v.object({
  spec: v.fallback(v.object({ image: v.fallback(v.string(), '') }), { image: '' }),
  status: v.fallback(
    v.object({
      currentState: v.fallback(v.string(), ''),
      healthStatus: v.fallback(v.string(), ''),
      drivesOnline: known,
      drivesOffline: known,
      usage: v.fallback(v.optional(v.object({ capacity: known, usage: known })), undefined),
    }),
    { currentState: '', healthStatus: '' },
  ),
})

const LONGEST = 40

/** What of a tenant's pools cannot be read, in words. */
const problemOf = (pools: ReturnType<typeof poolsOf>) => {
  const at = pools.findIndex(({ request, size }) => request !== undefined && size === undefined)
  if (at < 0) return undefined
  const pool = pools[at]
  return `The storage request of pool ${pool?.name || at} is no size: ${String(pool?.request).slice(0, LONGEST)}`
}

const read = (resource: Resource): TenantItem => {
  const { name, namespace = '', creationTimestamp = '', deletionTimestamp } = resource.metadata
  const { spec, status } = v.parse(Tenant, resource)
  const pools = poolsOf(resource)
  const problem = problemOf(pools)
  const { capacity, usage } = status.usage ?? {}
  // Go leaves out a 0: a tenant of which drives are offline and none online has lost them all
  const drivesOnline = status.drivesOnline ?? (status.drivesOffline ? 0 : undefined)
  return {
    name,
    namespace,
    pool_count: pools.length,
    instance_count: pools.reduce((sum, { servers }) => sum + servers, 0),
    volume_count: pools.reduce((sum, { volumes }) => sum + volumes, 0),
    total_size: Number(sizeOf(resource)),
    creation_date: creationTimestamp,
    ...(deletionTimestamp && { deletion_date: deletionTimestamp }),
    currentState: status.currentState,
    ...(status.healthStatus && { health_status: status.healthStatus }),
    image: spec.image,
    ...(capacity && { used: usage ?? 0, usable: capacity }),
    ...(drivesOnline !== undefined && { drives_online: drivesOnline }),
    ...(problem && { problem }),
  }
}

/**
 * A tenant as lists show it (operator 2.3); sizes are reckoned exactly, and told as numbers. One that cannot be read
 * says so, and never makes a list fail: whoever may create a tenant decides what is in it.
 */
export const itemOf = (resource: Resource): TenantItem => {
  try {
    return read(resource)
  } catch {
    const { name, namespace = '' } = resource.metadata
    return {
      ...{ name, namespace, pool_count: 0, instance_count: 0, volume_count: 0, total_size: 0 },
      ...{ creation_date: '', currentState: '', image: '', problem: 'This tenant cannot be read' },
    }
  }
}
