import type { Permissions } from '../engine.ts'
import { isGranted, isGrantedSomewhere, type Evaluators } from './visible-resources.ts'

export { isKnownAction } from './actions.ts'
export { builtInPolicies, type PolicyDocument } from './document.ts'
export type { Purpose } from './conditions.ts'
export { type Evaluator, createEvaluator, type Request } from './evaluator.ts'
export type { ConditionContext } from './keys.ts'
export { parsePolicy, readPolicy } from './parse.ts'

const ANY_KEY = '*'

/** A key that ends in a star is a pattern: `docs/*` for keys directly in a folder, `docs/**` for all below it. */
const searchOf = (key: string) => {
  let end = key.length
  while (key[end - 1] === ANY_KEY) end -= 1
  return end < key.length ? { below: key.slice(0, end), directly: key.length - end === 1 } : undefined
}

/** Permissions of an account by its policies and those of a service account; each layer must allow. */
export const permissions = (evaluators: Evaluators): Permissions => ({
  may: (action, { bucket, key = '' } = {}) => {
    const many = searchOf(key)
    return many
      ? isGrantedSomewhere(evaluators, { action, bucket, ...many })
      : isGranted(evaluators, { action, bucket, key })
  },
  mayAnywhere: (action) => isGrantedSomewhere(evaluators, { action }),
})
