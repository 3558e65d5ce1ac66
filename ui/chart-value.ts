import { bytes, count } from '../core/protocol/format.ts'

/** Unit of a chart's values. */
export type Unit = 'bytes' | 'bytesPerSecond' | 'count' | 'decimal' | 'perSecond' | 'milliseconds' | 'percent'

const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const decimal = (value: number) => (Math.abs(value) < 100 ? threeDigits.format(value) : count(value))

const formatters: Record<Unit, (value: number) => string> = {
  bytes,
  bytesPerSecond: (value) => `${bytes(value)}/s`,
  count,
  decimal,
  perSecond: (value) => `${decimal(value)}/s`,
  milliseconds: (value) => (value < 1000 ? `${count(value)} ms` : `${(value / 1000).toFixed(1)} s`),
  percent: (value) => `${value.toFixed(1)}%`,
}

/** Formats a value in its unit; `—` if missing. */
export const formatValue = (value: number | null | undefined, unit: Unit) =>
  value === null || value === undefined ? '—' : formatters[unit](value)

/** Height of a chart's plot in px, unless another is set. */
export const CHART_HEIGHT = 172
