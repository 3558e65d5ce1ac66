import { parityOf, setSizeOf, type Spread, toleranceOf } from './erasure.ts'
import * as messages from '../messages.ts'

/** Default parity of a storage server by set size (operator 3.4). */
const defaultParity = (set: number) => (set >= 8 ? 4 : set >= 6 ? 3 : 2)

/**
 * Parity drives of a tenant in all of its pools; `undefined` if unknown. `configured` is `EC:4`, or empty for the
 * default.
 */
const tenantParity = ([first]: readonly Spread[], configured: string) => {
  if (/^EC:\d+$/.test(configured)) return parityOf(configured)
  const { size } = first ? setSizeOf([first]) : {}
  return size === undefined ? undefined : defaultParity(size)
}

/** A pool with volumes of equal size, in bytes. */
export type NewPoolSize = Spread & { volumeSize: number }

/**
 * Sizes of a new pool in bytes (operator 3.1, 3.4). It uses the tenant's parity, which requires sets of at least twice
 * as many drives. `configured` is `undefined` if the caller may not read it.
 */
export const growthOf = (
  { servers, drives, volumeSize }: NewPoolSize,
  pools: readonly Spread[],
  configured: string | undefined,
) => {
  const each = drives * volumeSize
  const total = servers * each
  const { size: set, error } = setSizeOf([{ servers, drives }])
  const parity = configured === undefined ? undefined : tenantParity(pools, configured)
  if (set === undefined || parity === undefined) return { each, total, set, problem: error }
  if (2 * parity > set)
    return {
      each,
      total,
      set,
      problem: messages.parityNeedsLargerSets(parity, 2 * parity, set),
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
