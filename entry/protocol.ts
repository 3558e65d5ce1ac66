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
export { elapsed, goDuration, nanosecondsOf } from '../core/elapsed.ts'
export { Failure, passesByItself } from '../core/failure.ts'
export { type Feature, lacks } from '../core/features.ts'
export { asked, fitting, found } from '../core/find.ts'
export { fold, holds } from '../core/fold.ts'
export { bytes, count, date, duration, shortCount, shown, visible } from '../core/format.ts'
export { list, most, names, text, texts } from '../core/limits.ts'
export { MASK, masked, unmasked } from '../core/masked.ts'
export { onWire } from '../core/moment.ts'
export { type Need, needsOf, refusalFor, unseenFor } from '../core/needs.ts'
export { createRing, type Ring } from '../core/ring.ts'
export { Setting, setting, settingValue, TargetName } from '../core/setting.ts'
export { capitalised, counted, noneWithin, type Noun } from '../core/ui/words.ts'
export { isDefaultMessage } from '../core/valibot-texts.ts'
