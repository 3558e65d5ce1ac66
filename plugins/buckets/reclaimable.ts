import * as v from 'valibot'
import { get, limits, text } from 'stowage'

const sum = { count: v.number(), size: v.number() }

/**
 * A page of what a bucket could free, of the `scanned` versions that were checked: noncurrent versions, delete markers,
 * and objects older than `OLD_DAYS` by the first part of their key. Sizes in bytes. Locked versions are left out where
 * the storage lists locks.
 */
export const Reclaimable = v.object({
  scanned: v.number(),
  noncurrent: v.object(sum),
  markers: v.number(),
  oldObjects: v.array(v.object({ prefix: v.string(), ...sum })),
  cursor: v.optional(v.string()),
})
export type Reclaimable = v.InferOutput<typeof Reclaimable>

/** Age in days from which an object counts as old. */
export const OLD_DAYS = 365

/** Maximum number of prefixes in a page, largest first. */
export const MAX_PREFIXES = 50

/** Data that could be deleted to free space; an extension of this console. It changes nothing. */
export const reclaiming = {
  reclaimable: get('/api/v1/buckets/:bucket/reclaimable', {
    allow: ['s3:ListBucketVersions'],
    query: v.object({ cursor: v.optional(text(8 * limits.key)) }),
    reply: Reclaimable,
  }),
}
