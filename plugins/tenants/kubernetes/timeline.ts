import * as v from 'valibot'
import { kindAt, pathOf, type Resource } from 'stowage/engines/kubernetes'
import type { TimelineBackend } from '../timeline/backend.ts'
import type { TimelineEvent } from '../timeline/contract.ts'
import { tenantAt } from './kind.ts'
import { lastSeenAt } from './pods.ts'
import { statefulSetsOf } from './stateful-sets.ts'
import type { KubernetesAdapterContext } from 'stowage/server'

const events = kindAt('v1', 'events')

const optionalText = v.fallback(v.string(), '')
const Metadata = v.fallback(v.object({ name: v.fallback(v.string(), 'data') }), { name: 'data' })

const Tenant = v.object({
  spec: v.object({
    pools: v.fallback(
      v.array(
        v.object({
          volumeClaimTemplate: v.fallback(v.object({ metadata: Metadata }), { metadata: { name: 'data' } }),
        }),
      ),
      [],
    ),
  }),
})

const Event = v.object({
  involvedObject: v.fallback(v.object({ kind: optionalText, name: optionalText }), { kind: '', name: '' }),
  type: optionalText,
  reason: optionalText,
  message: optionalText,
  firstTimestamp: optionalText,
  count: v.fallback(v.optional(v.number()), undefined),
  series: v.fallback(v.optional(v.object({ count: v.number() })), undefined),
})

/** Returns a test of events for the tenant and its resources, by their names, so that deleted pods are included. */
const matcherOf = (resource: Resource) => {
  const { name } = resource.metadata
  const { spec } = v.parse(Tenant, resource)
  const sets = new Set(statefulSetsOf(resource))
  const templates = [...new Set(spec.pools.map(({ volumeClaimTemplate }) => volumeClaimTemplate.metadata.name))]
  const setOf = (member: string) => member.replace(/-\d+$/, '')
  return ({ involvedObject: { kind, name: of } }: v.InferOutput<typeof Event>) => {
    if (kind === 'Tenant') return of === name
    if (kind === 'StatefulSet') return sets.has(of)
    if (kind === 'Pod') return of !== setOf(of) && sets.has(setOf(of))
    if (kind !== 'PersistentVolumeClaim' || of === setOf(of)) return false
    return templates.some(
      (template) => of.startsWith(template) && sets.has(setOf(of.slice(template.length)).replace(/^\d*-/, '')),
    )
  }
}

/** Merges repeated events into one with a count; latest first. */
const mergeRepeated = (all: readonly TimelineEvent[]) => {
  const merged = new Map<string, TimelineEvent>()
  for (const one of all) {
    const key = JSON.stringify([one.kind, one.name, one.event_type, one.reason, one.message])
    const { count, first_seen, last_seen } = merged.get(key) ?? { ...one, count: 0 }
    merged.set(key, {
      ...one,
      count: count + one.count,
      first_seen: Math.min(first_seen, one.first_seen),
      last_seen: Math.max(last_seen, one.last_seen),
    })
  }
  return [...merged.values()].sort((a, b) => b.last_seen - a.last_seen)
}

/** Events of tenants that the cluster still has. */
export const timelineOn = ({ client }: Pick<KubernetesAdapterContext, 'client'>): TimelineBackend => ({
  timeline: async ({ namespace, tenant }) => {
    const [resource, found] = await Promise.all([
      client.get(tenantAt(namespace, tenant)),
      client.list(pathOf(events, { namespace })),
    ])
    const isAboutTenant = matcherOf(resource)
    return mergeRepeated(
      found.flatMap((event) => {
        const read = v.parse(Event, event)
        if (!isAboutTenant(read)) return []
        const { involvedObject, type, reason, message, firstTimestamp, count, series } = read
        const last = lastSeenAt(event)
        const first = Math.floor(Date.parse(firstTimestamp) / 1000) || last
        return [
          {
            ...involvedObject,
            event_type: type,
            reason,
            message,
            count: count ?? series?.count ?? 1,
            first_seen: Math.min(first, last),
            last_seen: last,
          },
        ]
      }),
    )
  },
})
