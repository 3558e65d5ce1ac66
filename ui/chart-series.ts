export type Series = { label: string; values: readonly (number | null)[] }
/** Quantity of the horizontal axis. */
export type XAxis = 'time' | 'bytes'

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

/** Something that happened at a time, in seconds since 1970; drawn as a line with a mark. */
export type ChartEvent = { at: number; text: string; tone: 'plain' | 'warning' | 'danger' }

/** The same series at an earlier time: a value for each time of the chart. */
export type EarlierSeries = { label: string; series: readonly Series[] }

/** A series as drawn; `color` is the number of its color token, 1 to 6. */
export type ChartLine = Series & { color: number }

/** Columns for a file: times, or sizes, and values; missing values are empty. */
export const chartFile = (lines: readonly Series[], times: readonly number[], xAxis: XAxis) => ({
  titles: [xAxis === 'time' ? 'Time' : 'Size', ...lines.map(({ label }) => label)],
  values: times.map((time, at) => [
    xAxis === 'time' ? new Date(time * 1000).toISOString() : time,
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
export const chartLines = (series: readonly Series[]): ChartLine[] => {
  if (series.length <= 6) return series.map((one, index) => ({ ...one, color: index + 1 }))
  const largest = new Set([...series].sort((one, other) => total(other) - total(one)).slice(0, 5))
  const rest = series.filter((one) => !largest.has(one))
  const values = (rest[0]?.values ?? []).map((_, at) => sumAt(rest, at))
  const drawn = series.filter((one) => largest.has(one))
  return [
    ...drawn.map((one, index) => ({ ...one, color: index === 4 ? 6 : index + 1 })),
    { label: 'Other', values, color: 5 },
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

/** Earlier values of each drawn line, by the name of its series; those of "Other" are summed. */
export const earlierLines = (
  lines: readonly ChartLine[],
  series: readonly Series[],
  earlier: readonly Series[],
): ChartLine[] => {
  const isSummed = series.length > lines.length || lines.length > 6
  const drawn = new Set(lines.map(({ label }) => label))
  const rest = earlier.filter(({ label }) => !drawn.has(label))
  return lines.map((line, index) => {
    if (isSummed && index === lines.length - 1) return { ...line, values: line.values.map((_, at) => sumAt(rest, at)) }
    const before = earlier.find(({ label }) => label === line.label)
    return { ...line, values: before?.values ?? line.values.map(() => null) }
  })
}

/** The series of a table or a file: with the earlier ones, named for their time. */
export const withEarlierSeries = (series: readonly Series[], earlier: EarlierSeries | undefined): readonly Series[] => [
  ...series,
  ...(earlier?.series ?? []).map(({ label, values }) => ({ label: `${label}, ${earlier?.label}`, values })),
]

/** One row of the list beside the cursor. */
export type TooltipRow = { label: string; color: number; value: number | null; before?: number | null }

/** All series at one time, largest first; series that are summed into "Other" are listed by themselves. */
export const tooltipRows = (
  series: readonly Series[],
  lines: readonly ChartLine[],
  hidden: ReadonlySet<string>,
  at: number,
  earlier?: readonly Series[],
): TooltipRow[] => {
  const colors = new Map(lines.map(({ label, color }) => [label, color]))
  return series
    .filter(({ label }) => !hidden.has(colors.has(label) ? label : 'Other'))
    .map(({ label, values }) => ({
      label,
      color: colors.get(label) ?? 5,
      value: values[at] ?? null,
      ...(earlier && { before: earlier.find((one) => one.label === label)?.values[at] ?? null }),
    }))
    .sort((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity) || 0)
}

/** Events that are nearer to this time than to any other time of the chart. */
export const eventsAt = (events: readonly ChartEvent[], times: readonly number[], at: number): ChartEvent[] => {
  const time = times[at]
  if (time === undefined) return []
  const from = (time + (times[at - 1] ?? -Infinity)) / 2
  const to = (time + (times[at + 1] ?? Infinity)) / 2
  return events.filter((event) => event.at >= from && event.at < to)
}

/** Distance from the first and last point at which their values are still listed, in px. */
const MAX_CURSOR_DISTANCE = 24

/** Whether the cursor at `x` px is too far from all points: uPlot takes the nearest one, however far away. */
export const isAwayFromPoints = (x: number, [first, last]: readonly [first: number, last: number]) =>
  x < first - MAX_CURSOR_DISTANCE || x > last + MAX_CURSOR_DISTANCE
