import * as v from 'valibot'
import { get, limits, post, text } from 'stowage'
import { NewLifecycleRule } from './lifecycle.ts'
import * as messages from './messages.ts'

/** A version that a rule would expire: current, noncurrent (`older`) or a delete marker. Size in bytes. */
const Expiring = v.object({ name: v.string(), size: v.number(), as: v.picklist(['current', 'older', 'marker']) })

/** A page of a lifecycle preview: number of versions checked, number and bytes of those due, and the first keys. */
export const LifecyclePreview = v.object({
  scanned: v.number(),
  count: v.number(),
  size: v.number(),
  keys: v.array(Expiring),
  cursor: v.optional(v.string()),
})
export type LifecyclePreview = v.InferOutput<typeof LifecyclePreview>

/** A tier that rules can move objects to, and its storage type. */
export const LifecycleTier = v.object({ name: v.string(), type: v.string() })
export type LifecycleTier = v.InferOutput<typeof LifecycleTier>

/** Maximum number of keys in a preview. */
export const MAX_PREVIEW_KEYS = 100

/** Helpers for writing lifecycle rules; extensions of this console. */
export const lifecycleTools = {
  /** A rule with tags also requires `s3:GetObjectTagging` below its prefix. */
  preview: post('/api/v1/buckets/:bucket/lifecycle-preview', {
    allow: ['s3:GetLifecycleConfiguration', 's3:ListBucketVersions'],
    body: v.object({
      of: v.union([v.object({ id: text(limits.name) }), v.object({ rule: NewLifecycleRule })], messages.nameRuleById),
      cursor: v.optional(text(16 * 1024)),
    }),
    reply: LifecyclePreview,
  }),
  tiers: get('/api/v1/lifecycle-tiers', {
    allow: ['admin:ListTier'],
    reply: v.object({ tiers: v.array(LifecycleTier) }),
  }),
}
