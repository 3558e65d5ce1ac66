import * as v from 'valibot'
import { get, limits, post, text } from 'stowage'

export const KmsKey = v.pipe(
  text(limits.name),
  v.title('KMS Key ID'),
  v.trim(),
  v.nonEmpty('Enter the key ID'),
  v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'),
)

/** KMS calls that bucket encryption needs (console-api 21, minio-server 3.21). */
export const kms = {
  kmsStatus: get('/api/v1/kms/status', {
    allow: ['admin:KMSKeyStatus'],
    reply: v.object({ name: v.string(), defaultKeyID: v.string() }),
  }),
  /** Tests whether a key encrypts and decrypts; `problem` says why it does not. */
  kmsKey: get('/api/v1/kms/keys/:key', {
    allow: ['admin:KMSKeyStatus'],
    reply: v.object({ keyID: v.string(), problem: v.optional(v.string()) }),
  }),
  makeKmsKey: post('/api/v1/kms/keys', { allow: ['admin:KMSCreateKey'], status: 201, body: v.object({ key: KmsKey }) }),
}
