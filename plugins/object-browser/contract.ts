import * as v from 'valibot'
import { del, get, isObject, limits, post, put, encodeSegment, text, textMap } from 'stowage'
import * as messages from './messages.ts'

/** Query flag, true for the values that the former console accepted (console-api 0.3). */
export const flag = v.pipe(
  v.optional(text(limits.word), ''),
  v.transform((word) => /^(true|1|t|yes|y|ok|on|enabled|selected|checked)$/i.test(word)),
)

/** An object's key: 1 to 1,024 bytes of UTF-8 (S3). */
export const Key = v.pipe(
  v.string(),
  v.minLength(1, 'Enter the object name'),
  v.maxBytes(limits.key, messages.objectNameTooLong),
  v.check((key) => !/[\uD800-\uDFFF]/u.test(key), messages.objectNameNotUnicode),
)

/** CRC-32 of the content in S3's format: four bytes, big-endian, in base64. */
export const Crc32 = v.pipe(text(limits.word), v.regex(/^[A-Za-z0-9+/]{6}==$/, 'Enter a CRC-32 in base64'))

/** Marks a key or prefix as plain text: without `encoding`, it may be base64 from a former console's client. */
export const encoding = v.optional(v.literal('plain'))

/** Prefix of keys; empty for all. */
export const Prefix = v.optional(text(limits.key), '')

/** A version's id (S3); empty for the current version. */
export const VersionId = v.optional(text(1024), '')

/** Page size of a listing or deletion. */
export const limit = v.optional(
  v.pipe(
    text(limits.word),
    v.regex(/^\d+$/, 'Enter a whole number'),
    v.transform(Number),
    v.minValue(1, messages.pageTooSmall),
    v.maxValue(1000, messages.pageTooLarge),
  ),
)

/** Map of user-defined names to texts. Unlike a record it loses no name, not even `constructor`. */
const Texts = v.custom<Readonly<Record<string, string>>>(
  (input) => isObject(input) && Object.values(input).every((value) => typeof value === 'string'),
  messages.mustBeObjectOfStrings,
)

/** Days for which a restored copy of an object in a tier is kept. */
export const RestoredDays = v.pipe(
  v.number(),
  v.integer('Enter whole days'),
  v.minValue(1, 'Enter 1 to 365 days'),
  v.maxValue(365, 'Enter 1 to 365 days'),
)

/**
 * An object or folder of a listing (console-api 9.2). `name` is the full key; a folder's ends with `/`; `size` in
 * bytes, if known.
 */
export const Item = v.object({
  name: v.string(),
  size: v.optional(v.number()),
  last_modified: v.optional(v.string(), ''),
  content_type: v.optional(v.string()),
  etag: v.optional(v.string()),
  version_id: v.optional(v.string()),
  is_latest: v.optional(v.boolean()),
  is_delete_marker: v.optional(v.boolean()),
  /** Set on folders in a listing with versions: all of their objects are deleted. */
  only_deleted: v.optional(v.boolean()),
  legal_hold_status: v.optional(v.string()),
  retention_mode: v.optional(v.string()),
  retention_until_date: v.optional(v.string()),
  storage_class: v.optional(v.string()),
  /** For objects in a tier: whether a restore is running, or until when the restored copy exists. */
  restored: v.optional(v.object({ state: v.picklist(['running', 'available']), until: v.optional(v.string()) })),
  /** Encryption; for SSE-C, only the owner has the key. */
  encryption: v.optional(v.picklist(['SSE-S3', 'SSE-KMS', 'SSE-C'])),
  kms_key: v.optional(v.string()),
  /** Checksum stored with the object, in S3's format: `CRC32C 8f3kQw==`. */
  checksum: v.optional(v.string()),
  tags: v.optional(Texts),
  user_metadata: v.optional(Texts),
})
export type Item = v.InferInput<typeof Item>

/** A key to delete, or with `recursive` everything below a prefix. */
export const Removal = v.object({
  path: Key,
  versionID: VersionId,
  recursive: v.optional(v.boolean(), false),
})
export type Removal = v.InferOutput<typeof Removal>

