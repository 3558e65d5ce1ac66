import * as v from 'valibot'
import { del, get, most, post, put, segment, text, texts } from 'stowage'

/** Text that the former console reads as true in a query (console-api 0.3); anything else is false. */
export const flag = v.pipe(
  v.optional(text(most.word), ''),
  v.transform((word) => /^(true|1|t|yes|y|ok|on|enabled|selected|checked)$/i.test(word)),
)

/** An object's key: 1 to 1,024 bytes of UTF-8 (S3). */
export const Key = v.pipe(
  v.string(),
  v.minLength(1, 'Name the object'),
  v.maxBytes(most.key, 'An object name has at most 1,024 bytes'),
  v.check((key) => !/[\uD800-\uDFFF]/u.test(key), 'The object name is not valid Unicode'),
)

/** CRC-32 of what is sent as S3 writes it: the four bytes, the highest first, in base64. */
export const Crc32 = v.pipe(text(most.word), v.regex(/^[A-Za-z0-9+/]{6}==$/, 'Enter a CRC-32 in base64'))

/** Says that a key or prefix stands in the query as it is: what has no `encoding` may be a former console's base64. */
export const encoding = v.optional(v.literal('plain'))

/** The beginning of keys, or nothing for all. */
export const Prefix = v.optional(text(most.key), '')

/** A version's id (S3); nothing stands for the one that readers get. */
export const VersionId = v.optional(text(1024), '')

/** A page's length in a listing or a removal. */
export const limit = v.optional(
  v.pipe(
    text(most.word),
    v.regex(/^\d+$/, 'Enter a whole number'),
    v.transform(Number),
    v.minValue(1, 'A page has at least 1 entry'),
    v.maxValue(1000, 'A page has at most 1,000 entries'),
  ),
)

/** Texts by names that anybody may have chosen; unlike a record it loses none, be it called `constructor`. */
const Texts = v.custom<Readonly<Record<string, string>>>(
  (input) =>
    typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input) &&
    Object.values(input).every((value) => typeof value === 'string'),
  'Enter an object of texts',
)

/** For how long a copy of what lies in a tier is kept. */
export const RestoredDays = v.pipe(
  v.number(),
  v.integer('Enter whole days'),
  v.minValue(1, 'Enter 1 to 365 days'),
  v.maxValue(365, 'Enter 1 to 365 days'),
)

/**
 * An object or folder of a listing (console-api 9.2): `name` is the full key, a folder's ends with `/`; `size` in
 * bytes.
 */
export const Item = v.object({
  name: v.string(),
  size: v.optional(v.number(), 0),
  last_modified: v.optional(v.string(), ''),
  content_type: v.optional(v.string()),
  etag: v.optional(v.string()),
  version_id: v.optional(v.string()),
  is_latest: v.optional(v.boolean()),
  is_delete_marker: v.optional(v.boolean()),
  /** Of a folder in a listing with versions: all objects in it are deleted. */
  only_deleted: v.optional(v.boolean()),
  legal_hold_status: v.optional(v.string()),
  retention_mode: v.optional(v.string()),
  retention_until_date: v.optional(v.string()),
  storage_class: v.optional(v.string()),
  /** Of what lies in a tier: whether a copy is being made here, or until when there is one. */
  restored: v.optional(v.object({ state: v.picklist(['running', 'there']), until: v.optional(v.string()) })),
  /** How it is encrypted; with SSE-C by a key that only its owner has. */
  encryption: v.optional(v.picklist(['SSE-S3', 'SSE-KMS', 'SSE-C'])),
  kms_key: v.optional(v.string()),
  /** What the storage has summed up of the content, as S3 writes it: `CRC32C 8f3kQw==`. */
  checksum: v.optional(v.string()),
  tags: v.optional(Texts),
  user_metadata: v.optional(Texts),
})
export type Item = v.InferInput<typeof Item>

/** One thing to remove: a key, or with `recursive` everything below a prefix. */
export const Removal = v.object({
  path: Key,
  versionID: VersionId,
  recursive: v.optional(v.boolean(), false),
})
export type Removal = v.InferOutput<typeof Removal>

