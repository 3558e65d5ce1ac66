import * as v from 'valibot'
import { get, list, limits, put, text, textMap } from 'stowage'
import { TagKey, TagValue } from 'stowage/plugins/object-browser'
import * as messages from './messages.ts'

/** Maximum number of tags per bucket (S3). */
export const MAX_TAGS = 50

export const BucketTags = textMap(TagKey, TagValue, MAX_TAGS, {
  shape: messages.tagFormat,
  count: messages.tooManyBucketTags(MAX_TAGS),
})
export type BucketTags = v.InferOutput<typeof BucketTags>

/** Maximum number of excluded prefixes on a MinIO server. */
const MAX_EXCLUSIONS = 10

/** Keys without versioning: prefixes, in which `*` and `?` are patterns, and optionally folders. */
export const Exclusions = v.object({
  excludedPrefixes: v.pipe(
    list(
      v.pipe(
        text(limits.key),
        v.nonEmpty('Enter a prefix'),
        v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'),
      ),
      MAX_EXCLUSIONS,
    ),
    v.check((all) => new Set(all).size === all.length, 'Each prefix must be unique'),
  ),
  excludeFolders: v.boolean(),
})
export type Exclusions = v.InferOutput<typeof Exclusions>

/** The raw text of a bucket policy. */
export const PolicyText = v.pipe(
  text(limits.policy),
  v.title('Policy'),
  v.nonEmpty('Write the policy as JSON'),
  v.metadata({ control: 'code' }),
)

/** Documents that a storage keeps for a bucket; extensions of this console. */
export const documents = {
  /** The complete bucket policy as stored; `undefined` if there is none. */
  policyText: get('/api/v1/buckets/:bucket/policy', {
    allow: ['s3:GetBucketPolicy'],
    reply: v.object({ policy: v.optional(v.string()) }),
  }),
  /** `replaces` is the policy that the edit started from, null for none: 409 if the current one differs. */
  setPolicyText: put('/api/v1/buckets/:bucket/policy', {
    allow: ['s3:GetBucketPolicy', 's3:PutBucketPolicy'],
    body: v.object({ policy: PolicyText, replaces: v.optional(v.nullable(text(8 * limits.policy))) }),
  }),
  /** Replaces all tags; an empty set deletes them. */
  setTags: put('/api/v1/buckets/:bucket/tags', {
    allow: ['s3:PutBucketTagging'],
    body: v.object({ tags: BucketTags }),
  }),
  /** Replaces what versioning excludes; allowed only while versioning is on. */
  setExclusions: put('/api/v1/buckets/:bucket/versioning/exclusions', {
    allow: ['s3:GetBucketVersioning', 's3:PutBucketVersioning'],
    body: Exclusions,
  }),
}
