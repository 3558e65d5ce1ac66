/**
 * The name of a new pool: the next `pool-<number>` that none has, from their count on; a pool without a name counts as
 * `pool-<its place>`.
 */
export const nextPool = (names: readonly (string | undefined)[]) => {
  const taken = new Set(names.map((name, place) => name || `pool-${place}`))
  let number = taken.size
  while (taken.has(`pool-${number}`)) number += 1
  return `pool-${number}`
}
