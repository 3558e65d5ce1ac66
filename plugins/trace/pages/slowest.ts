import { createRingBuffer, parseGoDuration, type RingBuffer } from 'stowage'
import type { ServedCall } from '../contract.ts'

/** Number of calls that are kept. */
const MAX_CALLS = 500

/** The slowest of the calls that are pushed, the slowest first, in the form of a ring buffer. */
export const createSlowest = (): RingBuffer<ServedCall> => {
  // notifies the subscribers, and counts
  const ring = createRingBuffer<ServedCall>(1)
  let calls: { took: number; call: ServedCall }[] = []

  /** Index of the first call that is faster. */
  const indexFor = (took: number) => {
    let [low, high] = [0, calls.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((calls[middle]?.took ?? 0) >= took) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    ...ring,
    capacity: MAX_CALLS,
    push: (call) => {
      const took = parseGoDuration(call.callStats.duration)
      const position = indexFor(took)
      if (position < MAX_CALLS) {
        calls.splice(position, 0, { took, call })
        if (calls.length > MAX_CALLS) calls.pop()
      }
      ring.push(call)
    },
    clear: () => {
      calls = []
      ring.clear()
    },
    at: (index) => calls[index]?.call as ServedCall,
    latest: () => calls.map(({ call }) => call),
    size: () => calls.length,
  }
}
