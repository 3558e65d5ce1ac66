export { matchPath, plain, segment } from '../core/address.ts'
export {
  type AuditField,
  auditFields,
  type AuditPosition,
  type AuditSearch,
  auditSources,
} from '../core/audit-search.ts'
export { core, type Statement } from '../core/calls.ts'
export {
  type ClaimedSection,
  type ConfigSection,
  Lockout,
  type SettingsGroup,
  settingsGroups,
  type TestContext,
  type TestSection,
  TestStep,
} from '../core/config-section.ts'
export { type ConnectionParts, connectionStrings } from '../core/connection-strings.ts'
export { type Action, type Allow, del, get, type Input, type Output, post, put, stream } from '../core/contract.ts'
export { elapsed, goDuration, nanosecondsOf } from '../core/go-duration.ts'
export { Failure, passesByItself } from '../core/failure.ts'
export { type Feature, missingFeatures } from '../core/features.ts'
export { searchQuery, filterMatches, searchResult } from '../core/search.ts'
export { fold, includesFolded } from '../core/fold.ts'
export {
  bytes,
  count,
  date,
  duration,
  shortCount,
  displayName,
  displayText,
} from '../core/format.ts'
export { lastGroup } from '../core/last-group.ts'
export { list, limits, names, text, texts } from '../core/limits.ts'
export { MASK, maskSecrets, restoreSecrets } from '../core/mask-secrets.ts'
export { toRfc3339 } from '../core/rfc3339.ts'
export {
  type NeededPermission,
  missingPermissionsOf,
  refusalFor,
  hiddenReasonFor,
} from '../core/missing-permissions.ts'
export { createRingBuffer, type RingBuffer } from '../core/ring-buffer.ts'
export { Setting, setting, settingValue, TargetName } from '../core/config-setting.ts'
export { capitalised, counted, noneWithin, type Noun } from '../core/ui/words.ts'
export { isDefaultMessage } from '../core/valibot-texts.ts'
