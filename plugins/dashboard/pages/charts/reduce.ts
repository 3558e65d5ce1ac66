import type { Series } from '../../../../core/ui/chart-figures.ts'
import type { Widget } from '../../widgets.ts'

// What the figures of a widget become on screen (console-api 4.4).

type Values = readonly (readonly [number, string])[]

const firstValues = ({ targets }: Widget): Values => targets?.[0]?.result?.[0]?.values ?? []

/** The one with the greatest time, wherever it stands. */
const newest = (values: Values) =>
  values.reduce<readonly [number, string] | undefined>(
    (best, one) => (best === undefined || one[0] > best[0] ? one : best),
    undefined,
  )

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text))

/**
 * The newest value. Clients of the former console take the mean of the time range where a widget says so; here a figure
 * is the current one, as on the Info tab.
 */
const current = (values: Values): number => numberOf(newest(values)?.[1])

/**
 * A widget as one figure; `known` tells whether anything was told at all, since what is not known is shown as 0 by no
 * one who means it.
 */
export const single = (widget: Widget): { value: number; known: boolean } => {
  const values = firstValues(widget)
  return widget.type === 'stat' ? { value: current(values), known: values.length > 0 } : { value: 0, known: false }
}

/** The points behind a figure; a lonely one gets a 0 before it, so that there is a line. */
export const background = (widget: Widget): number[] => {
  const points = widget.type === 'stat' ? firstValues(widget).map(([, text]) => Number(text)) : []
  return points.length === 1 ? [0, ...points] : points
}

/** Slices of a pie by the name of each, and the figure for its middle. */
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
 * Ranges of sizes, and the names that servers have for them: newer ones leave out a line, and tell parts of one beside
 * its sum.
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

/** How many are in each range of sizes, 0 where nothing is told of one. */
export const bars = (widget: Widget): { name: string; a: number }[] => {
  const result = widget.type === 'bargauge' ? (widget.targets?.[0]?.result ?? []) : []
  return ranges.map(({ name, labels }) => {
    const found = result.find(({ metric }) => labels.some((label) => label === Object.values(metric)[0]))
    return { name, a: numberOf(newest(found?.values ?? [])?.[1]) }
  })
}

/** A series' name: `{{x}}` is its label x, `{{x,y}}` both; what it has not is left out. */
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

/** A gap longer than this many steps is shown as one. */
const GAP = 1.5

/** Moments, with one more in every gap at which nothing has a value. */
const withGaps = (times: readonly number[], step: number) =>
  times.flatMap((time, index) => {
    const before = times[index - 1]
    return before !== undefined && time - before > step * GAP ? [before + step, time] : [time]
  })

/**
 * Every series of a graph by time, sorted by name; those of one name in different targets stay apart. `step` in
 * seconds.
 */
export const graph = (widget: Widget, step: number): { times: number[]; series: Series[] } => {
  if (widget.type !== 'graph') return { times: [], series: [] }
  const found = new Map<string, { label: string; points: Map<number, number> }>()
  const moments = new Set<number>()
  for (const [target, { legendFormat, result }] of (widget.targets ?? []).entries()) {
    for (const { metric, values } of result ?? []) {
      const label = legend(legendFormat, metric) || widget.title.trim()
      const key = `key_${target}${label}`
      const known = found.get(key) ?? { label, points: new Map<number, number>() }
      found.set(key, known)
      for (const [time, text] of values) {
        moments.add(time)
        known.points.set(time, Number(text))
      }
    }
  }
  const times = withGaps(
    [...moments].sort((a, b) => a - b),
    step,
  )
  const series = [...found.values()]
    .sort((one, other) => one.label.localeCompare(other.label))
    .map(({ label, points }) => ({ label, values: times.map((time) => points.get(time) ?? null) }))
  return { times, series }
}
