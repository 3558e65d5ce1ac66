export { bucketAccessOf, type Attached, mentionsBucket } from '../engines/policy/audit.ts'
export { comparePolicies, type Person } from '../engines/policy/changes.ts'
export { operatorNames } from '../engines/policy/conditions.ts'
export type { PolicyDocument } from '../engines/policy/document.ts'
export { clausesOf, explain, type SourceStatement, type Layers } from '../engines/policy/explain.ts'
export { lintPolicy } from '../engines/policy/lint.ts'
export { globOf, matches } from '../engines/policy/glob.ts'
export { InvalidPolicy, type PolicyPlace } from '../engines/policy/invalid-policy.ts'
export { conditionKeys } from '../engines/policy/keys.ts'
export {
  type MatrixColumn,
  type Parts,
  resourcePatternsOf,
  matrixRow,
  prepareRules,
} from '../engines/policy/resource-patterns.ts'
export {
  builtInPolicies,
  isKnownAction,
  createEvaluator,
  type ConditionContext,
  parsePolicy,
  type Purpose,
  readPolicy,
} from '../engines/policy/policy.ts'
export {
  foldersToward,
  isVisible,
  mayIn,
  namedBuckets,
  prefixesIn,
  type Reach,
} from '../engines/policy/visible-resources.ts'
export { vocabulary } from '../engines/policy/vocabulary.ts'
