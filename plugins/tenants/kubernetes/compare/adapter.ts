import * as v from 'valibot'
import type { Resource } from '../../../../engines/kubernetes/client.ts'
import type { KubeCaller } from '../../../../engines/kubernetes/kit.ts'
import type { CompareBackend } from '../../compare/backend.ts'
import type { Settings } from '../../compare/contract.ts'
import { placementFrom } from '../create/template-placement.ts'
import { viewOf } from '../create/template.ts'
import { itemOf } from '../item.ts'
import { tenantAt } from '../kind.ts'
import { tenantOf } from '../tenant.ts'
import { withUncovered } from '../uncovered.ts'

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
    const { seen, uncovered } = await withUncovered(caller.client, resource, async (client, one) => {
      const [{ template, environment, unread }, told] = await Promise.all([
        viewOf(client, one),
        tenantOf({ ...caller, client }, one),
      ])
      return { tenant: told, steps: template.steps, secrets: template.anew, pools: poolsOf(one), environment, unread }
    })
    const { used, usable } = itemOf(resource)
    return {
      ...seen,
      further: Object.fromEntries(uncovered.map(({ path, value }) => [path, value])),
      ...(used !== undefined && usable !== undefined && { used, usable }),
    }
  },
})
