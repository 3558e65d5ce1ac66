import { count } from '../../../../core/format.ts'
import { capitalised } from '../../../../core/ui/words.ts'
import type { LifecycleRule, Tag } from '../../contract.ts'

const after = (days: number) => (days === 0 ? 'at once' : `after ${count(days)} ${days === 1 ? 'day' : 'days'}`)
const when = ({ date, days }: { date: string; days: number }) => (date ? `on ${date}` : after(days))

/** What a rule does, in words. */
export const deeds = ({ expiration, transition }: Pick<LifecycleRule, 'expiration' | 'transition'>) => {
  const { storage_class: tier, noncurrent_storage_class: olderTier } = transition
  const [older, olderMoves] = [expiration.noncurrent_expiration_days, transition.noncurrent_transition_days]
  const expires = expiration.date || expiration.days ? `expire ${when(expiration)}` : ''
  const done = [
    expires,
    expiration.delete_marker && 'remove lone delete markers',
    older && `older versions ${expires ? '' : 'expire '}${after(older)}`,
    tier && `move to ${tier} ${when(transition)}`,
    olderTier && `older versions ${olderTier === tier ? '' : `to ${olderTier} `}${after(olderMoves)}`,
  ].filter(Boolean)
  return capitalised(done.join(', ') || 'what only other programs know of')
}

/** A tag as it is shown and typed. */
export const tagText = ({ key, value }: Tag) => `${key}=${value}`
