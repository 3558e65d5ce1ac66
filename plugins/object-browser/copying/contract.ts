import * as v from 'valibot'
import { list, most, post, put, text, texts } from 'stowage'
import { Key, OneVersion, VersionId } from '../contract.ts'

/** How many objects one call copies at most: each may take the storage a while. */
export const MOST_COPIES = 100

/** What of an object's headers can be said anew, by their names in a call. */
export const headers = {
  content_type: 'content-type',
  cache_control: 'cache-control',
  content_disposition: 'content-disposition',
  content_encoding: 'content-encoding',
  content_language: 'content-language',
} as const

/** A header's value: one line, which servers take away the blanks around. */
const Value = v.pipe(
  text(1024),
  v.check((value) => !/[\0-\x1f\x7f]/.test(value), 'Enter one line, without control characters'),
  v.check((value) => value === value.trim(), 'Leave no blanks at the beginning or the end'),
)

/** A name of one's own for something said of an object; it travels as a header's name, in which case does not count. */
export const MetadataName = v.pipe(
  v.string(),
  v.title('Name'),
  v.nonEmpty('Enter a name'),
  v.maxLength(128, 'A name has at most 128 characters'),
  v.regex(/^[\w.-]+$/, 'Use letters, digits and - _ . only'),
)

/** What is said under such a name. */
export const MetadataValue = v.pipe(Value, v.title('Value'), v.nonEmpty('Enter a value'))

/** How many names of one's own an object has at most. */
export const MOST_NAMES = 50

/** S3 stores 2 KiB of names and values, in bytes. */
const STORED = 2048

/** A name as S3 takes it, which is any name of a header. */
const StoredName = v.pipe(text(STORED), v.regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'Enter the name of a header'))

/** A value as S3 takes it, which may be empty. */
const StoredValue = v.pipe(
  text(STORED),
  v.check((value) => !/[\0-\x1f\x7f]/.test(value), 'Enter one line, without control characters'),
)

/**
 * All that people have said of an object themselves. Wider than what the form takes for a new line, since other
 * programs may have stored the rest.
 */
export const UserMetadata = texts(StoredName, StoredValue, STORED, {
  shape: 'Metadata has names of headers and values of one line, at most 2,048 bytes',
  count: 'An object has at most 2 KiB of metadata',
})

/** What becomes of objects that a call was to copy. */
const Outcome = v.object({ done: v.number(), failed: v.array(v.object({ path: v.string(), message: v.string() })) })

/**
 * Copies made by the storage itself: of objects, of older versions, and of objects onto themselves with other metadata.
 */
export const copying = {
  /**
   * Copies objects within a bucket or into another one, tags and metadata with them; `move` then removes each as a
   * removal does. An older version onto its own key restores it. With all `versions` a copy takes the older ones along,
   * the oldest first. What could not be copied is listed with the reason and does not stop the rest.
   */
  copy: post('/api/v1/buckets/:bucket/copy-objects', {
    allow: ['s3:GetObject', 's3:PutObject'],
    body: v.object({
      /** `undefined` for the same bucket. */
      bucket: v.optional(text(most.bucket), ''),
      objects: v.pipe(
        list(v.object({ path: Key, version_id: VersionId, to: Key }), MOST_COPIES),
        v.minLength(1, 'Name an object'),
        // they are copied side by side: one would take the place of the other
        v.check((objects) => new Set(objects.map(({ to }) => to)).size === objects.length, 'Name each target once'),
      ),
      mode: v.optional(v.picklist(['copy', 'move'], 'Choose copy or move'), 'copy'),
      versions: v.optional(v.picklist(['newest', 'all'], 'Choose newest or all'), 'newest'),
      existing: v.optional(v.picklist(['keep', 'replace'], 'Choose keep or replace'), 'keep'),
    }),
    reply: Outcome,
  }),
  /**
   * Says anew what is named, with a copy onto itself: an empty text takes a header away, `user` stands for all of one's
   * own names.
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
