/** One line of `npm run bench`: what was measured, against what is demanded of it. */
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

/** The time that something takes, in ms: the middle one of an odd number of runs. */
export const medianTime = async (runs: number, act: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await act()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}
