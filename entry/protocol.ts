export { callAddress, decodePercent, matchPath, decodeSegment, encodeSegment } from '../core/protocol/address.ts'
export { core, type Statement } from '../core/protocol/calls.ts'
export {
  type ClaimedSection,
  type ConfigSection,
  Lockout,
  type SettingsGroup,
  settingsGroups,
  type TestContext,
  type TestSection,
  TestStep,
} from '../core/protocol/config-section.ts'
export { type ConnectionParts, connectionStrings } from '../core/protocol/connection-strings.ts'
export {
  type Action,
  type Allow,
  del,
  type Endpoint,
  type Feed,
  get,
  type Input,
  type Output,
  post,
  put,
  stream,
} from '../core/protocol/contract.ts'
export { Failure, type FailureData, isTemporaryFailure, toFailure } from '../core/protocol/failure.ts'
export { type Feature, missingFeatures } from '../core/protocol/features.ts'
export { searchQuery, filterMatches, searchResult } from '../ui/search-query.ts'
export { foldCase, includesIgnoringCase } from '../core/protocol/fold-case.ts'
export {
  bytes,
  count,
  date,
  duration,
  shortCount,
  displayName,
  displayText,
} from '../core/protocol/format.ts'
export { isObject } from '../core/protocol/is-object.ts'
export { list, limits, names, text, textMap } from '../core/protocol/limits.ts'
export { MASK, maskSecrets, restoreSecrets } from '../core/protocol/mask-secrets.ts'
export { parseJson } from '../core/protocol/parse-json.ts'
export { toRfc3339 } from '../core/protocol/rfc3339.ts'
export {
  type NeededPermission,
  missingPermissionsOf,
  refusalFor,
  hiddenReasonFor,
} from '../core/protocol/missing-permissions.ts'
export { createRingBuffer, type RingBuffer } from '../ui/ring-buffer.ts'
export { isDay } from '../ui/day.ts'
export { formatElapsed, formatGoDuration, parseGoDuration } from '../ui/go-duration.ts'
export { s3Arn, s3Uri } from '../ui/s3-address.ts'
export { Setting, setting, settingValue, TargetName } from '../core/protocol/config-setting.ts'
export { capitalize, counted, emptyInNamespaces, type Noun } from '../ui/noun.ts'
export { isDefaultMessage } from '../core/protocol/valibot-texts.ts'
export { licenseGroup } from '../core/protocol/license-group.ts'
