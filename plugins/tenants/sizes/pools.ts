/**
 * Proposes the name of a new pool: the first free `pool-<number>`, starting with the number of pools. A pool without a
 * name counts as `pool-<index>`; `former` are names of removed pools that left volumes behind.
 */
export const nextPool = (names: readonly (string | undefined)[], former: readonly string[] = []) => {
  const current = new Set(names.map((name, index) => name || `pool-${index}`))
  const usedNames = new Set([...current, ...former])
  let number = current.size
  while (usedNames.has(`pool-${number}`)) number += 1
  return `pool-${number}`
}
