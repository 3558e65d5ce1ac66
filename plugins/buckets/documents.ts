import * as v from 'valibot'
import { get, put } from '../../core/contract.ts'
import { list, most, text, texts } from '../../core/limits.ts'
import { TagKey, TagValue } from '../object-browser/contract.ts'

/** How many tags a bucket has at most (S3). */
export const MOST_TAGS = 50

/** All tags of a bucket, by their keys. */
export const BucketTags = texts(TagKey, TagValue, MOST_TAGS, {
  shape: 'A tag has a key of 1 to 128 and a value of at most 256 letters, digits, spaces and + - = . _ : / @',
  count: `A bucket has at most ${MOST_TAGS} tags`,
})
export type BucketTags = v.InferOutput<typeof BucketTags>

/** The most prefixes that a MinIO server leaves out of versioning. */
const MOST_EXCLUSIONS = 10

/**
 * Keys of which no versions are kept: those that begin with a prefix, where `*` and `?` are patterns, and folders' own.
 */
export const Exclusions = v.object({
  excludedPrefixes: v.pipe(
    list(
      v.pipe(text(most.key), v.nonEmpty('Enter a prefix'), v.regex(/^[^\p{Cc}]*$/u, 'Leave control characters out')),
      MOST_EXCLUSIONS,
    ),
    v.check((all) => new Set(all).size === all.length, 'Name each prefix once'),
  ),
  excludeFolders: v.boolean(),
})
export type Exclusions = v.InferOutput<typeof Exclusions>

/** A bucket policy as it is written. */
export const PolicyText = v.pipe(
  text(most.policy),
  v.title('Policy'),
  v.nonEmpty('Write the policy as JSON'),
  v.metadata({ control: 'code' }),
)

/** What a storage keeps with a bucket as a document of its own; extensions of this console. */
export const documents = {
  /** The whole bucket policy as the storage has it; nothing where there is none. */
  policyText: get('/api/v1/buckets/:bucket/policy', {
    allow: ['s3:GetBucketPolicy'],
    reply: v.object({ policy: v.optional(v.string()) }),
  }),
  /** `replaces` is what the change began with, null for no policy: 409 where that is not what is there any more. */
  setPolicyText: put('/api/v1/buckets/:bucket/policy', {
    allow: ['s3:GetBucketPolicy', 's3:PutBucketPolicy'],
    body: v.object({ policy: PolicyText, replaces: v.optional(v.nullable(text(8 * most.policy))) }),
  }),
  /** In place of all tags that there are; none takes them away. */
  setTags: put('/api/v1/buckets/:bucket/tags', {
    allow: ['s3:PutBucketTagging'],
    body: v.object({ tags: BucketTags }),
  }),
  /** What versioning leaves out, which can be said while it is on; in place of what was left out before. */
  setExclusions: put('/api/v1/buckets/:bucket/versioning/exclusions', {
    allow: ['s3:GetBucketVersioning', 's3:PutBucketVersioning'],
    body: Exclusions,
  }),
}
