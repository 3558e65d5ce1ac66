import * as v from 'valibot'
import { poolsOf, type Resource, sizeOf } from 'stowage/engines/kubernetes'
import type { TenantItem } from '../contract.ts'
import * as messages from '../messages.ts'

const optionalNumber = v.fallback(v.optional(v.number()), undefined)

/** Fields of a tenant of any operator version that lists use; values of the wrong type count as absent. */
const Tenant = v.object({
  spec: v.fallback(v.object({ image: v.fallback(v.string(), '') }), { image: '' }),
  status: v.fallback(
    v.object({
      currentState: v.fallback(v.string(), ''),
      healthStatus: v.fallback(v.string(), ''),
      drivesOnline: optionalNumber,
      drivesOffline: optionalNumber,
      usage: v.fallback(v.optional(v.object({ capacity: optionalNumber, usage: optionalNumber })), undefined),
    }),
    { currentState: '', healthStatus: '' },
  ),
})

const MAX_QUANTITY = 40

/** Parts of a tenant's pools that cannot be read. */
const problemOf = (pools: ReturnType<typeof poolsOf>) => {
  const at = pools.findIndex(({ request, size }) => request !== undefined && size === undefined)
  if (at < 0) return undefined
  const pool = pools[at]
  return messages.poolStorageInvalid(pool?.name || at, String(pool?.request).slice(0, MAX_QUANTITY))
}

const read = (resource: Resource): TenantItem => {
  const { name, namespace = '', creationTimestamp = '', deletionTimestamp } = resource.metadata
  const { spec, status } = v.parse(Tenant, resource)
  const pools = poolsOf(resource)
  const problem = problemOf(pools)
  const { capacity, usage } = status.usage ?? {}
  // Go omits zeros: with drives offline and none online, all drives are lost
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
 * A tenant in lists (operator 2.3). Sizes are computed exactly and returned as numbers. An invalid tenant is marked as
 * such and never breaks the list, because anyone who can create a tenant controls its contents.
 */
export const itemOf = (resource: Resource): TenantItem => {
  try {
    return read(resource)
  } catch {
    const { name, namespace = '' } = resource.metadata
    return {
      name,
      namespace,
      pool_count: 0,
      instance_count: 0,
      volume_count: 0,
      total_size: 0,
      creation_date: '',
      currentState: '',
      image: '',
      problem: 'This tenant cannot be read',
    }
  }
}
