import * as v from 'valibot'
import { get, most, stream, text } from 'stowage'
import { encoding, flag, Item, Moment, Prefix } from '../contract.ts'

/** A number of bytes in a query; nothing for no bound. */
const Bytes = v.optional(v.pipe(text(most.word), v.regex(/^\d*$/, 'Enter a whole number of bytes')), '')

const When = v.optional(v.union([v.literal(''), Moment]), '')

/** What is looked for below a prefix. */
export const Wanted = v.object({
  prefix: Prefix,
  /**
   * Of the last part of a name: a part of it, or with `*` and `?` all of it; with a slash of the whole path below the
   * prefix.
   */
  text: v.optional(text(most.key), ''),
  /** Bytes, both included. */
  min: Bytes,
  max: Bytes,
  /** Modified since then, and before then. */
  since: When,
  before: When,
  /** `colour`, or `colour=blue`. */
  tag: v.optional(text(512), ''),
})
export type Wanted = v.InferOutput<typeof Wanted>

/** Where a search or a count stands: `paused` after so many hits that somebody should look at them first. */
const State = v.picklist(['running', 'paused', 'done'])

/** Looks through all below a prefix, on the server. */
export const finding = {
  /**
   * Hits as they are found, folders by their names alone; `at` is the key that it has come to. It goes on from the
   * `cursor`.
   */
  search: stream('/ws/objects/:bucket/search', {
    allow: ['s3:ListBucket'],
    query: v.object({ ...Wanted.entries, cursor: v.optional(text(16 * 1024)) }),
    message: v.object({
      found: v.array(Item),
      looked: v.number(),
      at: v.string(),
      state: State,
      cursor: v.optional(v.string()),
    }),
  }),
  /** How many objects are below a prefix, and their size in bytes, so far. */
  measure: stream('/ws/objects/:bucket/size', {
    allow: ['s3:ListBucket'],
    query: v.object({ prefix: Prefix }),
    message: v.object({ objects: v.number(), size: v.number(), state: State }),
  }),
  /** All that is listed as a file: of a folder, or with `recursive` of all below it. */
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
