/**
 * How much a measure may grow over the counted part of a run: a percentage of its mean, or the least amount if that is
 * larger.
 */
export type Tolerance = { unit: string; percent: number; least: number }

export type Verdict = { growth: number; allowed: number; isFlat: boolean }

/** Share of a run at its start that is ignored, because caches fill. */
const WARMING = 0.3

/** Slope of the regression line through equidistant points, per step. */
const slopeOf = (values: readonly number[]) => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const over = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  return over / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
}

/**
 * Whether a series is flat: the growth that its slope predicts, after the warm-up, is within the tolerance. Shrinking
 * is flat.
 */
export const verdictOf = (series: readonly number[], { percent, least }: Tolerance): Verdict => {
  const counted = series.slice(Math.floor(series.length * WARMING))
  const growth = slopeOf(counted) * (counted.length - 1)
  const mean = counted.reduce((sum, value) => sum + value, 0) / counted.length
  const allowed = Math.max(least, (mean * percent) / 100)
  return { growth, allowed, isFlat: growth <= allowed }
}
