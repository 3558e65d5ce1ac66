import * as v from 'valibot'
import { get, list, put, text } from 'stowage'
import * as messages from './messages.ts'

const Origin = v.pipe(
  text(1024),
  v.regex(/^[^*\s]*\*?[^*\s]*$/, messages.originHasNoBlanks),
  v.nonEmpty('Enter an origin'),
)
const Header = v.pipe(
  text(256),
  v.regex(/^[^*\s]*\*?[^*\s]*$/, messages.headerHasNoBlanks),
  v.nonEmpty('Enter a header'),
)
const Method = v.picklist(['GET', 'PUT', 'HEAD', 'POST', 'DELETE'], 'A method is one of GET, PUT, HEAD, POST, DELETE')

/** A CORS rule (S3). */
export const CorsRule = v.strictObject({
  ID: v.optional(text(255)),
  AllowedOrigins: v.pipe(list(Origin, 100), v.minLength(1, 'Name an origin in AllowedOrigins')),
  AllowedMethods: v.pipe(list(Method, 5), v.minLength(1, 'Name a method in AllowedMethods')),
  AllowedHeaders: v.optional(list(Header, 100)),
  ExposeHeaders: v.optional(list(Header, 100)),
  MaxAgeSeconds: v.optional(
    v.pipe(
      v.number('MaxAgeSeconds is a number'),
      v.integer('MaxAgeSeconds is whole'),
      v.minValue(0),
      v.maxValue(2 ** 31 - 1),
    ),
  ),
})
export type CorsRule = v.InferOutput<typeof CorsRule>

/** Maximum number of CORS rules per bucket (S3). */
const MAX_CORS_RULES = 100

export const CorsRules = list(CorsRule, MAX_CORS_RULES)

/** CORS rules of a bucket and the reason if none can be set; extensions of this console. */
export const cors = {
  cors: get('/api/v1/buckets/:bucket/cors', {
    allow: ['s3:GetBucketCors'],
    reply: v.object({ rules: v.array(CorsRule), refusal: v.optional(v.string()) }),
  }),
  /**
   * Replaces all rules; an empty list deletes them and also requires `s3:DeleteBucketCors`. 501 if the storage does not
   * support CORS rules.
   */
  setCors: put('/api/v1/buckets/:bucket/cors', {
    allow: ['s3:GetBucketCors', 's3:PutBucketCors'],
    body: v.object({ rules: CorsRules }),
  }),
}
