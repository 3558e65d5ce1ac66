import * as v from 'valibot'
import { get } from '../../../core/contract.ts'

const word = v.optional(v.string(), '')

/**
 * What happened to a tenant or something of it, once or again and again in the same words; times in seconds since 1970.
 */
export const Happening = v.object({
  /** Of what kind it is that it happened to, `Pod`, and what that is called. */
  kind: word,
  name: word,
  /** `Normal` or `Warning`. */
  event_type: word,
  reason: word,
  message: word,
  /** How often, and when first and last. */
  count: v.optional(v.number(), 1),
  first_seen: v.optional(v.number(), 0),
  last_seen: v.optional(v.number(), 0),
})
export type Happening = v.InferOutput<typeof Happening>

/**
 * The events of a tenant, its statefulsets, pods and volume claims, the latest first: the last 500, and how many there
 * are in all. An extension.
 */
export const timeline = {
  timeline: get('/api/v1/namespaces/:namespace/tenants/:tenant/events', {
    allow: ['k8s:get:tenants.minio.min.io', 'k8s:list:events'],
    reply: v.object({ events: v.array(Happening), total: v.number() }),
  }),
}