const tagText = v.regex(/^[\w\-+.:/@ =]*$/, 'Use letters, digits, spaces and + - = . _ : / @ only')

/** A tag's key, as storage servers take it. */
export const TagKey = v.pipe(
  v.string(),
  v.title('Key'),
  v.nonEmpty('Enter a key'),
  v.maxLength(128, 'A key has at most 128 characters'),
  tagText,
)

/** A tag's value, as storage servers take it. */
export const TagValue = v.pipe(
  v.string(),
  v.title('Value'),
  v.maxLength(256, 'A value has at most 256 characters'),
  tagText,
)

/** How many tags an object has at most (S3). */
export const MOST_TAGS = 10

/** All tags of an object. */
export const Tags = texts(TagKey, TagValue, MOST_TAGS, {
  shape: 'A tag has a key of 1 to 128 and a value of at most 256 letters, digits, spaces and + - = . _ : / @',
  count: `An object has at most ${MOST_TAGS} tags`,
})
export type Tags = v.InferOutput<typeof Tags>

/**
 * Who may remove a version before its retention ends: with governance whoever may bypass it and says so, else nobody.
 */
export const RetentionMode = v.picklist(['governance', 'compliance'], 'Choose governance or compliance')
export type RetentionMode = v.InferOutput<typeof RetentionMode>

/** An RFC 3339 moment. */
export const Moment = v.pipe(
  text(most.word),
  v.check(
    (moment) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(moment) && !Number.isNaN(Date.parse(moment)),
    'Enter a date such as 2030-12-31T23:59:59Z',
  ),
)

/**
 * One version of an object; `null` is the id of one written without versioning, nothing means the one that readers get.
 */
export const OneVersion = v.object({ prefix: Key, version_id: VersionId, encoding })

/** console-api 2.2: whoever is signed in may open the browser; what it shows is the engine's to decide. */
export const pages = { '/buckets/:bucketName/browse': [], '/buckets/:bucketName/browse/*': [] } as const
export type Page = keyof typeof pages

/**
 * Objects (spec/2 section 7, console-api 9). Keys are percent-encoded in the query and never in the path; `base64`
 * names the field that the former console sent in that form.
 */
