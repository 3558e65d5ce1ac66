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
export { type Feature, missingFeatures as lacks } from '../core/features.ts'
export { searchQuery as asked, filterMatches as fitting, searchResult as found } from '../core/search.ts'
export { fold, includesFolded as holds } from '../core/fold.ts'
export {
  bytes,
  count,
  date,
  duration,
  shortCount,
  displayName as shown,
  displayText as visible,
} from '../core/format.ts'
export { list, limits as most, names, text, texts } from '../core/limits.ts'
export { MASK, maskSecrets as masked, restoreSecrets as unmasked } from '../core/mask-secrets.ts'
export { toRfc3339 as onWire } from '../core/rfc3339.ts'
export {
  type NeededPermission as Need,
  missingPermissionsOf as needsOf,
  refusalFor,
  hiddenReasonFor as unseenFor,
} from '../core/missing-permissions.ts'
export { createRingBuffer as createRing, type RingBuffer as Ring } from '../core/ring-buffer.ts'
export { Setting, setting, settingValue, TargetName } from '../core/config-setting.ts'
export { capitalised, counted, noneWithin, type Noun } from '../core/ui/words.ts'
export { isDefaultMessage } from '../core/valibot-texts.ts'
