/**
 * Proposes the name of a new pool: the next `pool-<number>` that none has, from their count on. A pool without a name
 * counts as `pool-<its place>`; `former` are names of pools that are gone and left volumes behind.
 */
export const nextPool = (names: readonly (string | undefined)[], former: readonly string[] = []) => {
  const current = new Set(names.map((name, place) => name || `pool-${place}`))
  const taken = new Set([...current, ...former])
  let number = current.size
  while (taken.has(`pool-${number}`)) number += 1
  return `pool-${number}`
}
