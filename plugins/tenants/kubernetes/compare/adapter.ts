import * as v from 'valibot'
import type { Resource } from '../../../../engines/kubernetes/client.ts'
import type { KubeCaller } from '../../../../engines/kubernetes/kit.ts'
import type { CompareBackend } from '../../compare/backend.ts'
import type { Settings } from '../../compare/contract.ts'
import { placementFrom } from '../create/template-placement.ts'
import { copyOf } from '../create/template.ts'
import { itemOf } from '../item.ts'
import { tenantAt } from '../kind.ts'
import { tenantOf } from '../tenant.ts'

const amount = v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')
const Amounts = v.fallback(v.object({ cpu: amount, memory: amount }), { cpu: '', memory: '' })
const Resources = v.fallback(v.object({ requests: Amounts, limits: Amounts }), {
  requests: { cpu: '', memory: '' },
  limits: { cpu: '', memory: '' },
})
const Pools = v.object({ pools: v.array(v.looseObject({ resources: Resources })) })

/** Rules as they are, but for the tenant's own name, by which no two would be alike. */
const rulesOf = (name: string, { affinity, nodeSelector }: Readonly<Record<string, unknown>>) =>
  JSON.stringify([affinity, nodeSelector]).replaceAll(JSON.stringify(name), '"{tenant}"')

const poolsOf = ({ metadata, spec }: Resource): Settings['pools'] =>
  v.parse(Pools, spec).pools.map((pool) => {
    const { placement, unknown } = placementFrom(pool)
    return {
      ...pool.resources,
      placement: placement as Settings['steps']['placement'],
      rules: unknown ? rulesOf(metadata.name, pool) : '',
    }
  })

/** Reads tenants to hold them against each other, as the wizard and a tenant's page do. */
export const compareOn = (caller: KubeCaller): CompareBackend => ({
  settings: async ({ namespace, tenant }) => {
    const resource = await caller.client.get(tenantAt(namespace, tenant))
    const [{ template, environment, unread }, told] = await Promise.all([
      copyOf(caller.client, resource),
      tenantOf(caller, resource),
    ])
    const { used, usable } = itemOf(resource)
    return {
      ...{ tenant: told, steps: template.steps, secrets: template.anew, pools: poolsOf(resource), environment, unread },
      ...(used !== undefined && usable !== undefined && { used, usable }),
    }
  },
})
