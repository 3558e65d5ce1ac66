/**
 * How much of the drives was in use at a time, and how much they hold after erasure coding; bytes and ms since 1970.
 */
export type Measure = { at: number; used: number; usable?: number | undefined }

/** What was stored at a time in bytes, and how full the drives were, which is unknown where they report no sizes. */
export type Usage = { at: number; stored: number; used?: number | undefined; usable?: number | undefined }

/** The measures among the records: those that say how full the drives were. */
export const measuresOf = <Record extends Usage>(records: readonly Record[]): (Record & Measure)[] =>
  records.flatMap((record) => (record.used === undefined ? [] : [{ ...record, used: record.used }]))

/** When it will be full if it goes on like this. Rates are bytes a day. */
export type Forecast =
  | { state: 'early' }
  | { state: 'shrinking'; perDay: number }
  | { state: 'far'; perDay: number }
  /** The days between which it will be, four times out of five; without a `latest` it may also never be. */
  | { state: 'full'; perDay: number; on: number; earliest: number; latest?: number }

const DAY = 86_400_000

/** Only so much of the past tells of the future, and with less of it nothing can be told. */
const [PAST, LEAST] = [30 * DAY, 3 * DAY]

/** What is farther away than this many days nobody can foresee. */
const FAR = 730

/** Four times out of five a value is within so many standard errors. */
const OFTEN = 1.28

/** The straight line through the measures: its slope by the day, and the slope's standard error. */
const lineThrough = (measures: readonly Measure[]) => {
  const mean = (of: (one: Measure) => number) => measures.reduce((sum, one) => sum + of(one), 0) / measures.length
  const [middle, level] = [mean(({ at }) => at / DAY), mean(({ used }) => used)]
  const sum = (of: (x: number, y: number) => number) =>
    measures.reduce((total, { at, used }) => total + of(at / DAY - middle, used - level), 0)
  const spread = sum((x) => x * x)
  const slope = sum((x, y) => x * y) / spread
  const left = sum((x, y) => (y - slope * x) ** 2)
  return { slope, error: measures.length > 2 ? Math.sqrt(left / (measures.length - 2) / spread) : 0 }
}

/** One measure a day where there is a week of them, so that the days count alike. */
const thinned = (measures: readonly Measure[], span: number) =>
  span < 7 * DAY
    ? measures
    : measures.filter(
        ({ at }, index) =>
          index === measures.length - 1 || Math.floor(at / DAY) !== Math.floor((measures[index + 1]?.at ?? 0) / DAY),
      )

/** Looks ahead from the measures, the oldest first, the last being of now. */
export const foresee = (all: readonly Measure[]): Forecast => {
  const last = all.at(-1)
  const measures = last ? all.filter(({ at }) => at >= last.at - PAST) : []
  const span = last ? last.at - (measures[0]?.at ?? last.at) : 0
  if (!last || !last.usable || span < LEAST) return { state: 'early' }
  const { slope, error } = lineThrough(thinned(measures, span))
  const perDay = Math.round(slope)
  const free = Math.max(0, last.usable - last.used)
  const after = (rate: number) => free / rate
  if (perDay <= 0) return { state: 'shrinking', perDay }
  if (after(slope) > FAR) return { state: 'far', perDay }
  const [slow, fast] = [slope - OFTEN * error, slope + OFTEN * error]
  const on = (rate: number) => Math.round(last.at + after(rate) * DAY)
  return {
    state: 'full',
    perDay,
    on: on(slope),
    earliest: on(fast),
    ...(slow > 0 && after(slow) <= 2 * FAR && { latest: on(slow) }),
  }
}
