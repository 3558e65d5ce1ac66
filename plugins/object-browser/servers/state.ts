import { pLimit } from 'stowage/server'
import { createBuffers } from './buffers.ts'
import { createComparisons } from './comparison.ts'
import { createPartStore } from './part-store.ts'

/** Small objects in memory. */
const MAX_IN_MEMORY = 32

/** State that all copies of a process share: its memory budget, and facts that calls find out for the next ones. */
export const createSendState = () => ({
  withBuffer: createBuffers(),
  inMemory: pLimit(MAX_IN_MEMORY),
  parts: createPartStore(),
  comparisons: createComparisons(),
  /** Time until which objects are sent in parts, because one took too long as a whole. */
  partsUntil: 0,
})

export type SendState = ReturnType<typeof createSendState>
