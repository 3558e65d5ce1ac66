import * as v from 'valibot'
import { get, limits, stream, text } from 'stowage'
import { encoding, flag, Item, Moment, Prefix } from '../contract.ts'
import * as messages from '../messages.ts'

/** A number of bytes in a query; empty for no limit. */
const Bytes = v.optional(v.pipe(text(limits.word), v.regex(/^\d*$/, messages.bytesRequired)), '')

const When = v.optional(v.union([v.literal(''), Moment]), '')

/** Criteria of a search below a prefix. */
export const ObjectQuery = v.object({
  prefix: Prefix,
  /** Part of the last path segment, or with `*` and `?` all of it; with a slash, of the whole path below the prefix. */
  text: v.optional(text(limits.key), ''),
  /** Bytes, both inclusive. */
  min: Bytes,
  max: Bytes,
  /** Modified since (inclusive) and before (exclusive). */
  since: When,
  before: When,
  /** `color`, or `color=blue`. */
  tag: v.optional(text(512), ''),
})
export type ObjectQuery = v.InferOutput<typeof ObjectQuery>

/** State of a search or count: `paused` after many matches, until the client continues. */
const State = v.picklist(['running', 'paused', 'done'])

/** Scans everything below a prefix, on the server. */
export const finding = {
  /**
   * Matches as they are found, folders only by name; `at` is the current key. Continues from the `cursor` after the key
   * `at`, both of one message.
   */
  search: stream('/ws/objects/:bucket/search', {
    allow: ['s3:ListBucket'],
    query: v.object({
      ...ObjectQuery.entries,
      cursor: v.optional(text(16 * 1024)),
      at: v.optional(text(limits.key), ''),
    }),
    message: v.object({
      found: v.array(Item),
      scanned: v.number(),
      at: v.string(),
      state: State,
      cursor: v.optional(v.string()),
    }),
  }),
  /** Number and total size in bytes of the objects below a prefix, so far. */
  measure: stream('/ws/objects/:bucket/size', {
    allow: ['s3:ListBucket'],
    query: v.object({ prefix: Prefix }),
    message: v.object({ objects: v.number(), size: v.number(), state: State }),
  }),
  /** The listing of a folder as a file; with `recursive`, of everything below it. */
  export: get('/api/v1/buckets/:bucket/objects/export', {
    isExport: true,
    base64: 'prefix',
    allow: ['s3:ListBucket'],
    query: v.object({
      prefix: Prefix,
      recursive: flag,
      format: v.optional(v.picklist(['csv', 'json'], 'Choose csv or json'), 'csv'),
      encoding,
    }),
    reply: 'bytes',
  }),
}
