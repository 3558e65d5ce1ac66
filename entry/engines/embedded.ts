export { auditRecordOf } from '../../engines/embedded/audited.ts'
export { bucketOf } from '../../engines/embedded/buckets.ts'
export { type Caller, identityOf, type Target } from '../../engines/embedded/caller.ts'
export {
  parseDuration,
  nameOf,
  type EngineSetting,
  sections,
  sessionLength,
  settingOf,
  speeds,
} from '../../engines/embedded/configuration.ts'
export {
  authorizationHeader,
  startDelivery,
  type Webhook,
  type DeliveryDeps,
} from '../../engines/embedded/delivery.ts'
export { factsOf, factsOfGroup } from '../../engines/embedded/facts.ts'
export type { EmbeddedBackgroundContext, EmbeddedAdapterContext } from '../../engines/embedded/kit.ts'
export type { LogLine } from '../../engines/embedded/log-tap.ts'
export { allPolicies, assertPolicies, attachedTo, documentOf, policyOf } from '../../engines/embedded/policies.ts'
export { newKeyPair, newToken } from '../../engines/embedded/secrets.ts'
export { endSessions } from '../../engines/embedded/sessions.ts'
export type { Blobs } from '../../engines/embedded/store/blobs.ts'
export { type Checksums, combineChecksums } from '../../engines/embedded/store/checksums.ts'
export { type Index, lookUp } from '../../engines/embedded/store/database.ts'
export {
  arnOf,
  backlogOf,
  enqueue,
  type EventName,
  objectEventOf,
  isSubscribed,
  defaultLimit,
  recordEvent,
  targetNameOf,
} from '../../engines/embedded/store/events.ts'
export { folderAt } from '../../engines/embedded/store/folder.ts'
export {
  afterPrefix,
  blobKey,
  isOrder,
  MAX_KEY,
  numberOf,
  objectKey,
  partKey,
  partsOf,
  uploadKey,
  uploadOf,
  versionsOf,
} from '../../engines/embedded/store/keys.ts'
export { cursorAfter, type Line, listPage } from '../../engines/embedded/store/listing.ts'
export type { KeyLocation } from '../../engines/embedded/store/version-location.ts'
export type * from '../../engines/embedded/store/records.ts'
export type { Store } from '../../engines/embedded/store/store.ts'
export {
  addVersion,
  findVersion,
  idOf,
  hasSingleVersion,
  lockOn,
  storedTags,
  newestVersion,
  readableVersion,
  removeKey,
  removeVersion,
  rewriteVersion,
  tagsOf,
  usageOf,
} from '../../engines/embedded/store/versions.ts'
export type { CompletedCall } from '../../engines/embedded/tracer.ts'
export type { Calls } from '../../engines/embedded/traced.ts'
