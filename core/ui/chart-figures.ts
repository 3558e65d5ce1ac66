import { bytes, count } from '../format.ts'

export type Series = { label: string; values: readonly (number | null)[] }
export type Unit = 'bytes' | 'bytesPerSecond' | 'count' | 'milliseconds' | 'percent'

const writers: Record<Unit, (value: number) => string> = {
  bytes,
  bytesPerSecond: (value) => `${bytes(value)}/s`,
  count,
  milliseconds: (value) => (value < 1000 ? `${count(value)} ms` : `${(value / 1000).toFixed(1)} s`),
  percent: (value) => `${value.toFixed(1)} %`,
}

/** A figure in its unit; `—` where there is none. */
export const figure = (value: number | null | undefined, unit: Unit) =>
  value === null || value === undefined ? '—' : writers[unit](value)

/** The number of a line's colour, 1 to 6: what is grouped is grey. */
export const colourOf = (label: string, index: number) => (label === 'Other' ? 5 : index === 4 ? 6 : index + 1)
