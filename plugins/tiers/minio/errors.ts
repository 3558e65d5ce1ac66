import { Failure } from 'stowage'
import { isRemoteUnreachable, isRemoteBucketMissing, isRemoteRefusal } from 'stowage/engines/minio'
import { hasCode } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const specificErrors: readonly [code: string, status: number, message: string, field?: string][] = [
  ['XMinioAdminTierAlreadyExists', 409, messages.nameInUse, 'name'],
  ['XMinioAdminTierBackendInUse', 409, messages.prefixNotEmpty, 'prefix'],
  ['XMinioAdminTierBackendNotEmpty', 409, messages.tierHasObjects],
  ['XMinioAdminTierNotFound', 404, 'There is no such tier'],
  ['XMinioAdminTierReserved', 400, messages.nameIsStorageClass, 'name'],
  ['XMinioAdminTierBucketNotFound', 400, messages.remoteBucketMissing, 'bucket'],
  ['XMinioAdminTierInvalidCredentials', 400, messages.credentialsRefused],
]

/** Replaces the server's error with one that says what to do; the original becomes the detail. */
export const toSpecificError = (error: unknown): Failure => {
  if (!(error instanceof Failure)) throw error
  const [, status, message, field] = specificErrors.find(([code]) => hasCode(error, code)) ?? []
  if (status !== undefined && message !== undefined)
    return new Failure(status, message, { field, detail: error.detail })
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
  if (isRemoteUnreachable(error))
    return new Failure(400, messages.endpointUnreachable, {
      field: 'endpoint',
      detail: error.detail,
    })
  if (isRemoteBucketMissing(error))
    return new Failure(400, messages.remoteBucketMissing, { field: 'bucket', detail: error.detail })
  if (isRemoteRefusal(error)) return new Failure(400, messages.credentialsRefused, { detail: error.detail })
  return new Failure(400, messages.remoteStorageUnusable, { detail: error.detail })
}
