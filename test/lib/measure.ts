/** One line of `npm run bench`: a measured value and its limit. */
export type Measure = { name: string; value: number; unit: string; limit: number; ok: boolean }

const rounded = (value: number) => Number(value.toPrecision(4))

/** A measure that must not be greater than its limit. */
export const atMost = (name: string, value: number, unit: string, limit: number): Measure => ({
  name,
  value: rounded(value),
  unit,
  limit,
  ok: value <= limit,
})

/** A measure that must not be smaller than its limit. */
export const atLeast = (name: string, value: number, unit: string, limit: number): Measure => ({
  ...atMost(name, value, unit, limit),
  ok: value >= limit,
})

/** Median time of an odd number of runs, in ms. */
export const medianTime = async (runs: number, act: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await act()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}
