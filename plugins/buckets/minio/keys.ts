import * as v from 'valibot'
import { Failure, missingFeatures } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import { isKmsKeyTaken, isUnsupportedByKms } from 'stowage/engines/minio'
import type { MinioAdapterContext } from 'stowage/server'
import { hasCode, type S3Error } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const Status = v.object({ name: v.optional(v.string(), ''), 'default-key-id': v.optional(v.string(), '') })

const Checked = v.object({
  'key-id': v.optional(v.string(), ''),
  'encryption-error': v.optional(v.string()),
  'decryption-error': v.optional(v.string()),
})

/** Translates the server's error for a missing KMS to 501. */
const requireKms = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'NotImplemented', 'KMSNotConfigured'))
      throw new Failure(501, missingFeatures['sse-kms'], { detail: error.detail })
    throw error
  }
}

/** Matches a KMS error by code, or by text where the server wraps it in InternalError. */
const isKmsError = (error: unknown, code: string, matches: (error: S3Error) => boolean): error is S3Error =>
  hasCode(error, code) || (hasCode(error, 'InternalError') && matches(error))

/** The KMS of a MinIO server (minio-server 3.21). */
export const createKeys = ({ admin }: MinioAdapterContext) =>
  ({
    kmsStatus: async () => {
      const status = await requireKms(
        admin.read(Status, { method: 'POST', name: 'kms/status', needs: 'admin:KMSKeyStatus' }),
      )
      return { name: status.name, defaultKeyID: status['default-key-id'] }
    },

    kmsKey: async (key) => {
      const query = { 'key-id': key }
      const result = await requireKms(
        admin.read(Checked, { method: 'GET', name: 'kms/key/status', needs: 'admin:KMSKeyStatus', query }),
      )
      const problem = result['encryption-error'] || result['decryption-error']
      return { keyID: result['key-id'], ...(problem && { problem }) }
    },

    makeKmsKey: async (key) => {
      try {
        await requireKms(
          admin.send({ method: 'POST', name: 'kms/key/create', needs: 'admin:KMSCreateKey', query: { 'key-id': key } }),
        )
      } catch (error) {
        if (isKmsError(error, 'kms:KeyAlreadyExists', isKmsKeyTaken))
          throw new Failure(409, `The key "${key}" already exists`, { detail: error.detail })
        if (isKmsError(error, 'kms:NotSupported', isUnsupportedByKms))
          throw new Failure(501, messages.kmsCannotCreateKeys, { detail: error.detail })
        throw error
      }
    },
  }) satisfies Partial<BucketsBackend>
