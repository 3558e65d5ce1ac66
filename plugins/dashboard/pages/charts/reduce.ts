import type { Series } from 'stowage/ui'
import type { Widget } from '../../widgets.ts'

// Converts widget data to what the screen shows (console-api 4.4).

type Values = readonly (readonly [number, string])[]

const firstValues = ({ targets }: Widget): Values => targets?.[0]?.result?.[0]?.values ?? []

/** The value with the greatest time, in any order. */
const newest = (values: Values) =>
  values.reduce<readonly [number, string] | undefined>(
    (best, one) => (best === undefined || one[0] > best[0] ? one : best),
    undefined,
  )

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text))

/**
 * The newest value. Clients of the former console use the mean of the range for some widgets; here it is the
 * current one, as on the Info tab.
 */
const current = (values: Values): number => numberOf(newest(values)?.[1])

/** A widget as one value. `known` is false without data, so that missing data is not shown as 0. */
export const single = (widget: Widget): { value: number; known: boolean } => {
  const values = firstValues(widget)
  return widget.type === 'stat' ? { value: current(values), known: values.length > 0 } : { value: 0, known: false }
}

/** Points of a sparkline; a single point is preceded by 0 to make a line. */
export const sparklinePoints = (widget: Widget): number[] => {
  const points = widget.type === 'stat' ? firstValues(widget).map(([, text]) => Number(text)) : []
  return points.length === 1 ? [0, ...points] : points
}

/** Slices of a pie by name, and the value in its center. */
export const slices = (widget: Widget): { inner: number; slices: { name: string; value: number }[] } => {
  if (widget.type !== 'gauge') return { inner: 0, slices: [] }
  const series = (widget.targets ?? []).flatMap(({ result }) => result ?? [])
  return {
    inner: current(firstValues(widget)),
    slices: series.map(({ metric, values }) => ({
      name: Object.values(metric)[0] ?? '',
      value: numberOf(newest(values)?.[1]),
    })),
  }
}

/**
 * Object size ranges and the servers' labels for them. Newer servers omit an underscore, and also report subranges of
 * one range.
 */
const ranges = [
  { name: '< 1 KiB', labels: ['LESS_THAN_1024_B'] },
  { name: '1 KiB – 1 MiB', labels: ['BETWEEN_1024_B_AND_1_MB', 'BETWEEN_1024B_AND_1_MB'] },
  { name: '1 – 10 MiB', labels: ['BETWEEN_1_MB_AND_10_MB'] },
  { name: '10 – 64 MiB', labels: ['BETWEEN_10_MB_AND_64_MB'] },
  { name: '64 – 128 MiB', labels: ['BETWEEN_64_MB_AND_128_MB'] },
  { name: '128 – 512 MiB', labels: ['BETWEEN_128_MB_AND_512_MB'] },
  { name: '> 512 MiB', labels: ['GREATER_THAN_512_MB'] },
] as const

/** Count per size range, 0 for a missing one. */
export const bars = (widget: Widget): { name: string; a: number }[] => {
  const result = widget.type === 'bargauge' ? (widget.targets?.[0]?.result ?? []) : []
  return ranges.map(({ name, labels }) => {
    const series = result.find(({ metric }) => labels.some((label) => label === Object.values(metric)[0]))
    return { name, a: numberOf(newest(series?.values ?? [])?.[1]) }
  })
}

/** A series' name: `{{x}}` is its label x, `{{x,y}}` both; missing labels are left out. */
export const legend = (format: string, metric: Readonly<Record<string, string>>): string =>
  format
    .replace(/\{\{([^}]*)\}\}/g, (_, names: string) =>
      names
        .split(',')
        .map((name) => metric[name.trim()] ?? '')
        .filter(Boolean)
        .join(','),
    )
    .trim()

/** A widget with all its times moved by some seconds. */
export const shiftWidget = (widget: Widget, seconds: number): Widget => ({
  ...widget,
  targets: (widget.targets ?? []).map((target) => ({
    ...target,
    result: (target.result ?? []).map(({ metric, values }) => ({
      metric,
      values: values.map(([time, value]): [number, string] => [time + seconds, value]),
    })),
  })),
})

/** Series of an earlier graph at the times of a later one; times that only one of them has stay without a value. */
export const alignSeries = (times: readonly number[], earlier: { times: number[]; series: Series[] }): Series[] => {
  const indexes = new Map(earlier.times.map((time, place) => [time, place]))
  return earlier.series.map(({ label, values }) => ({
    label,
    values: times.map((time) => values[indexes.get(time) ?? -1] ?? null),
  }))
}

/** A gap longer than this many steps interrupts the line. */
const GAP = 1.5

/** Adds a time without values to every gap, which interrupts the lines. */
const withGaps = (times: readonly number[], step: number) =>
  times.flatMap((time, index) => {
    const before = times[index - 1]
    return before !== undefined && time - before > step * GAP ? [before + step, time] : [time]
  })

/**
 * Every series of a graph by time, sorted by name; series of the same name in different targets stay separate. `step`
 * in seconds.
 */
export const graph = (widget: Widget, step: number): { times: number[]; series: Series[] } => {
  if (widget.type !== 'graph') return { times: [], series: [] }
  const byLabel = new Map<string, { label: string; points: Map<number, number> }>()
  const moments = new Set<number>()
  for (const [target, { legendFormat, result }] of (widget.targets ?? []).entries()) {
    for (const { metric, values } of result ?? []) {
      const label = legend(legendFormat, metric) || widget.title.trim()
      const key = `key_${target}${label}`
      const line = byLabel.get(key) ?? { label, points: new Map<number, number>() }
      byLabel.set(key, line)
      for (const [time, text] of values) {
        moments.add(time)
        line.points.set(time, Number(text))
      }
    }
  }
  const times = withGaps(
    [...moments].sort((a, b) => a - b),
    step,
  )
  const series = [...byLabel.values()]
    .sort((one, other) => one.label.localeCompare(other.label))
    .map(({ label, points }) => ({ label, values: times.map((time) => points.get(time) ?? null) }))
  return { times, series }
}
