import type { InferOutput } from 'valibot'
import { shown } from '../../../../core/format.ts'
import type { ReplicationRule, ReplicationStatus } from '../../replication.ts'

/** A rule as the list call answers it. */
export type Rule = InferOutput<typeof ReplicationRule>

/** The bucket that an ARN of either kind names. */
export const bucketIn = (arn: string) => arn.split(':').at(-1) ?? arn

/** Where a rule sends objects: the host alone, with its scheme only where it is http. */
export const hostOf = ({ target }: Pick<Rule, 'target'>) => {
  if (!target) return undefined
  const { host } = new URL(`${target.secure ? 'https' : 'http'}://${target.endpoint}`)
  return target.secure ? host : `http://${host}`
}

/** The figures of the target that a rule sends to. */
export const figuresOf = ({ destination }: Rule, status: ReplicationStatus | undefined) =>
  status?.targets.find(({ arn }) => arn === destination.bucket)

/** Enabled, paused, or enabled and failing. */
export const stateOf = (rule: Rule, status: ReplicationStatus | undefined) => {
  if (rule.status === 'Disabled') return 'Paused'
  const figures = figuresOf(rule, status)
  return figures && (figures.online === false || figures.failedLastHour.objects > 0) ? 'Failing' : 'Enabled'
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Tags of the wire, `k=v&k2=v2`, each as it is shown. */
export const tagsOf = (tags: string) => tags.split('&').filter(Boolean).map(decoded)

/** How people know a rule. */
export const named = (rule: Rule) =>
  `${shown(bucketIn(rule.destination.bucket))}${rule.prefix ? ` for ${shown(rule.prefix)}` : ''}`

export const bandwidthUnits = ['MiB', 'GiB', 'TiB'] as const
export type BandwidthUnit = (typeof bandwidthUnits)[number]

const sizes: Readonly<Record<BandwidthUnit, number>> = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 }

/** A bandwidth as it goes over the wire, in bytes a second. */
export const bandwidthOf = (amount: number, unit: BandwidthUnit) => Math.round(amount * sizes[unit])

/** A bandwidth as it is edited: in the largest unit of which it is at least one. */
export const bandwidthParts = (bytes: number): { amount: number; unit: BandwidthUnit } => {
  const unit = bytes >= sizes.TiB ? 'TiB' : bytes >= sizes.GiB || bytes === 0 ? 'GiB' : 'MiB'
  return { amount: bytes / sizes[unit], unit }
}

/** The address that a form's host stands for: whoever types a scheme means it. */
export const addressOf = (host: string, tls: boolean) =>
  /^https?:\/\//i.test(host) ? host : `${tls ? 'https' : 'http'}://${host}`
