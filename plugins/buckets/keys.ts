import * as v from 'valibot'
import { get, post } from '../../core/contract.ts'
import { most, text } from '../../core/limits.ts'

/** The name of a key of the storage's key management. */
export const KmsKey = v.pipe(
  text(most.name),
  v.title('KMS Key ID'),
  v.trim(),
  v.nonEmpty('Enter the key ID'),
  v.regex(/^[^\p{Cc}]*$/u, 'Leave control characters out'),
)

/** The storage's key management (console-api 21, minio-server 3.21), as far as the encryption of buckets needs it. */
export const kms = {
  kmsStatus: get('/api/v1/kms/status', {
    allow: ['admin:KMSKeyStatus'],
    reply: v.object({ name: v.string(), defaultKeyID: v.string() }),
  }),
  /** Tries whether a key encrypts and decrypts; `problem` says why it does not. */
  kmsKey: get('/api/v1/kms/keys/:key', {
    allow: ['admin:KMSKeyStatus'],
    reply: v.object({ keyID: v.string(), problem: v.optional(v.string()) }),
  }),
  makeKmsKey: post('/api/v1/kms/keys', { allow: ['admin:KMSCreateKey'], status: 201, body: v.object({ key: KmsKey }) }),
}
