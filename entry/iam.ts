export { accessIn, type Attached, concerns } from '../engines/policy/audit.ts'
export { changesOf, type Person } from '../engines/policy/changes.ts'
export { operatorNames } from '../engines/policy/conditions.ts'
export type { PolicyDocument } from '../engines/policy/document.ts'
export { clausesOf, explain, type Found, type Layers } from '../engines/policy/explain.ts'
export { findingsIn } from '../engines/policy/findings.ts'
export { globOf, matches } from '../engines/policy/glob.ts'
export { InvalidPolicy, type PolicyPlace } from '../engines/policy/invalid-policy.ts'
export { conditionKeys } from '../engines/policy/keys.ts'
export { type Kind, type Parts, placesOf, rowOf, rulesOf } from '../engines/policy/places.ts'
export {
  builtInPolicies,
  isKnownAction,
  judge,
  type Known,
  parsePolicy,
  type Purpose,
  readPolicy,
} from '../engines/policy/policy.ts'
export { foldersToward, isVisible, mayIn, namedBuckets, prefixesIn, type Reach } from '../engines/policy/reach.ts'
export { vocabulary } from '../engines/policy/vocabulary.ts'
