import * as v from 'valibot'
import { del, get, post } from '../../core/contract.ts'

/** Text that the former console reads as true in a query (console-api 0.3); anything else is false. */
const flag = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => /^(true|1|t|yes|y|ok|on|enabled|selected|checked)$/i.test(text)),
)

/** An object's key: 1 to 1,024 bytes of UTF-8 (S3). */
export const Key = v.pipe(
  v.string(),
  v.minLength(1, 'Name the object'),
  v.check((key) => new TextEncoder().encode(key).length <= 1024, 'An object name has at most 1,024 bytes'),
  v.check((key) => !/[\uD800-\uDFFF]/u.test(key), 'The object name is not valid Unicode'),
)

/** A page's length in a listing or a removal. */
const limit = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'Enter a whole number'),
    v.transform(Number),
    v.minValue(1, 'A page has at least 1 entry'),
    v.maxValue(1000, 'A page has at most 1,000 entries'),
  ),
)

/** An object or folder of a listing (console-api 9.2): `name` is the full key, a folder's ends with `/`; `size` in bytes. */
export const Item = v.object({
  name: v.string(),
  size: v.optional(v.number(), 0),
  last_modified: v.optional(v.string(), ''),
  content_type: v.optional(v.string()),
  etag: v.optional(v.string()),
  version_id: v.optional(v.string()),
  is_latest: v.optional(v.boolean()),
  is_delete_marker: v.optional(v.boolean()),
  legal_hold_status: v.optional(v.string()),
  retention_mode: v.optional(v.string()),
  retention_until_date: v.optional(v.string()),
  tags: v.optional(v.record(v.string(), v.string())),
  user_metadata: v.optional(v.record(v.string(), v.string())),
})
export type Item = v.InferInput<typeof Item>

/** One thing to remove: a key, or with `recursive` everything below a prefix. */
export const Removal = v.object({
  path: Key,
  versionID: v.optional(v.string(), ''),
  recursive: v.optional(v.boolean(), false),
})
export type Removal = v.InferOutput<typeof Removal>

/** console-api 2.2: whoever is signed in may open the browser; what it shows is the engine's to decide. */
export const pages = { '/buckets/:bucketName/browse': [], '/buckets/:bucketName/browse/*': [] } as const
export type Page = keyof typeof pages

/** Objects (spec/2 section 7, console-api 9). Keys are percent-encoded in the query, never base64 and never in the path. */
export const objects = {
  /**
   * Without `limit` everything in one answer, as the former console had it; with it one page, and `cursor` while there is more.
   */
  list: get('/api/v1/buckets/:bucket/objects', {
    allow: ['s3:ListBucket'],
    query: v.object({
      prefix: v.optional(v.string(), ''),
      recursive: flag,
      with_versions: flag,
      with_metadata: flag,
      limit,
      cursor: v.optional(v.string()),
    }),
    reply: v.object({ objects: v.array(Item), total: v.optional(v.number(), 0), cursor: v.optional(v.string()) }),
  }),
  /** With `recursive` and `limit` it removes at most so many and says whether there are more. */
  remove: del('/api/v1/buckets/:bucket/objects', {
    allow: ['s3:DeleteObject'],
    query: v.object({ path: Key, recursive: flag, version_id: v.optional(v.string(), ''), limit }),
    reply: v.object({ deleted: v.number(), partial: v.boolean() }),
  }),
  /** Removes several; what could not be removed is listed with the reason and does not stop the rest. */
  removeMany: post('/api/v1/buckets/:bucket/delete-objects', {
    allow: ['s3:DeleteObject'],
    body: v.pipe(v.array(Removal), v.maxLength(1000, 'At most 1,000 objects in one call')),
    reply: v.object({ deleted: v.number(), failed: v.array(v.object({ path: v.string(), message: v.string() })) }),
  }),
  /** Each part's name is the file's size in bytes. A file goes to `prefix` + its file name, or to `key` when that is given. */
  upload: post('/api/v1/buckets/:bucket/objects/upload', {
    allow: ['s3:PutObject'],
    query: v.object({ prefix: v.optional(v.string(), ''), key: v.optional(Key) }),
    body: 'files',
  }),
  download: get('/api/v1/buckets/:bucket/objects/download', {
    allow: ['s3:GetObject'],
    query: v.object({ prefix: Key, version_id: v.optional(v.string(), '') }),
    reply: 'bytes',
  }),
}
