import { Failure } from 'stowage'
import { kindAt, pathOf, mergeInBatches } from 'stowage/engines/kubernetes'
import type { TenantKey } from '../details/backend.ts'
import type { Part } from '../details/contract.ts'
import { tenantAt, tenantKind } from './kind.ts'
import type { KubernetesAdapterContext } from 'stowage/server'

const pods = kindAt('v1', 'pods')
const claims = kindAt('v1', 'persistentvolumeclaims')
const events = kindAt('v1', 'events')

/**
 * Streams which parts of a tenant changed. Parts that the caller may not list are left out, because the calls that read
 * them report it. Events are those of the namespace, which belongs to the tenant alone.
 */
export async function* partChangesOf(
  { client, watch }: KubernetesAdapterContext,
  { namespace, tenant }: TenantKey,
  signal: AbortSignal,
): AsyncGenerator<Part[]> {
  const selector = { labelSelector: `v1.min.io/tenant=${tenant}` }
  const of = (part: Part, kind: typeof pods, query: { labelSelector?: string; fieldSelector?: string }) =>
    async function* (until: AbortSignal) {
      try {
        for await (const _ of watch(pathOf(kind, { namespace }), { signal: until, query })) yield part
      } catch (error) {
        if (!(error instanceof Failure) || ![403, 404].includes(error.status)) throw error
      }
    }
  // callers who cannot read the tenant get no changes either
  await client.get(tenantAt(namespace, tenant))
  const sources = [
    of('tenant', tenantKind, { fieldSelector: `metadata.name=${tenant}` }),
    of('pods', pods, selector),
    of('volumes', claims, selector),
    of('events', events, {}),
  ]
  for await (const parts of mergeInBatches(sources, signal)) yield [...new Set(parts)]
}
