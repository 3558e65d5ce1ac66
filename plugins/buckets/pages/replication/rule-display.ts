import type { InferOutput } from 'valibot'
import { displayName, decodePercent } from 'stowage'
import type { ReplicationRule, ReplicationStatus } from '../../replication.ts'

export type Rule = InferOutput<typeof ReplicationRule>

export const bucketIn = (arn: string) => arn.split(':').at(-1) ?? arn

/** Destination host of a rule; with the scheme only for http. */
export const hostOf = ({ target }: Pick<Rule, 'target'>) => {
  if (!target) return undefined
  const { host } = new URL(`${target.secure ? 'https' : 'http'}://${target.endpoint}`)
  return target.secure ? host : `http://${host}`
}

/** Counters of a rule's target. */
export const metricsOf = ({ destination }: Rule, status: ReplicationStatus | undefined) =>
  status?.targets.find(({ arn }) => arn === destination.bucket)

/** Whether the target responds, by the status, which is newer than the rule; `undefined` if it is unknown. */
export const isOnline = (rule: Rule, status: ReplicationStatus | undefined) =>
  metricsOf(rule, status)?.online ?? rule.target?.online

/**
 * State of a rule; `Not contacted yet` if the storage server has not tried to reach the target since it started. The
 * objects of failed attempts may have arrived since, so only those of the last minute mean that the rule is failing.
 */
export const stateOf = (rule: Rule, status: ReplicationStatus | undefined) => {
  if (rule.status === 'Disabled') return 'Paused'
  const metrics = metricsOf(rule, status)
  if (metrics && (metrics.online === false || metrics.failedLastMinute.objects > 0)) return 'Failing'
  if (metrics && metrics.failedLastHour.objects > 0) return 'Failed recently'
  return rule.target && isOnline(rule, status) === undefined ? 'Not contacted yet' : 'Enabled'
}

/** Splits wire-format tags, `k=v&k2=v2`, for display. */
export const tagsOf = (tags: string) => tags.split('&').filter(Boolean).map(decodePercent)

export const nameOfRule = (rule: Rule) =>
  `${displayName(bucketIn(rule.destination.bucket))}${rule.prefix ? ` for ${displayName(rule.prefix)}` : ''}`

export const bandwidthUnits = ['MiB', 'GiB', 'TiB'] as const
export type BandwidthUnit = (typeof bandwidthUnits)[number]

const sizes: Readonly<Record<BandwidthUnit, number>> = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 }

/** Converts a bandwidth to bytes per second. */
export const bandwidthOf = (amount: number, unit: BandwidthUnit) => Math.round(amount * sizes[unit])

/** Converts bytes per second to the largest unit with an amount of at least 1. */
export const bandwidthParts = (bytes: number): { amount: number; unit: BandwidthUnit } => {
  const unit = bytes >= sizes.TiB ? 'TiB' : bytes >= sizes.GiB || bytes === 0 ? 'GiB' : 'MiB'
  return { amount: bytes / sizes[unit], unit }
}

/** Address for a form's host; a scheme in the host takes precedence. */
export const addressOf = (host: string, tls: boolean) =>
  /^https?:\/\//i.test(host) ? host : `${tls ? 'https' : 'http'}://${host}`