const tagText = v.regex(/^[\w\-+.:/@ =]*$/, messages.tagCharacters)

/** A tag's key, as accepted by storage servers. */
export const TagKey = v.pipe(
  v.string(),
  v.title('Key'),
  v.nonEmpty('Enter a key'),
  v.maxLength(128, messages.tagKeyTooLong),
  tagText,
)

/** A tag's value, as accepted by storage servers. */
export const TagValue = v.pipe(v.string(), v.title('Value'), v.maxLength(256, messages.tagValueTooLong), tagText)

/** Tag limit of an object (S3). */
export const MAX_TAGS = 10

export const Tags = textMap(TagKey, TagValue, MAX_TAGS, {
  shape: messages.tagHasKey,
  count: messages.tooManyTags(MAX_TAGS),
})
export type Tags = v.InferOutput<typeof Tags>

/**
 * Who may delete a version before its retention ends: for governance, accounts that bypass it explicitly; for
 * compliance, no account.
 */
export const RetentionMode = v.picklist(['governance', 'compliance'], 'Choose governance or compliance')
export type RetentionMode = v.InferOutput<typeof RetentionMode>

/** An RFC 3339 timestamp. */
export const Moment = v.pipe(
  text(limits.word),
  v.check(
    (moment) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(moment) && !Number.isNaN(Date.parse(moment)),
    messages.dateFormat,
  ),
)

/** One version of an object; `null` is the id of one written without versioning, empty means the current one. */
export const OneVersion = v.object({ prefix: Key, version_id: VersionId, encoding })

/** console-api 2.2: every signed-in user may open the browser; the engine decides what it lists. */
export const pages = { '/buckets/:bucketName/browse': [], '/buckets/:bucketName/browse/*': [] } as const
export type Page = keyof typeof pages

/** The page of `browseAddress`, for `canOpenPage`. */
export const browsePage: Page = '/buckets/:bucketName/browse'

/**
 * Objects (spec/2 section 7, console-api 9). Keys are percent-encoded in the query and never in the path; `base64`
 * names the field that the former console sent base64-encoded.
 */
