import type { Latency, LatencyRow, SlowDrive } from '../latency.ts'

/** Numbers of calls by an upper bound of their duration, in ns. */
type Histogram = ReadonlyMap<number, number>

/** Upper bound of a percentile, where `part` is 0.95 for p95; `undefined` without calls. */
const percentile = (histogram: Histogram, part: number) => {
  const sorted = [...histogram].filter(([, calls]) => calls > 0).sort(([one], [other]) => one - other)
  let remaining = Math.ceil(sorted.reduce((sum, [, calls]) => sum + calls, 0) * part)
  for (const [bound, calls] of sorted) {
    remaining -= calls
    if (remaining <= 0) return bound
  }
  return undefined
}

/** Sums over calls: `bytes` in both directions, `time` in ns. */
export type CallSum = {
  calls: number
  errors: number
  bytes?: number | undefined
  time?: number | undefined
  histogram: Histogram
}

export const toLatencyRow = (name: string, { histogram, bytes, time, calls, errors }: CallSum): LatencyRow => {
  const percentiles = Object.entries({ p50: 0.5, p95: 0.95, p99: 0.99 }).flatMap(([id, part]) => {
    const bound = percentile(histogram, part)
    // the last bucket of a histogram has no bound
    return bound === undefined || bound === Infinity ? [] : [[id, bound] as const]
  })
  return {
    name,
    calls,
    errors,
    ...(bytes !== undefined && { bytes }),
    ...(time !== undefined && { time }),
    ...Object.fromEntries(percentiles),
  }
}

/** Maximum number of rows per sort order of the page. */
const MAX_ROWS = 10

const orders: readonly ((row: LatencyRow) => number)[] = [
  ({ calls }) => calls,
  ({ errors }) => errors,
  ({ bytes = 0 }) => bytes,
  ({ time = 0 }) => time,
  ({ p95 = 0 }) => p95,
]

/** Returns the top rows by calls, errors, bytes, time and latency, without duplicates. */
export const topRows = (rows: readonly LatencyRow[]): LatencyRow[] => [
  ...new Set(orders.flatMap((by) => [...rows].sort((one, other) => by(other) - by(one)).slice(0, MAX_ROWS))),
]

/** A drive counts as slow above this multiple of the median, and above this duration in ns. */
const [SLOW_FACTOR, MIN_SLOW] = [4, 20e6]

/** The drives that are much slower than the others, slowest first. `mean` in ns. */
export const slowDrivesOf = (drives: readonly { drive: string; mean: number }[]): SlowDrive[] => {
  const sorted = [...drives].sort((one, other) => one.mean - other.mean)
  // with two drives this is the faster one
  const median = sorted[Math.floor((sorted.length - 1) / 2)]?.mean ?? 0
  if (drives.length < 2) return []
  return sorted
    .filter(({ mean }) => mean > MIN_SLOW && mean > median * SLOW_FACTOR)
    .reverse()
    .map(({ drive, mean }) => ({ drive, mean, median }))
}

/** Latency before anything was measured. */
export const noLatency = (until: Latency['until']): Latency => ({ until, apis: [], servers: [], slowDrives: [] })
