import * as v from 'valibot'
import { list, limits, post, put, text, textMap } from 'stowage'
import { Key, OneVersion, VersionId } from '../contract.ts'
import * as messages from '../messages.ts'

/** Most objects per call, because each copy may take the storage some time. */
export const MAX_COPIES = 100

/** Headers of an object that can be changed, by their names in the request. */
export const headers = {
  content_type: 'content-type',
  cache_control: 'cache-control',
  content_disposition: 'content-disposition',
  content_encoding: 'content-encoding',
  content_language: 'content-language',
} as const

/** A header's value: one line, trimmed because servers do so. */
const Value = v.pipe(
  text(1024),
  v.check((value) => !/[\0-\x1f\x7f]/.test(value), messages.oneLineRequired),
  v.check((value) => value === value.trim(), messages.removeSpacesAtStart),
)

/** Name of user metadata; case-insensitive, because it is sent as a header name. */
export const MetadataName = v.pipe(
  v.string(),
  v.title('Name'),
  v.nonEmpty('Enter a name'),
  v.maxLength(128, messages.metadataNameTooLong),
  v.regex(/^[\w.-]+$/, 'Use letters, digits and - _ . only'),
)

export const MetadataValue = v.pipe(Value, v.title('Value'), v.nonEmpty('Enter a value'))

/** Most user metadata names of an object. */
export const MAX_METADATA_NAMES = 50

/** S3's limit of 2 KiB for names and values, in bytes. */
const STORED = 2048

/** A name accepted by S3: any valid header name. */
const StoredName = v.pipe(text(STORED), v.regex(/^[!#$%&'*+.^_`|~\w-]+$/, messages.enterNameOfHeader))

/** A value accepted by S3, which may be empty. */
const StoredValue = v.pipe(
  text(STORED),
  v.check((value) => !/[\0-\x1f\x7f]/.test(value), messages.oneLineRequired),
)

/** All user metadata of an object. Accepts more than the form, because other programs may have stored it. */
export const UserMetadata = textMap(StoredName, StoredValue, STORED, {
  shape: messages.metadataFormat,
  count: messages.metadataTooLarge,
})

/** Result of a call that copies objects. */
const Outcome = v.object({ done: v.number(), failed: v.array(v.object({ path: v.string(), message: v.string() })) })

/**
 * Copies made by the storage itself: of objects, of older versions, and of objects onto themselves with new metadata.
 */
export const copying = {
  /**
   * Copies objects within a bucket or to another one, including tags and metadata; `move` then deletes each source.
   * Copying an older version onto its own key restores it. With `versions`, `all` copies the older versions too, oldest
   * first. Failures are returned with their reasons and do not stop the rest.
   */
  copy: post('/api/v1/buckets/:bucket/copy-objects', {
    allow: ['s3:GetObject', 's3:PutObject'],
    body: v.object({
      /** Empty for the same bucket. */
      bucket: v.optional(text(limits.bucket), ''),
      objects: v.pipe(
        list(v.object({ path: Key, version_id: VersionId, to: Key }), MAX_COPIES),
        v.minLength(1, 'Choose at least one object'),
        // copies run concurrently, so one would overwrite the other
        v.check(
          (objects) => new Set(objects.map(({ to }) => to)).size === objects.length,
          'Each target must be unique',
        ),
      ),
      mode: v.optional(v.picklist(['copy', 'move'], 'Choose copy or move'), 'copy'),
      versions: v.optional(v.picklist(['newest', 'all'], 'Choose newest or all'), 'newest'),
      existing: v.optional(v.picklist(['keep', 'replace'], 'Choose keep or replace'), 'keep'),
    }),
    reply: Outcome,
  }),
  /**
   * Changes the given metadata by copying the object onto itself. An empty text removes a header; `user` replaces all
   * user metadata.
   */
  setMetadata: put('/api/v1/buckets/:bucket/objects/metadata', {
    base64: 'prefix',
    allow: ['s3:GetObject', 's3:PutObject'],
    query: OneVersion,
    body: v.object({
      content_type: v.optional(Value),
      cache_control: v.optional(Value),
      content_disposition: v.optional(Value),
      content_encoding: v.optional(Value),
      content_language: v.optional(Value),
      user: v.optional(UserMetadata),
    }),
  }),
}
