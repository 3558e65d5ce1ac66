import * as v from 'valibot'
import { get, post } from '../../core/contract.ts'
import { most, text } from '../../core/limits.ts'
import { NewLifecycleRule } from './lifecycle.ts'

/**
 * A version that a rule would let expire: what readers get, an older version, or a delete marker. Its size is in bytes.
 */
const Expiring = v.object({ name: v.string(), size: v.number(), as: v.picklist(['current', 'older', 'marker']) })

/**
 * A page of what a rule would let expire: so many versions looked at, those due among them with their bytes, and the
 * first of these.
 */
export const LifecyclePreview = v.object({
  looked: v.number(),
  count: v.number(),
  size: v.number(),
  keys: v.array(Expiring),
  cursor: v.optional(v.string()),
})
export type LifecyclePreview = v.InferOutput<typeof LifecyclePreview>

/** A tier to which rules can move objects, and what kind of storage it is. */
export const LifecycleTier = v.object({ name: v.string(), type: v.string() })
export type LifecycleTier = v.InferOutput<typeof LifecycleTier>

/** How many keys of a preview are named. */
export const NAMED = 100

/** What helps to write lifecycle rules; extensions of this console. */
export const lifecycleTools = {
  /** With tags in the rule it takes `s3:GetObjectTagging` below its prefix as well. */
  preview: post('/api/v1/buckets/:bucket/lifecycle-preview', {
    allow: ['s3:GetLifecycleConfiguration', 's3:ListBucketVersions'],
    body: v.object({
      of: v.union(
        [v.object({ id: text(most.name) }), v.object({ rule: NewLifecycleRule })],
        'Name a rule by its id, or send one',
      ),
      cursor: v.optional(text(16 * 1024)),
    }),
    reply: LifecyclePreview,
  }),
  tiers: get('/api/v1/lifecycle-tiers', {
    allow: ['admin:ListTier'],
    reply: v.object({ tiers: v.array(LifecycleTier) }),
  }),
}
