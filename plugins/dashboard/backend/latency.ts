import type { Latency, LatencyRow, SlowDrive } from '../latency.ts'

/** Numbers of calls by an upper bound of their duration, in ns. */
export type Histogram = ReadonlyMap<number, number>

/** Upper bound of the duration that this part of the calls did not exceed; `undefined` without calls. */
const percentile = (histogram: Histogram, part: number) => {
  const sorted = [...histogram].filter(([, calls]) => calls > 0).sort(([one], [other]) => one - other)
  let left = Math.ceil(sorted.reduce((sum, [, calls]) => sum + calls, 0) * part)
  for (const [bound, calls] of sorted) {
    left -= calls
    if (left <= 0) return bound
  }
  return undefined
}

/** Calls that were added up. */
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

/** Rows by each order that the page offers; more are not shown. */
const TOP = 10

const orders: readonly ((row: LatencyRow) => number)[] = [
  ({ calls }) => calls,
  ({ errors }) => errors,
  ({ bytes = 0 }) => bytes,
  ({ time = 0 }) => time,
  ({ p95 = 0 }) => p95,
]

/** The highest rows by calls, errors, bytes, time and latency. */
export const topRows = (rows: readonly LatencyRow[]): LatencyRow[] => [
  ...new Set(orders.flatMap((by) => [...rows].sort((one, other) => by(other) - by(one)).slice(0, TOP))),
]

/** A drive counts as slow above this multiple of the median, and above this duration in ns. */
const [TIMES, LEAST] = [4, 20e6]

/** The drives that are much slower than the others, slowest first. `mean` in ns. */
export const slowDrivesOf = (drives: readonly { drive: string; mean: number }[]): SlowDrive[] => {
  const sorted = [...drives].sort((one, other) => one.mean - other.mean)
  // of two drives the faster one is the measure
  const usual = sorted[Math.floor((sorted.length - 1) / 2)]?.mean ?? 0
  if (drives.length < 2) return []
  return sorted
    .filter(({ mean }) => mean > LEAST && mean > usual * TIMES)
    .reverse()
    .map(({ drive, mean }) => ({ drive, mean, usual }))
}

/** Latency before anything was measured. */
export const noLatency = (until: Latency['until']): Latency => ({ until, apis: [], servers: [], slowDrives: [] })
