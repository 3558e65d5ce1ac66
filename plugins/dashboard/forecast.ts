/** Used and usable space on the drives after erasure coding, in bytes; `at` in ms since 1970. */
export type DriveUsage = { at: number; used: number; usable?: number | undefined }

/** Stored bytes, and drive usage if the drives report sizes; `at` in ms since 1970. */
export type Usage = { at: number; stored: number; used?: number | undefined; usable?: number | undefined }

/** The records that include drive usage. */
export const withDriveUsage = <Record extends Usage>(records: readonly Record[]): (Record & DriveUsage)[] =>
  records.flatMap((record) => (record.used === undefined ? [] : [{ ...record, used: record.used }]))

/** Range of days until the drives are full. */
type DayRange = { min: number; max: number }

/** Estimate of when the drives will be full. Rates in bytes per day. */
export type Forecast =
  /** Less than the history for a forecast; `rough` is the pace so far, and the days until full that it may mean. */
  | { state: 'early'; estimate?: { perDay: number; days?: DayRange } }
  | { state: 'shrinking'; perDay: number }
  | { state: 'far'; perDay: number }
  /** An 80% confidence interval; without `latest` the drives may never fill. */
  | { state: 'full'; perDay: number; date: number; earliest: number; latest?: number }

const DAY = 86_400_000

/** History used for the forecast, and the minimum needed for one. */
const [MAX_HISTORY, MIN_HISTORY] = [30 * DAY, 3 * DAY]

/** History needed for a rough answer. */
const MIN_ESTIMATE_HISTORY = DAY / 24

/** The pace of an hour may be off by this factor; that of three days by a factor of two. */
const [HOUR_ERROR, MIN_ERROR] = [8, 2]

/** Horizon in days; later dates are not predictable. */
const HORIZON = 730

/** Standard errors of an 80% confidence interval. */
const Z_SCORE = 1.28

/** Least squares line: slope per day, and its standard error. */
const lineThrough = (measures: readonly DriveUsage[]) => {
  const mean = (of: (one: DriveUsage) => number) => measures.reduce((sum, one) => sum + of(one), 0) / measures.length
  const [middle, level] = [mean(({ at }) => at / DAY), mean(({ used }) => used)]
  const sum = (of: (x: number, y: number) => number) =>
    measures.reduce((total, { at, used }) => total + of(at / DAY - middle, used - level), 0)
  const variance = sum((x) => x * x)
  const slope = sum((x, y) => x * y) / variance
  const residuals = sum((x, y) => (y - slope * x) ** 2)
  return { slope, error: measures.length > 2 ? Math.sqrt(residuals / (measures.length - 2) / variance) : 0 }
}

/** One measure per day if there is a week of data, so that all days have the same weight. */
const thinned = (measures: readonly DriveUsage[], span: number) =>
  span < 7 * DAY
    ? measures
    : measures.filter(
        ({ at }, index) =>
          index === measures.length - 1 || Math.floor(at / DAY) !== Math.floor((measures[index + 1]?.at ?? 0) / DAY),
      )

/**
 * An estimate from less than three days, in which the pace of a few hours stands for that of weeks: the shorter the
 * history, the wider the range.
 */
const estimateFrom = (measures: readonly DriveUsage[], span: number, free: number): Forecast => {
  if (span < MIN_ESTIMATE_HISTORY || measures.length < 3) return { state: 'early' }
  const perDay = Math.round(lineThrough(measures).slope)
  if (perDay <= 0) return { state: 'early', estimate: { perDay } }
  const factor = Math.max(MIN_ERROR, HOUR_ERROR * Math.sqrt(MIN_ESTIMATE_HISTORY / span))
  const days = free / perDay
  return {
    state: 'early',
    estimate: { perDay, days: { min: Math.floor(days / factor), max: Math.ceil(days * factor) } },
  }
}

/** Bytes per day of a series in order, of the last 30 days; `undefined` with less than an hour of history. */
export const paceOf = (all: readonly Pick<DriveUsage, 'at' | 'used'>[]): number | undefined => {
  const last = all.at(-1)
  const measures = last ? all.filter(({ at }) => at >= last.at - MAX_HISTORY) : []
  const span = last ? last.at - (measures[0]?.at ?? last.at) : 0
  if (span < MIN_ESTIMATE_HISTORY || measures.length < 3) return undefined
  return Math.round(lineThrough(thinned(measures, span)).slope)
}

/** Computes the forecast from measures in order; the last one is current. */
export const computeForecast = (all: readonly DriveUsage[]): Forecast => {
  const last = all.at(-1)
  const measures = last ? all.filter(({ at }) => at >= last.at - MAX_HISTORY) : []
  const span = last ? last.at - (measures[0]?.at ?? last.at) : 0
  if (!last || !last.usable) return { state: 'early' }
  const free = Math.max(0, last.usable - last.used)
  if (span < MIN_HISTORY) return estimateFrom(measures, span, free)
  const { slope, error } = lineThrough(thinned(measures, span))
  const perDay = Math.round(slope)
  const after = (rate: number) => free / rate
  if (perDay <= 0) return { state: 'shrinking', perDay }
  if (after(slope) > HORIZON) return { state: 'far', perDay }
  const [slow, fast] = [slope - Z_SCORE * error, slope + Z_SCORE * error]
  const dateAt = (rate: number) => Math.round(last.at + after(rate) * DAY)
  return {
    state: 'full',
    perDay,
    date: dateAt(slope),
    earliest: dateAt(fast),
    ...(slow > 0 && after(slow) <= 2 * HORIZON && { latest: dateAt(slow) }),
  }
}
