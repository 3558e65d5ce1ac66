import * as v from 'valibot'
import type { Resource } from 'stowage/engines/kubernetes'

const optionalText = v.fallback(v.string(), '')

const Tenant = v.object({
  spec: v.object({ pools: v.fallback(v.array(v.object({ name: optionalText })), []) }),
  status: v.fallback(v.object({ pools: v.fallback(v.array(v.object({ ssName: optionalText })), []) }), { pools: [] }),
})

/**
 * StatefulSet names of a tenant's pools, in the pools' order: from `status.pools`, else by the operator's naming rule.
 * Operators 4 and older name the set of a pool without a name `<tenant>-ss-<index>`; even older names
 * (`<tenant>-zone-<index>`) are only in the status.
 */
export const statefulSetsOf = (resource: Resource): string[] => {
  const { spec, status } = v.parse(Tenant, resource)
  return spec.pools.map(
    ({ name }, index) => status.pools[index]?.ssName || `${resource.metadata.name}-${name || `ss-${index}`}`,
  )
}