export const objects = {
  /**
   * Without `limit` the complete listing, as in the former console; with it one page, and `cursor` if there are more.
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
    // clients of the former console distinguish objects from folders by a null (console-api 9.3)
    reply: v.object({
      objects: v.nullable(v.array(Item), []),
      total: v.optional(v.number(), 0),
      cursor: v.optional(v.string()),
    }),
  }),
  /**
   * With `recursive` and `limit`, deletes at most that many, and returns what failed and a `cursor` if there are more;
   * `bypass` includes versions under governance retention. `marker` is the version ID of the delete marker that this
   * added, empty if none, missing if unknown.
   */
  remove: del('/api/v1/buckets/:bucket/objects', {
    snapshotCall: false,
    base64: 'path',
    allow: ['s3:DeleteObject'],
    query: v.object({
      path: Key,
      recursive: flag,
      version_id: VersionId,
      bypass: flag,
      limit,
      cursor: v.optional(text(16 * 1024)),
      encoding,
    }),
    reply: v.object({
      deleted: v.number(),
      failed: v.optional(v.array(v.object({ path: v.string(), message: v.string() })), []),
      partial: v.boolean(),
      cursor: v.optional(v.string()),
      marker: v.optional(v.string()),
    }),
  }),
  /** Deletes several; failures are returned with their reasons and do not stop the rest. `markers` as in `remove`. */
  removeMany: post('/api/v1/buckets/:bucket/delete-objects', {
    allow: ['s3:DeleteObject'],
    body: v.pipe(v.array(Removal), v.maxLength(1000, messages.tooManyObjectsInCall)),
    reply: v.object({
      deleted: v.number(),
      failed: v.array(v.object({ path: v.string(), message: v.string() })),
      markers: v.optional(v.array(v.object({ path: v.string(), versionID: v.string() })), []),
    }),
  }),
  /**
   * Permanently deletes at most `limit` versions and delete markers below a prefix (without one, of all keys), or with
   * `exact` of that key only. Versions kept by a lock or policy are returned. While `partial`, repeat with the
   * `cursor`, if there is one.
   */
  removeVersions: del('/api/v1/buckets/:bucket/objects/versions', {
    allow: ['s3:ListBucketVersions', 's3:DeleteObject'],
    query: v.object({ prefix: Prefix, exact: flag, limit, cursor: v.optional(text(16 * 1024)) }),
    reply: v.object({
      deleted: v.number(),
      notDeleted: v.array(v.object({ path: v.string(), version_id: v.string(), message: v.string() })),
      partial: v.boolean(),
      cursor: v.optional(v.string()),
    }),
  }),
  /**
   * Each part's name is the file's size in bytes. A file is stored at `prefix` + its file name, or at `key` if given.
   * `crc32` requires a single file, which is not stored if the checksum does not match (400).
   */
  upload: post('/api/v1/buckets/:bucket/objects/upload', {
    base64: 'prefix',
    allow: ['s3:PutObject'],
    query: v.object({ prefix: Prefix, key: v.optional(Key), crc32: v.optional(Crc32), encoding }),
    body: 'files',
  }),
  /**
   * One version with its metadata, tags, legal hold and retention; attributes that the account may not read are
   * omitted.
   */
  info: get('/api/v1/buckets/:bucket/objects/info', {
    base64: 'prefix',
    allow: ['s3:GetObject'],
    query: OneVersion,
    reply: Item,
  }),
  /** Replaces all tags. */
  setTags: put('/api/v1/buckets/:bucket/objects/tags', {
    snapshotCall: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectTagging'],
    query: OneVersion,
    body: v.object({ tags: Tags }),
  }),
  setLegalHold: put('/api/v1/buckets/:bucket/objects/legalhold', {
    snapshotCall: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectLegalHold'],
    query: OneVersion,
    body: v.object({ status: v.picklist(['enabled', 'disabled'], 'Choose enabled or disabled') }),
  }),
  setRetention: put('/api/v1/buckets/:bucket/objects/retention', {
    snapshotCall: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectRetention'],
    query: OneVersion,
    body: v.object({ mode: RetentionMode, expires: Moment, governance_bypass: v.optional(v.boolean(), false) }),
  }),
  /** Restores a temporary copy of an object in a tier (S3's RestoreObject). */
  restore: post('/api/v1/buckets/:bucket/objects/restore', {
    base64: 'prefix',
    allow: ['s3:RestoreObject'],
    query: OneVersion,
    body: v.object({ days: RestoredDays }),
  }),
  /** Removes governance retention, which it always bypasses. */
  removeRetention: del('/api/v1/buckets/:bucket/objects/retention', {
    snapshotCall: 'info',
    base64: 'prefix',
    allow: ['s3:PutObjectRetention', 's3:BypassGovernanceRetention'],
    query: OneVersion,
  }),
  /**
   * With `preview`, the type detected from the first bytes, and inline if it cannot run scripts. With `raw` or
   * `preview`, the stored bytes without `Content-Encoding`, so that no browser decompresses them;
   * `x-stored-content-encoding` then has the encoding, if any.
   */
  download: get('/api/v1/buckets/:bucket/objects/download', {
    base64: 'prefix',
    allow: ['s3:GetObject'],
    query: v.object({ prefix: Key, version_id: VersionId, preview: flag, raw: flag, encoding }),
    reply: 'bytes',
  }),
  /** HTML page for the iframe that displays an image, audio or video. */
  preview: get('/api/v1/buckets/:bucket/objects/preview', {
    allow: ['s3:GetObject'],
    query: OneVersion,
    reply: 'bytes',
  }),
}

/** Encodes a key or prefix for an address: each segment separately, so that slashes stay. */
export const encodeKey = (key: string) => key.split('/').map(encodeSegment).join('/')

/** Address of a folder (empty, or ending with `/`) or of an object in the browser. */
export const browseAddress = (bucket: string, key = '') =>
  `/buckets/${encodeSegment(bucket)}/browse${key && `/${encodeKey(key)}`}`
