import * as v from 'valibot'
import type { InferInput } from 'valibot'
import { rowOf } from '../../create/row-texts.ts'
import type { steps } from '../../create/steps.ts'

const Expression = v.strictObject({ key: v.string(), operator: v.literal('In'), values: v.strictTuple([v.string()]) })
const Labels = v.strictObject({
  requiredDuringSchedulingIgnoredDuringExecution: v.strictObject({
    nodeSelectorTerms: v.strictTuple([v.strictObject({ matchExpressions: v.array(Expression) })]),
  }),
})
const Apart = v.strictObject({
  requiredDuringSchedulingIgnoredDuringExecution: v.strictTuple([
    v.strictObject({
      labelSelector: v.strictObject({ matchExpressions: v.array(Expression) }),
      topologyKey: v.literal('kubernetes.io/hostname'),
    }),
  ]),
})
const Affinity = v.strictObject({ nodeAffinity: v.optional(Labels), podAntiAffinity: v.optional(Apart) })
const Selector = v.fallback(v.optional(v.record(v.string(), v.string())), undefined)

/** Placement of a pool's pods in the wizard's fields; `unknown` if there are rules without a field. */
export const placementFrom = (
  pool: Readonly<Record<string, unknown>>,
): { placement: Partial<InferInput<typeof steps.placement>>; unknown: boolean } => {
  const read = v.safeParse(Affinity, pool.affinity ?? {})
  const { nodeAffinity, podAntiAffinity } = read.success ? read.output : {}
  const chosen = (
    nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions ?? []
  ).map(({ key, values: [value] }) => rowOf(key, value))
  const labels = [
    ...chosen,
    ...Object.entries(v.parse(Selector, pool.nodeSelector) ?? {}).map(([key, value]) => rowOf(key, value)),
  ]
  const isSpread = podAntiAffinity !== undefined
  const placement =
    labels.length > 0
      ? { kind: 'nodeSelector' as const, apart: isSpread, labels }
      : { kind: isSpread ? ('default' as const) : ('none' as const) }
  return { placement, unknown: !read.success }
}
