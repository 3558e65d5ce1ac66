import { type AlertMetric, alertMetrics } from './metrics.ts'
import type { Alert } from './contract.ts'

const rounded = (value: number) => (Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10)

/** A value with its unit: `76%`, `1 drive`. */
export const formatValue = (value: number, { unit }: Pick<AlertMetric, 'unit'>) =>
  `${rounded(value)}${unit === '%' ? '' : ' '}${rounded(value) === 1 ? unit.replace(/^([a-z]+)s$/, '$1') : unit}`

/** Short title: `Drives offline`, `Capacity used above 75%`. */
export const titleOf = ({ metric, threshold }: Pick<Alert, 'metric' | 'threshold'>): string => {
  const { title, beyond, unit }: AlertMetric = alertMetrics[metric]
  return beyond === 'above' && threshold === 0 ? title : `${title} ${beyond} ${formatValue(threshold, { unit })}`
}

/** The value and its origin. */
export const textOf = ({ metric, value, source }: Pick<Alert, 'metric' | 'value' | 'source'>): string =>
  `${formatValue(value, alertMetrics[metric])}${source ? `, ${source}` : ''}`

/** Title, value and origin as one sentence. */
export const sentenceOf = (alert: Pick<Alert, 'metric' | 'threshold' | 'value' | 'source'>): string =>
  `${titleOf(alert)}: ${textOf(alert)}`
