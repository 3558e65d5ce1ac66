import { Failure } from 'stowage'
import { hasCode, isRemoteAway, isRemoteBucketMissing, isRemoteRefusal } from 'stowage/engines/minio'

const words: readonly [code: string, status: number, words: string, field?: string][] = [
  ['XMinioAdminTierAlreadyExists', 409, 'name: there is a tier of this name already', 'name'],
  ['XMinioAdminTierBackendInUse', 409, 'prefix: something is stored there already, choose another one', 'prefix'],
  [
    'XMinioAdminTierBackendNotEmpty',
    409,
    'Objects lie in this tier, which would be lost: delete them, or restore them, first',
  ],
  ['XMinioAdminTierNotFound', 404, 'There is no such tier'],
  ['XMinioAdminTierReserved', 400, 'name: this name stands for a class of the storage itself', 'name'],
  ['XMinioAdminTierBucketNotFound', 400, 'bucket: there is no such bucket there', 'bucket'],
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
    return new Failure(400, 'endpoint: the storage server cannot reach it', { field: 'endpoint', detail: error.detail })
  if (isRemoteBucketMissing(error))
    return new Failure(400, 'bucket: there is no such bucket there', { field: 'bucket', detail: error.detail })
  if (isRemoteRefusal(error))
    return new Failure(400, 'The remote storage refuses these credentials', { detail: error.detail })
  return new Failure(400, 'The remote storage cannot be used as a tier', { detail: error.detail })
}
