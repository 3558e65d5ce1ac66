export type { AccountBucket } from '../../engines/minio/account-info.ts'
export { readGroup, readUser, readUsers } from '../../engines/minio/accounts.ts'
export { type Admin, entriesOf } from '../../engines/minio/admin.ts'
export type { Caller } from '../../engines/minio/caller.ts'
export {
  type ConfigTarget,
  createConfigKv,
  DEFAULT_TARGET,
  hasSecret,
  readTargets,
} from '../../engines/minio/config-kv.ts'
export { readEachBucket } from '../../engines/minio/each-bucket.ts'
export {
  isAccessKeyTaken,
  isBuiltIn,
  isKmsKeyThere,
  isRemoteAway,
  isRemoteBucketMissing,
  isRemoteRefusal,
  isRoleSet,
  isUnsupportedByKms,
} from '../../engines/minio/error-texts.ts'
export { factsOfAnyRequest, factsOfGroup, factsOfUser, isDistinguishedName } from '../../engines/minio/facts.ts'
export { followBuffered } from '../../engines/minio/buffered-watch.ts'
export type { MinioBackgroundContext } from '../../engines/minio/kit.ts'
export { bucketPath, checkKey, isBucket, newBucketPath, newObjectPath, objectPath } from '../../engines/minio/paths.ts'
export { readAccounts } from '../../engines/minio/account-directory.ts'
export {
  Entities,
  parseDocument,
  policyAsWritten,
  readPolicies,
  readPolicy,
  sendPolicy,
} from '../../engines/minio/policies.ts'
export { assertUnrestricted, hasNoRights, type MinioRights, readRights } from '../../engines/minio/rights.ts'
export { readRootAccess } from '../../engines/minio/root-access.ts'
export * from './s3.ts'
