/** Returns a generator of numbers from 0 to 1 that are the same in every run (mulberry32). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

/** Random choices for tests, the same in every run of one seed. */
export const choicesFrom = (seed: number) => {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    withProbability: (share: number) => random() < share,
    pick: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value,
  }
}
