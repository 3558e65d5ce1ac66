import { Failure } from 'stowage'
import { hasCode, isRemoteAway, isRemoteBucketMissing, isRemoteRefusal } from 'stowage/engines/minio'

const words: readonly [code: string, status: number, words: string, field?: string][] = [
  ['XMinioAdminTierAlreadyExists', 409, 'name: a tier with this name already exists', 'name'],
  ['XMinioAdminTierBackendInUse', 409, 'prefix: it already contains objects, choose another one', 'prefix'],
  [
    'XMinioAdminTierBackendNotEmpty',
    409,
    'This tier contains objects that would be lost: delete or restore them first',
  ],
  ['XMinioAdminTierNotFound', 404, 'There is no such tier'],
  ['XMinioAdminTierReserved', 400, 'name: this name is a built-in storage class', 'name'],
  ['XMinioAdminTierBucketNotFound', 400, 'bucket: the remote storage has no such bucket', 'bucket'],
  ['XMinioAdminTierInvalidCredentials', 400, 'The remote storage refuses these credentials'],
]

/** Replaces the server's error with one that says what to do; the original becomes the detail. */
export const explained = (error: unknown): Failure => {
  if (!(error instanceof Failure)) throw error
  const [, status, said, field] = words.find(([code]) => hasCode(error, code)) ?? []
  if (status !== undefined && said !== undefined) return new Failure(status, said, { field, detail: error.detail })
  if (
    !hasCode(
      error,
      'XMinioAdminTierInsufficientPermissions',
      'XMinioAdminTierInvalidConfig',
      'XMinioBackendDown',
      'InternalError',
    )
  )
    return error
  if (isRemoteAway(error))
    return new Failure(400, 'endpoint: the storage server cannot reach this address', {
      field: 'endpoint',
      detail: error.detail,
    })
  if (isRemoteBucketMissing(error))
    return new Failure(400, 'bucket: the remote storage has no such bucket', { field: 'bucket', detail: error.detail })
  if (isRemoteRefusal(error))
    return new Failure(400, 'The remote storage refuses these credentials', { detail: error.detail })
  return new Failure(400, 'The remote storage cannot be used as a tier', { detail: error.detail })
}
