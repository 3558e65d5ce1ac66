export type { AccountBucket } from '../../engines/minio/account-info.ts'
export { readGroup, readUser, readUsers } from '../../engines/minio/accounts.ts'
export { type Admin, entriesOf } from '../../engines/minio/admin.ts'
export { parseResponse, readJson } from '../../engines/minio/response.ts'
export { type Caller, hasCode, fallbackOn } from '../../engines/minio/caller.ts'
export { createClient, USER_AGENT } from '../../engines/minio/client.ts'
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
  isLocked,
  isRemoteAway,
  isRemoteBucketMissing,
  isRemoteRefusal,
  isRoleSet,
  isSealed,
  isTargetMissing,
  isUnsupportedByKms,
  isWithoutLocking,
} from '../../engines/minio/error-texts.ts'
export { factsOfAnyRequest, factsOfGroup, factsOfUser, isDistinguishedName } from '../../engines/minio/facts.ts'
export { followBuffered } from '../../engines/minio/buffered-watch.ts'
export type { MinioBackgroundContext } from '../../engines/minio/kit.ts'
export { compareKeys, decodeUrl, type Entry, type ListPage, scanList } from '../../engines/minio/list-xml.ts'
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
export { S3Error, toS3Error } from '../../engines/minio/s3-error.ts'
export { createRemote } from '../../engines/minio/remote.ts'
export {
  assertGranted,
  assertUnrestricted,
  dependOnTags,
  grants,
  hasNoRights,
  readRights,
  type Rights,
} from '../../engines/minio/rights.ts'
export { readRootAccess } from '../../engines/minio/root-access.ts'
export { encodePath, type Keys, md5 } from '../../engines/minio/sign.ts'
export { createSubResources } from '../../engines/minio/sub-resources.ts'
export {
  wrapElement,
  element,
  elementsIn,
  escape,
  fromXml,
  isXmlText,
  type Node,
  rewriteElements,
  type Span,
  toXml,
  unescape,
} from '../../engines/minio/xml.ts'
