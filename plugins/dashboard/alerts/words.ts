import { type Figure, figures } from './figures.ts'
import type { Alert } from './contract.ts'

const rounded = (value: number) => (Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10)

/** A figure with its unit: `76 %`, `1 drive`. */
export const measured = (value: number, { unit }: Pick<Figure, 'unit'>) => `${rounded(value)} ${rounded(value) === 1 ? unit.replace(/s$/, '') : unit}`

/** What is the matter, in a few words: `Drives offline`, `Capacity used above 75 %`. */
export const titleOf = ({ figure, threshold }: Pick<Alert, 'figure' | 'threshold'>): string => {
  const { title, beyond, unit }: Figure = figures[figure]
  return beyond === 'above' && threshold === 0 ? title : `${title} ${beyond} ${measured(threshold, { unit })}`
}

/** The same with what the figure is, and where, in a sentence. */
export const sentenceOf = ({ value, where, ...alert }: Pick<Alert, 'figure' | 'threshold' | 'value' | 'where'>): string =>
  `${titleOf(alert)}: ${measured(value, figures[alert.figure])}${where ? `, ${where}` : ''}`
