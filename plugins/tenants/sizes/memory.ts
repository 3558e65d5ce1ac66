import { GIB } from './units.ts'
import * as messages from '../messages.ts'

/** Memory of each server's process, in bytes; zeros and an error if there is not enough. */
export type Memory = { request: number; limit: number; error: string }

/** Least memory limit in Gi, by the tenant's capacity in bytes. */
const minimumLimits: readonly (readonly [capacity: number, gi: number])[] = [
  [1024 ** 5, 64],
  [100 * 1024 ** 4, 32],
  [10 * 1024 ** 4, 16],
  [1024 ** 4, 8],
]

/**
 * Memory request and limit (operator 3.6, as intended): more for larger tenants, never more than the nodes have.
 * `requested` in Gi, `capacity` and `most` in bytes.
 */
export const memoryOf = ({
  requested,
  capacity,
  most,
}: {
  requested: number
  capacity: number
  most: number
}): Memory => {
  const none = (error: string): Memory => ({ request: 0, limit: 0, error })
  const request = Math.floor(requested * GIB)
  if (most <= 0) return none(messages.noMemoryAvailable)
  if (most < 2 * GIB) return none(messages.notEnoughMemory)
  if (!(request >= 2 * GIB)) return none(messages.requestedMemoryInvalid)
  if (request > most) return none(messages.requestedMemoryTooLarge)
  const [, floor = 0] = minimumLimits.find(([least]) => capacity >= least) ?? []
  return { request, limit: Math.min(most, Math.max(request, floor * GIB)), error: '' }
}
