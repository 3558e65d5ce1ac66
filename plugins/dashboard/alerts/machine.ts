import { figures, type Reading, type Rule } from './figures.ts'

/** What is remembered of a rule between two readings; times in ms since 1970. */
export type Pulse = {
  /** The last reading. */
  seen: number
  /** Since when the figure has been beyond the threshold, while the alert has not begun. */
  beyond?: number
  /** Since when it has been back, while the alert has not ended. */
  back?: number
}

/** Between readings further apart nobody knows what was, and what is to hold begins anew; in ms. */
const GAP = 150_000

/**
 * How long a figure has to be back before its alert ends, in seconds: five minutes, or as long as it had to hold; an
 * alert that holds for nothing ends at once.
 */
export const restOf = ({ hold }: Pick<Rule, 'hold'>) => (hold === 0 ? 0 : Math.max(300, hold))

/** Whether the figure is beyond the threshold, or still so near that nobody can say that it is back. */
const placeOf = ({ figure, threshold }: Rule, { value }: Reading): 'beyond' | 'near' | 'back' => {
  const { beyond, slack } = figures[figure]
  const [least, margin] =
    beyond === 'above' ? [value - threshold, threshold * slack] : [threshold - value, threshold * slack]
  if (least > 0) return 'beyond'
  return least > -margin ? 'near' : 'back'
}

/**
 * What follows from one more reading: what to remember, and when an alert has begun, or the running one ended, if so.
 */
export type Turn = { pulse: Pulse; began?: number; ended?: number }

/** One more reading of a rule's figure, whose alert is `running` or not. */
export const follow = (rule: Rule, reading: Reading, running: boolean, last: Pulse | undefined, now: number): Turn => {
  const place = placeOf(rule, reading)
  const before = last && Math.abs(now - last.seen) <= GAP ? last : undefined
  if (running) {
    if (place !== 'back') return { pulse: { seen: now } }
    const back = before?.back ?? now
    return now - back >= restOf(rule) * 1000 ? { pulse: { seen: now }, ended: back } : { pulse: { seen: now, back } }
  }
  if (place !== 'beyond') return { pulse: { seen: now } }
  const beyond = before?.beyond ?? now
  return now - beyond >= rule.hold * 1000 ? { pulse: { seen: now }, began: beyond } : { pulse: { seen: now, beyond } }
}