export const objects = {
  /**
   * Without `limit` everything in one answer, as the former console had it; with it one page, and `cursor` while there
   * is more.
   */
  list: get('/api/v1/buckets/:bucket/objects', {
    base64: 'prefix',
    allow: ['s3:ListBucket'],
    query: v.object({
      prefix: Prefix,
      recursive: flag,
      with_versions: flag,
      with_metadata: flag,
      limit,
      cursor: v.optional(text(16 * 1024)),
      encoding,
    }),
    // scripts of the former console tell an object from a folder by a null (console-api 9.3)
    reply: v.object({
      objects: v.nullable(v.array(Item), []),
      total: v.optional(v.number(), 0),
      cursor: v.optional(v.string()),
    }),
  }),
  /**
   * With `recursive` and `limit` it removes at most so many and says whether there are more; with `bypass` a version
   * under governance retention, too.
   */
  remove: del('/api/v1/buckets/:bucket/objects', {
    seenBy: 'nothing',
    base64: 'path',
    allow: ['s3:DeleteObject'],
    query: v.object({ path: Key, recursive: flag, version_id: VersionId, bypass: flag, limit, encoding }),
    reply: v.object({ deleted: v.number(), partial: v.boolean() }),
  }),
  /** Removes several; what could not be removed is listed with the reason and does not stop the rest. */
  removeMany: post('/api/v1/buckets/:bucket/delete-objects', {
    allow: ['s3:DeleteObject'],
    body: v.pipe(v.array(Removal), v.maxLength(1000, 'At most 1,000 objects in one call')),
    reply: v.object({ deleted: v.number(), failed: v.array(v.object({ path: v.string(), message: v.string() })) }),
  }),
  /**
   * Removes at most `limit` versions and delete markers for good, below a prefix (of all keys where there is none), or
   * with `exact` of that key alone. What a lock or a policy keeps is told and stays. `partial` while there are more:
   * ask again with the `cursor`, where there is one.
   */
  removeVersions: del('/api/v1/buckets/:bucket/objects/versions', {
    allow: ['s3:ListBucketVersions', 's3:DeleteObject'],
    query: v.object({ prefix: Prefix, exact: flag, limit, cursor: v.optional(text(16 * 1024)) }),
    reply: v.object({
      deleted: v.number(),
      kept: v.array(v.object({ path: v.string(), version_id: v.string(), message: v.string() })),
      partial: v.boolean(),
      cursor: v.optional(v.string()),
    }),
  }),
  /**
   * Each part's name is the file's size in bytes. A file goes to `prefix` + its file name, or to `key` when that is
   * given. With `crc32` it is one file, of which nothing is stored where its content is not that of the checksum (400).
   */
  upload: post('/api/v1/buckets/:bucket/objects/upload', {
    base64: 'prefix',
    allow: ['s3:PutObject'],
    query: v.object({ prefix: Prefix, key: v.optional(Key), crc32: v.optional(Crc32), encoding }),
    body: 'files',
  }),
  /** One version with its metadata, tags, legal hold and retention; what the account may not see of it is left out. */
  info: get('/api/v1/buckets/:bucket/objects/info', {
    base64: 'prefix',
    allow: ['s3:GetObject'],
    query: OneVersion,
    reply: Item,
  }),
  /** Replaces all tags. */
  setTags: put('/api/v1/buckets/:bucket/objects/tags', {
    seenBy: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectTagging'],
    query: OneVersion,
    body: v.object({ tags: Tags }),
  }),
  setLegalHold: put('/api/v1/buckets/:bucket/objects/legalhold', {
    seenBy: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectLegalHold'],
    query: OneVersion,
    body: v.object({ status: v.picklist(['enabled', 'disabled'], 'Choose enabled or disabled') }),
  }),
  setRetention: put('/api/v1/buckets/:bucket/objects/retention', {
    seenBy: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectRetention'],
    query: OneVersion,
    body: v.object({ mode: RetentionMode, expires: Moment, governance_bypass: v.optional(v.boolean(), false) }),
  }),
  /**
   * Has a copy of what lies in a tier kept here for some days, where it is read from meanwhile (S3's RestoreObject).
   */
  restore: post('/api/v1/buckets/:bucket/objects/restore', {
    base64: 'prefix',
    allow: ['s3:RestoreObject'],
    query: OneVersion,
    body: v.object({ days: RestoredDays }),
  }),
  /** Lifts governance retention; it bypasses it by itself. */
  removeRetention: del('/api/v1/buckets/:bucket/objects/retention', {
    seenBy: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectRetention', 's3:BypassGovernanceRetention'],
    query: OneVersion,
  }),
  /**
   * With `preview` as what its first bytes say it is, and inline where nothing in that can run. With `raw` or `preview`
   * the response has the stored bytes without `Content-Encoding`, so that no browser decompresses them;
   * `x-stored-content-encoding` then names the encoding, if there is one.
   */
  download: get('/api/v1/buckets/:bucket/objects/download', {
    base64: 'prefix',
    allow: ['s3:GetObject'],
    query: v.object({ prefix: Key, version_id: VersionId, preview: flag, raw: flag, encoding }),
    reply: 'bytes',
  }),
  /** The page of the frame in which a picture, sound or film is shown. */
  preview: get('/api/v1/buckets/:bucket/objects/preview', {
    allow: ['s3:GetObject'],
    query: OneVersion,
    reply: 'bytes',
  }),
}

/** A key or prefix as the tail of an address: each segment encoded for itself, every slash kept. */
export const encodeKey = (key: string) => key.split('/').map(segment).join('/')

/** The address of a folder (empty, or ending with `/`) or of an object in the browser. */
export const browseAddress = (bucket: string, key = '') =>
  `/buckets/${segment(bucket)}/browse${key && `/${encodeKey(key)}`}`
