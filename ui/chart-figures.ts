import { bytes, count } from '../core/protocol/format.ts'

export type Series = { label: string; values: readonly (number | null)[] }
/** Quantity of the horizontal axis. */
export type Along = 'time' | 'bytes'
export type Unit = 'bytes' | 'bytesPerSecond' | 'count' | 'decimal' | 'perSecond' | 'milliseconds' | 'percent'

const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const decimal = (value: number) => (Math.abs(value) < 100 ? small.format(value) : count(value))

const writers: Record<Unit, (value: number) => string> = {
  bytes,
  bytesPerSecond: (value) => `${bytes(value)}/s`,
  count,
  decimal,
  perSecond: (value) => `${decimal(value)}/s`,
  milliseconds: (value) => (value < 1000 ? `${count(value)} ms` : `${(value / 1000).toFixed(1)} s`),
  percent: (value) => `${value.toFixed(1)}%`,
}

/** Formats a value in its unit; `—` if missing. */
export const figure = (value: number | null | undefined, unit: Unit) =>
  value === null || value === undefined ? '—' : writers[unit](value)

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const second = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** Labels days by date and times by the clock, with seconds if ticks are less than a minute apart. */
export const timeLabels = (ticks: readonly number[]) =>
  ticks.map((tick) => {
    const time = new Date(tick * 1000)
    if (ticks.some((one) => one % 60 !== 0)) return second.format(time)
    return time.getHours() + time.getMinutes() === 0 ? day.format(time) : hour.format(time)
  })

/** A series as drawn; `colour` is the number of its color token, 1 to 6. */
export type Line = Series & { colour: number }

/** Columns for a file: times, or sizes, and values; missing values are empty. */
export const numbersOf = (lines: readonly Series[], times: readonly number[], along: Along) => ({
  titles: [along === 'time' ? 'Time' : 'Size', ...lines.map(({ label }) => label)],
  values: times.map((time, at) => [
    along === 'time' ? new Date(time * 1000).toISOString() : time,
    ...lines.map(({ values }) => values[at] ?? undefined),
  ]),
})

const sumAt = (series: readonly Series[], at: number) => {
  const present = series.map(({ values }) => values[at]).filter((value) => typeof value === 'number')
  return present.length > 0 ? present.reduce((sum, value) => sum + value, 0) : null
}

const total = ({ values }: Series) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/**
 * At most six series, in the order of the colors. Of more, the five largest are drawn in the given order, and the
 * others are summed into a gray "Other".
 */
export const linesOf = (series: readonly Series[]): Line[] => {
  if (series.length <= 6) return series.map((one, index) => ({ ...one, colour: index + 1 }))
  const largest = new Set([...series].sort((one, other) => total(other) - total(one)).slice(0, 5))
  const rest = series.filter((one) => !largest.has(one))
  const values = (rest[0]?.values ?? []).map((_, at) => sumAt(rest, at))
  const drawn = series.filter((one) => largest.has(one))
  return [
    ...drawn.map((one, index) => ({ ...one, colour: index === 4 ? 6 : index + 1 })),
    { label: 'Other', values, colour: 5 },
  ]
}

/**
 * Ticks of an axis of sizes: one per size. Without this filter, a logarithmic axis of uPlot blanks every tick
 * that is no power of ten, and its label would read "0 B".
 */
export const sizeTicks = (sizes: readonly number[]) => ({
  splits: () => [...sizes],
  filter: (_: unknown, ticks: readonly number[]) => [...ticks],
})
