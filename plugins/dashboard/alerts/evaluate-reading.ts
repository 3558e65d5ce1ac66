import { alertMetrics, type Reading, type Rule } from './metrics.ts'

/** State of a rule between two readings; times in ms since 1970. */
export type RuleState = {
  /** Time of the last reading. */
  seen: number
  /** Since when the metric has been beyond the threshold, before the alert starts. */
  beyond?: number
  /** Since when it has recovered, before the alert ends. */
  back?: number
}

/** Maximum gap between readings, in ms; after a longer one, hold times start over. */
export const MAX_GAP = 150_000

/**
 * How long a metric must stay recovered before its alert ends, in seconds: at least five minutes or its hold time.
 * Alerts without a hold time end immediately.
 */
const recoverySeconds = ({ durationSeconds }: Pick<Rule, 'durationSeconds'>) =>
  durationSeconds === 0 ? 0 : Math.max(300, durationSeconds)

/** Compares a reading with the threshold; `near` is within the hysteresis. */
const compare = ({ metric, threshold }: Rule, { value }: Reading): 'beyond' | 'near' | 'back' => {
  const { beyond, slack } = alertMetrics[metric]
  const [least, margin] =
    beyond === 'above' ? [value - threshold, threshold * slack] : [threshold - value, threshold * slack]
  if (least > 0) return 'beyond'
  return least > -margin ? 'near' : 'back'
}

/** Result of a reading: the new state, and the start or end time of an alert if one has started or ended. */
export type Evaluation = { state: RuleState; started?: number; ended?: number }

/** Evaluates one reading of a rule; `running` says whether its alert is active. */
export const evaluateReading = (
  rule: Rule,
  reading: Reading,
  running: boolean,
  last: RuleState | undefined,
  now: number,
): Evaluation => {
  const position = compare(rule, reading)
  const before = last && Math.abs(now - last.seen) <= MAX_GAP ? last : undefined
  if (running) {
    if (position !== 'back') return { state: { seen: now } }
    const back = before?.back ?? now
    return now - back >= recoverySeconds(rule) * 1000
      ? { state: { seen: now }, ended: back }
      : { state: { seen: now, back } }
  }
  if (position !== 'beyond') return { state: { seen: now } }
  const beyond = before?.beyond ?? now
  return now - beyond >= rule.durationSeconds * 1000
    ? { state: { seen: now }, started: beyond }
    : { state: { seen: now, beyond } }
}
