import * as v from 'valibot'
import { get } from 'stowage'

const optionalText = v.optional(v.string(), '')

/** Event of a tenant or one of its resources, with the number of repetitions; times in seconds since 1970. */
export const TimelineEvent = v.object({
  /** Kind and name of the resource, such as `Pod`. */
  kind: optionalText,
  name: optionalText,
  /** `Normal` or `Warning`. */
  event_type: optionalText,
  reason: optionalText,
  message: optionalText,
  /** Number of occurrences, and the times of the first and last. */
  count: v.optional(v.number(), 1),
  first_seen: v.optional(v.number(), 0),
  last_seen: v.optional(v.number(), 0),
})
export type TimelineEvent = v.InferOutput<typeof TimelineEvent>

/** Events of a tenant, its StatefulSets, pods and volume claims: the latest 500, and the total number. An extension. */
export const timeline = {
  timeline: get('/api/v1/namespaces/:namespace/tenants/:tenant/events', {
    allow: ['k8s:get:tenants.minio.min.io', 'k8s:list:events'],
    reply: v.object({ events: v.array(TimelineEvent), total: v.number() }),
  }),
}
