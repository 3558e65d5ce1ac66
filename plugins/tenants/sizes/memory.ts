import { GI } from './units.ts'

/** What each server's process is to have of memory, in bytes; zeros and a sentence where it cannot. */
export type Memory = { request: number; limit: number; error: string }

const floors: readonly (readonly [capacity: number, gi: number])[] = [
  [1024 ** 5, 64],
  [100 * 1024 ** 4, 32],
  [10 * 1024 ** 4, 16],
  [1024 ** 4, 8],
]

/**
 * What to ask for and what to allow at most (operator 3.6, as it was meant): more for larger tenants, and never more
 * than the nodes have. `asked` is in Gi, `capacity` and `most` in bytes.
 */
export const memoryOf = ({ asked, capacity, most }: { asked: number; capacity: number; most: number }): Memory => {
  const none = (error: string): Memory => ({ request: 0, limit: 0, error })
  const request = Math.floor(asked * GI)
  if (most <= 0) return none('There is no memory available for the selected number of nodes')
  if (most < 2 * GI) return none('There are not enough memory resources available')
  if (!(request >= 2 * GI)) return none('The requested memory size must be greater than 2Gi')
  if (request > most)
    return none('The requested memory is greater than the max available memory for the selected number of nodes')
  const [, floor = 0] = floors.find(([least]) => capacity >= least) ?? []
  return { request, limit: Math.min(most, Math.max(request, floor * GI)), error: '' }
}
