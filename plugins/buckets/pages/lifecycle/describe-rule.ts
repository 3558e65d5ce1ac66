import { bytes, capitalize, count } from 'stowage'
import type { LifecycleRule } from '../../contract.ts'
import { hasSeveral, transitionElements } from '../../lifecycle.ts'
import * as messages from '../../messages.ts'

const after = (days: number) => (days === 0 ? 'immediately' : `after ${count(days)} ${days === 1 ? 'day' : 'days'}`)
const timeText = ({ date, days }: { date: string; days: number }) => (date ? `on ${date}` : after(days))

/** When noncurrent versions expire: after some days, beyond a retained number, or both. */
const describeNoncurrent = ({
  noncurrent_expiration_days: days,
  newer_noncurrent_versions: newest,
}: LifecycleRule['expiration']) =>
  [days > 0 && after(days), newest && `except the newest ${count(newest)}`].filter(Boolean).join(' ')

/** Whether a rule expires anything. */
export const expires = ({ expiration }: Pick<LifecycleRule, 'expiration'>) => Object.values(expiration).some(Boolean)

/** Describes what a rule does. */
export const describeActions = ({
  expiration,
  transition,
  unknown: elements,
}: Pick<LifecycleRule, 'expiration' | 'transition' | 'unknown'>) => {
  const { storage_class: tier, noncurrent_storage_class: olderTier } = transition
  const [older, olderMoves] = [describeNoncurrent(expiration), transition.noncurrent_transition_days]
  const expires = expiration.date || expiration.days ? `expire ${timeText(expiration)}` : ''
  const effects = [
    expires && `${expires}${expiration.all_versions ? ' with all versions' : ''}`,
    expiration.delete_marker && 'remove lone delete markers',
    expiration.delete_marker_days && messages.deletedObjectsExpireWithVersions(after(expiration.delete_marker_days)),
    older && `older versions ${expires ? '' : 'expire '}${older}`,
    tier && `move to ${tier} ${timeText(transition)}`,
    hasSeveral({ unknown: elements }, 'Transition') && 'move in several transitions',
    olderTier && `older versions ${olderTier === tier ? '' : `to ${olderTier} `}${after(olderMoves)}`,
    hasSeveral({ unknown: elements }, 'NoncurrentVersionTransition') && messages.olderVersionsMoveInSteps,
  ].filter(Boolean)
  const others = elements?.filter((name) => !(transitionElements as readonly string[]).includes(name)).join(', ')
  const unknown = others && messages.unknownActions(effects.length, others)
  return capitalize([...effects, unknown].filter(Boolean).join(', ') || 'settings of other programs')
}

/** Object sizes that a rule is limited to, which only other programs set; `undefined` if there is no limit. */
export const describeSizes = ({ object_size_greater_than: above, object_size_less_than: below }: LifecycleRule) =>
  [above && `larger than ${bytes(above)}`, below && `smaller than ${bytes(below)}`].filter(Boolean).join(' and ')
