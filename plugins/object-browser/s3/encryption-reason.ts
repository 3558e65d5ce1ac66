import { Failure } from 'stowage'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/** Whether a refusal may come from encryption: not one for a full or an unavailable storage. */
const mayBeEncryption = (error: unknown): error is Failure =>
  error instanceof Failure && error.status >= 500 && ![501, 503, 507].includes(error.status)

/**
 * Runs an upload. Some servers accept default encryption without having a key, and then refuse every upload with an
 * internal error: the failure then names the encryption of the bucket.
 */
export const withEncryptionReason = async <T>(
  { call, paths }: S3AdapterContext,
  bucket: string,
  upload: () => Promise<T>,
): Promise<T> => {
  try {
    return await upload()
  } catch (error) {
    if (!mayBeEncryption(error)) throw error
    const setting = { method: 'GET', path: paths.bucketPath(bucket), query: { encryption: '' } } as const
    const isEncrypted = await call(setting).then(
      ({ body }) => body.includes('<SSEAlgorithm>'),
      () => false,
    )
    if (!isEncrypted) throw error
    const detail = [messages.turnOffEncryption, error.detail].filter(Boolean).join(' ')
    throw new Failure(409, messages.encryptionRefusesUploads, { detail, code: 'EncryptionNeedsKey' })
  }
}
