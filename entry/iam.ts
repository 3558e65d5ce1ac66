export { bucketAccessOf, type Attached, mentionsBucket } from '../engines/iam/audit.ts'
export { comparePolicies, type UserWithPolicies } from '../engines/iam/changes.ts'
export { operatorNames } from '../engines/iam/conditions.ts'
export type { PolicyDocument } from '../engines/iam/document.ts'
export { clausesOf, explain, type SourceStatement, type Layers } from '../engines/iam/explain.ts'
export { lintPolicy } from '../engines/iam/lint.ts'
export { type Glob, globOf, matches } from '../engines/iam/glob.ts'
export { InvalidPolicy, type PolicyLocation } from '../engines/iam/invalid-policy.ts'
export { conditionKeys } from '../engines/iam/keys.ts'
export { iamEntityNotFound } from '../engines/iam/not-found.ts'
export {
  type MatrixColumn,
  type Parts,
  resourcePatternsOf,
  matrixRow,
  prepareRules,
} from '../engines/iam/resource-patterns.ts'
export {
  builtInPolicies,
  isKnownAction,
  createEvaluator,
  type ConditionContext,
  parsePolicy,
  type Purpose,
  readPolicy,
} from '../engines/iam/policy.ts'
export {
  foldersWithAccess,
  isVisible,
  isGrantedInBucket,
  namedBuckets,
  prefixesIn,
  type Evaluators,
} from '../engines/iam/visible-resources.ts'
export { vocabulary } from '../engines/iam/vocabulary.ts'
