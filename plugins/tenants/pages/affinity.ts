import type { WizardValues } from '../create/steps.ts'

/** Anti-affinity: no two pods of a pool on one node. */
const apartOn = (tenant: string, pool: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [
    {
      labelSelector: {
        matchExpressions: [
          { key: 'v1.min.io/tenant', operator: 'In' as const, values: [tenant] },
          { key: 'v1.min.io/pool', operator: 'In' as const, values: [pool] },
        ],
      },
      topologyKey: 'kubernetes.io/hostname',
    },
  ],
})

/** Placement of a pool's pods (operator 2.6). */
export const affinityOf = (tenant: string, pool: string, { kind, apart, labels = [] }: WizardValues['placement']) => {
  if (kind === 'none') return null
  const matchExpressions = labels.map(({ key, value }) => ({ key, operator: 'In' as const, values: [value] }))
  return {
    ...(kind === 'nodeSelector' && {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    }),
    ...((kind === 'default' || apart) && { podAntiAffinity: apartOn(tenant, pool) }),
  }
}
