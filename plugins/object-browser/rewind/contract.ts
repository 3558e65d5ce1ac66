import * as v from 'valibot'
import { get, text } from 'stowage'
import { encoding, flag, limit, Prefix } from '../contract.ts'

/**
 * An object or folder at a point in time (console-api 9.6). `delete_flag`: it was deleted then. `since` is what has
 * happened to it, and `changed` when; `size_now` is the current size if it was replaced or is new.
 */
export const RewoundItem = v.object({
  name: v.string(),
  last_modified: v.optional(v.string(), ''),
  size: v.optional(v.number(), 0),
  version_id: v.optional(v.string()),
  delete_flag: v.optional(v.boolean(), false),
  is_latest: v.optional(v.boolean()),
  since: v.optional(v.picklist(['unchanged', 'replaced', 'deleted', 'new'])),
  changed: v.optional(v.string()),
  size_now: v.optional(v.number()),
})
export type RewoundItem = v.InferInput<typeof RewoundItem>

/** Contents of a bucket at a point in time. */
export const rewinding = {
  /**
   * Contents of a folder then, or with `recursive` of everything below a prefix. Without `limit` the complete listing,
   * as in the former console; with it a page of that many scanned versions, and `cursor` if there are more. `newer`
   * counts objects created since; with `newer` in the query they are listed too, as `new`.
   */
  rewind: get('/api/v1/buckets/:bucket/rewind/:date', {
    base64: 'prefix',
    allow: ['s3:ListBucketVersions'],
    features: ['versions', 'rewind'],
    query: v.object({
      prefix: Prefix,
      recursive: flag,
      newer: flag,
      limit,
      cursor: v.optional(text(32 * 1024)),
      encoding,
    }),
    reply: v.object({
      objects: v.nullable(v.array(RewoundItem), []),
      newer: v.optional(v.number(), 0),
      cursor: v.optional(v.string()),
    }),
  }),
}
