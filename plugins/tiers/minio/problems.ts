import { Failure } from '../../../core/failure.ts'
import { hasCode } from '../../../engines/minio/caller.ts'

/** What the server says of a remote storage that it cannot reach at all. */
const away =
  /dial tcp|connection (refused|reset)|no such host|timeout|deadline exceeded|network is unreachable|unreachable|certificate/i

const told = (error: Failure) => `${error.message} ${error.detail ?? ''}`

/** Whether nobody answered at the other end. */
export const isAway = (error: Failure) => away.test(told(error))

const refusals =
  /signature|access key|credential|not authorized|accessdenied|access denied|account is disabled|invalid_grant|forbidden/i

const words: readonly [code: string, status: number, words: string][] = [
  ['XMinioAdminTierAlreadyExists', 409, 'name: there is a tier of this name already'],
  ['XMinioAdminTierBackendInUse', 409, 'prefix: something is stored there already, choose another one'],
  [
    'XMinioAdminTierBackendNotEmpty',
    409,
    'Objects lie in this tier, which would be lost: delete them, or restore them, first',
  ],
  ['XMinioAdminTierNotFound', 404, 'There is no such tier'],
  ['XMinioAdminTierReserved', 400, 'name: this name stands for a class of the storage itself'],
  ['XMinioAdminTierBucketNotFound', 400, 'bucket: there is no such bucket there'],
  ['XMinioAdminTierInvalidCredentials', 400, 'The remote storage refuses these credentials'],
]

/** A refusal about a tier in words that say what to do; what the server said is the detail. */
export const explained = (error: unknown): Failure => {
  if (!(error instanceof Failure)) throw error
  const [, status, said] = words.find(([code]) => hasCode(error, code)) ?? []
  if (status !== undefined && said !== undefined) return new Failure(status, said, error.detail)
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
  if (isAway(error)) return new Failure(400, 'endpoint: the storage server cannot reach it', error.detail)
  if (/bucket does not exist|bucket not found|NoSuchBucket/i.test(told(error)))
    return new Failure(400, 'bucket: there is no such bucket there', error.detail)
  if (refusals.test(told(error))) return new Failure(400, 'The remote storage refuses these credentials', error.detail)
  return new Failure(400, 'The remote storage cannot be used as a tier', error.detail)
}
