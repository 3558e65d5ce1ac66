import { type Figure, figures } from './figures.ts'
import type { Alert } from './contract.ts'

const rounded = (value: number) => (Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10)

/** A value with its unit: `76%`, `1 drive`. */
export const formatValue = (value: number, { unit }: Pick<Figure, 'unit'>) =>
  `${rounded(value)}${unit === '%' ? '' : ' '}${rounded(value) === 1 ? unit.replace(/^([a-z]+)s$/, '$1') : unit}`

/** Short title: `Drives offline`, `Capacity used above 75%`. */
export const titleOf = ({ figure, threshold }: Pick<Alert, 'figure' | 'threshold'>): string => {
  const { title, beyond, unit }: Figure = figures[figure]
  return beyond === 'above' && threshold === 0 ? title : `${title} ${beyond} ${formatValue(threshold, { unit })}`
}

/** The value and its origin. */
export const textOf = ({ figure, value, where }: Pick<Alert, 'figure' | 'value' | 'where'>): string =>
  `${formatValue(value, figures[figure])}${where ? `, ${where}` : ''}`

/** Title, value and origin as one sentence. */
export const sentenceOf = (alert: Pick<Alert, 'figure' | 'threshold' | 'value' | 'where'>): string =>
  `${titleOf(alert)}: ${textOf(alert)}`
