import { Failure } from 'stowage'
import type { LifecycleChange, LifecycleRule } from '../contract.ts'
import { contradictions, hasSeveral } from '../lifecycle.ts'

/**
 * Applies a change to a rule. A number of days replaces a date, and vice versa.
 *
 * @throws `Failure` 422 if the rule and the change contradict each other, or for one of several transitions.
 */
export const applyLifecycleChange = (rule: LifecycleRule, change: LifecycleChange): LifecycleRule => {
  const { disable, prefix = rule.prefix, tags = rule.tags } = change
  const status = disable === undefined ? rule.status : disable ? 'Disabled' : 'Enabled'
  const changed: LifecycleRule = { ...rule, status, prefix, tags }
  if (Object.keys(change).every((name) => ['disable', 'prefix', 'tags'].includes(name))) return changed

  const time = (before: { date: string; days: number }, date: string | undefined, days: number | undefined) => ({
    date: date ?? (days ? '' : before.date),
    days: days ?? (date ? 0 : before.days),
  })
  const newest = change.newer_noncurrentversion_expiration_versions ?? rule.expiration.newer_noncurrent_versions
  const { newer_noncurrent_versions: _, ...others } = rule.expiration
  const expiration: LifecycleRule['expiration'] = {
    ...others,
    ...time(rule.expiration, change.expiry_date, change.expiry_days),
    delete_marker: change.expired_object_delete_marker ?? rule.expiration.delete_marker,
    noncurrent_expiration_days: change.noncurrentversion_expiration_days ?? rule.expiration.noncurrent_expiration_days,
    ...(newest && { newer_noncurrent_versions: newest }),
  }
  const transition: LifecycleRule['transition'] = {
    ...time(rule.transition, change.transition_date, change.transition_days),
    storage_class: change.storage_class ?? rule.transition.storage_class,
    noncurrent_transition_days: change.noncurrentversion_transition_days ?? rule.transition.noncurrent_transition_days,
    noncurrent_storage_class:
      change.noncurrentversion_transition_storage_class ?? rule.transition.noncurrent_storage_class,
  }
  const isDifferent = (...names: (keyof LifecycleRule['transition'])[]) =>
    names.some((name) => transition[name] !== rule.transition[name])
  // other programs write rules that move objects immediately, after 0 days
  const [isTimed, wasAtOnce] = [Boolean(transition.date || transition.days), rule.transition.storage_class !== '']
  const tiered = transition.storage_class !== ''
  const olderTiered = transition.noncurrent_storage_class !== ''
  const olderAtOnce = rule.transition.noncurrent_storage_class !== ''
  const isEmpty = ![...Object.values(expiration), ...Object.values(transition)].some(Boolean) && !rule.unknown
  const problem = [
    hasSeveral(rule, 'Transition') && isDifferent('date', 'days', 'storage_class') && contradictions.several,
    hasSeveral(rule, 'NoncurrentVersionTransition') &&
      isDifferent('noncurrent_transition_days', 'noncurrent_storage_class') &&
      contradictions.olderSeveral,
    isEmpty && contradictions.nothing,
    expiration.delete_marker && (expiration.date || expiration.days) && contradictions.markers,
    ((isTimed && !tiered) || (tiered && !isTimed && !wasAtOnce)) && contradictions.tier,
    ((transition.noncurrent_transition_days && !olderTiered) ||
      (olderTiered && !transition.noncurrent_transition_days && !olderAtOnce)) &&
      contradictions.olderTier,
  ].find(Boolean)
  if (problem) throw new Failure(422, problem)
  return { ...changed, expiration, transition }
}
