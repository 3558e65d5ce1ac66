import * as v from 'valibot'
import { get, text } from 'stowage'
import { encoding, flag, limit, Prefix } from '../contract.ts'

/**
 * An object as it was at a moment (console-api 9.6), or a folder. `delete_flag`: it was deleted then. `since` tells
 * what has become of it, and `changed` when; `size_now` is how large it is by now, where it is replaced or new.
 */
export const Then = v.object({
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
export type Then = v.InferInput<typeof Then>

/** What a bucket held at a moment. */
export const rewinding = {
  /**
   * What was in a folder then, or with `recursive` all below a prefix. Without `limit` everything in one answer, as the
   * former console had it; with it a page of so many versions looked at, and `cursor` while there is more. `newer`
   * counts what has come since; with `newer` in the query it is listed as well, as `new`.
   */
  rewind: get('/api/v1/buckets/:bucket/rewind/:date', {
    base64: 'prefix',
    allow: ['s3:ListBucketVersions'],
    query: v.object({
      prefix: Prefix,
      recursive: flag,
      newer: flag,
      limit,
      cursor: v.optional(text(32 * 1024)),
      encoding,
    }),
    reply: v.object({
      objects: v.nullable(v.array(Then), []),
      newer: v.optional(v.number(), 0),
      cursor: v.optional(v.string()),
    }),
  }),
}
