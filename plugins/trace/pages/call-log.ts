import { createRingBuffer, type RingBuffer } from 'stowage'
import { MAX_ROWS } from 'stowage/ui'
import type { ServedCall } from '../contract.ts'
import { createStatistics } from './statistics.ts'

/** Ring buffer of calls with statistics. Can also follow the calls of a single API without reopening the stream. */
export const createCallLog = () => {
  const statistics = createStatistics()
  const ring = createRingBuffer<ServedCall>(MAX_ROWS)
  let some: { api: string; ring: RingBuffer<ServedCall> } | undefined
  return {
    statistics,
    ring: {
      ...ring,
      push: (call: ServedCall) => {
        ring.push(call)
        if (call.api === some?.api) some.ring.push(call)
        statistics.add(call)
      },
      clear: () => {
        ring.clear()
        some?.ring.clear()
        statistics.clear()
      },
    },
    /** Calls of one API: those received so far and new ones. */
    of: (api: string): RingBuffer<ServedCall> => {
      if (some?.api === api) return some.ring
      some = { api, ring: createRingBuffer<ServedCall>(MAX_ROWS) }
      for (const call of ring.latest().reverse()) if (call.api === api) some.ring.push(call)
      return some.ring
    },
  }
}
