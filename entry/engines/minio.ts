// For adapters on MinIO servers, in addition to `stowage/engines/s3`: parsing, formatting and errors. Functions
// that need a caller or the server are in the adapter context.

export type { AccountBucket } from '../../engines/minio/account-info.ts'
export { type Admin, entriesOf } from '../../engines/minio/admin.ts'
export { type MinioRights, hasNoRights } from '../../engines/minio/rights.ts'

// configuration
export { type ConfigTarget, DEFAULT_TARGET, hasSecret, readTargets } from '../../engines/minio/config-kv.ts'

// policies and accounts
export {
  groupConditionContext,
  userConditionContext,
  isDistinguishedName,
} from '../../engines/minio/condition-context.ts'
export { Entities, parseDocument, policyAsWritten, sendPolicy } from '../../engines/minio/policies.ts'

// errors
export {
  isAccessKeyTaken,
  isBuiltIn,
  isKmsKeyTaken,
  isRemoteUnreachable,
  targetRefusalOf,
  isRemoteBucketMissing,
  isRemoteRefusal,
  isRoleSet,
  isUnsupportedByKms,
} from '../../engines/minio/error-texts.ts'
