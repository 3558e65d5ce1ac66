import { createRing, type Ring } from 'stowage'
import { KEPT } from 'stowage/ui'
import type { ServedCall } from '../contract.ts'
import { createStatistics } from './statistics.ts'

/** Ring buffer of calls with statistics. Can also follow the calls of a single API without reopening the stream. */
export const createKept = () => {
  const statistics = createStatistics()
  const ring = createRing<ServedCall>(KEPT)
  let some: { api: string; ring: Ring<ServedCall> } | undefined
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
    of: (api: string): Ring<ServedCall> => {
      if (some?.api === api) return some.ring
      some = { api, ring: createRing<ServedCall>(KEPT) }
      for (const call of ring.latest().reverse()) if (call.api === api) some.ring.push(call)
      return some.ring
    },
  }
}
