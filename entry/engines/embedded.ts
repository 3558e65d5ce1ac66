// For adapters on the embedded engine: records, keys and formats of its index. Operations that change the index are in
// the adapter context.

// the store
export { getByName } from '../../engines/embedded/store/database.ts'
export type { Blobs } from '../../engines/embedded/store/blobs.ts'
export { type Checksums, combineChecksums } from '../../engines/embedded/store/checksums.ts'
export { folderAt } from '../../engines/embedded/store/folder.ts'
export {
  afterPrefix,
  blobKey,
  isVersionId,
  MAX_KEY,
  partNumberOf,
  objectKey,
  partKey,
  partsOf,
  uploadKey,
  uploadOf,
  versionsOf,
} from '../../engines/embedded/store/keys.ts'
export { cursorAfter, type ListingEntry } from '../../engines/embedded/store/listing.ts'
export type { ObjectLocation, StoreIndex as Index } from '../../engines/embedded/store/operations.ts'
export type {
  AccountRecord,
  BucketRecord,
  ChangeRecord,
  Cipher,
  GroupRecord,
  ObjectEvent,
  PartRecord,
  SettingsRecord,
  TargetRecord,
  UploadRecord,
  UserRecord,
  Version,
} from '../../engines/embedded/store/records.ts'
export type { Store } from '../../engines/embedded/store/store.ts'
export { idOf, lockOn, storedTags, tagsOf } from '../../engines/embedded/store/versions.ts'

// events
export { arnOf, backlogOf, type EventName, isSubscribed, targetNameOf } from '../../engines/embedded/store/events.ts'
export { authorizationHeader, type Webhook } from '../../engines/embedded/delivery.ts'

// accounts
export type { Caller, Target } from '../../engines/embedded/caller.ts'
export { conditionContextOf, groupConditionContext } from '../../engines/embedded/condition-context.ts'
export { newKeyPair, newToken } from '../../engines/embedded/secrets.ts'

// settings, logs and traces
export { auditRecordOf } from '../../engines/embedded/audit-record.ts'
export { type EngineSetting, nameOf, parseDuration, sections, speeds } from '../../engines/embedded/configuration.ts'
export type { LogLine } from '../../engines/embedded/log-tap.ts'
export type { CompletedCall } from '../../engines/embedded/tracer.ts'
