/**
 * What one measure may grow by over the part of a run that counts: so many per cent of its mean, or so much where that
 * is more.
 */
export type Tolerance = { unit: string; percent: number; least: number }

export type Verdict = { growth: number; allowed: number; isFlat: boolean }

/** The first part of a run in which caches fill, as a share of it. */
const WARMING = 0.3

/** The slope of the line through points that are equally far apart, a step. */
const slopeOf = (values: readonly number[]) => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const over = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  return over / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
}

/**
 * Whether a series is flat: what its slope makes of the whole time after the first third lies within the tolerance.
 * Shrinking is flat.
 */
export const verdictOf = (series: readonly number[], { percent, least }: Tolerance): Verdict => {
  const counted = series.slice(Math.floor(series.length * WARMING))
  const growth = slopeOf(counted) * (counted.length - 1)
  const mean = counted.reduce((sum, value) => sum + value, 0) / counted.length
  const allowed = Math.max(least, (mean * percent) / 100)
  return { growth, allowed, isFlat: growth <= allowed }
}
