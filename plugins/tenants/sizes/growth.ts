import { parityOf, setSizeOf, type Spread, toleranceOf } from './erasure.ts'

/** What a storage server keeps of parity where nothing is set, by how many drives share an object (operator 3.4). */
const byItself = (set: number) => (set >= 8 ? 4 : set >= 6 ? 3 : 2)

/**
 * The drives of parity that a tenant keeps in all of its pools; nothing where that cannot be known. `configured` is
 * `EC:4`, or empty where nothing is set.
 */
const keptBy = ([first]: readonly Spread[], configured: string) => {
  if (/^EC:\d+$/.test(configured)) return parityOf(configured)
  const { size } = first ? setSizeOf([first]) : {}
  return size === undefined ? undefined : byItself(size)
}

/** Volumes of one size, in bytes, on servers. */
export type Asked = Spread & { volumeSize: number }

/**
 * What a new pool comes to beside those of its tenant, in bytes (operator 3.1, 3.4): the parity is the tenant's, which
 * no pool may have less than twice as many drives in a set for. `configured` is not given where it may not be read.
 */
export const growthOf = (
  { servers, drives, volumeSize }: Asked,
  pools: readonly Spread[],
  configured: string | undefined,
) => {
  const each = drives * volumeSize
  const total = servers * each
  const { size: set, error } = setSizeOf([{ servers, drives }])
  const parity = configured === undefined ? undefined : keptBy(pools, configured)
  if (set === undefined || parity === undefined) return { each, total, set, problem: error }
  if (2 * parity > set)
    return {
      each,
      total,
      set,
      problem: `The tenant keeps EC:${parity}, which takes at least ${2 * parity} drives that share an object: here ${set} would`,
    }
  return {
    each,
    total,
    set,
    parity,
    usable: Math.floor((total / set) * (set - parity)),
    tolerance: toleranceOf({ servers, size: set, parity }),
  }
}
