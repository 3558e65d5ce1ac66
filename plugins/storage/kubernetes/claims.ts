import * as v from 'valibot'
import type { Change, Resource } from 'stowage/engines/kubernetes'
import type { Claim, ClaimChange } from '../contract.ts'

/** Label of a tenant's resources. */
export const OWNER = 'v1.min.io/tenant'

const optionalText = v.fallback(v.string(), '')

const ClaimResource = v.object({
  spec: v.fallback(v.object({ volumeName: optionalText, storageClassName: optionalText }), {
    volumeName: '',
    storageClassName: '',
  }),
  status: v.fallback(
    v.object({
      phase: optionalText,
      capacity: v.fallback(v.object({ storage: v.fallback(v.string(), '0') }), { storage: '0' }),
    }),
    {
      phase: '',
      capacity: { storage: '0' },
    },
  ),
})

export const claimOf = (resource: Resource): Claim => {
  const { spec, status } = v.parse(ClaimResource, resource)
  const { name, namespace = '', labels, creationTimestamp = '' } = resource.metadata
  return {
    name,
    namespace,
    status: status.phase,
    volume: spec.volumeName,
    tenant: labels?.[OWNER] ?? '',
    capacity: status.capacity.storage,
    storageClass: spec.storageClassName,
    age: creationTimestamp,
  }
}

export const claimChangeOf = (change: Change): ClaimChange => {
  if (change.kind === 'all') return { kind: 'all', claims: change.items.map(claimOf) }
  if (change.kind === 'set') return { kind: 'set', claim: claimOf(change.item) }
  const { name, namespace = '' } = change.item.metadata
  return { kind: 'deleted', claim: { name, namespace } }
}
