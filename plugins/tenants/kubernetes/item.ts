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
      usage: v.fallback(v.optional(v.object({ capacity: known, usage: known })), undefined),
    }),
    { currentState: '', healthStatus: '' },
  ),
})

/** A tenant as lists show it (operator 2.3); sizes are reckoned exactly, and told as numbers. */
export const itemOf = (resource: Resource): TenantItem => {
  const { name, namespace = '', creationTimestamp = '', deletionTimestamp } = resource.metadata
  const { spec, status } = v.parse(Tenant, resource)
  const pools = poolsOf(resource)
  const { capacity, usage } = status.usage ?? {}
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
    ...(status.drivesOnline !== undefined && { drives_online: status.drivesOnline }),
  }
}
