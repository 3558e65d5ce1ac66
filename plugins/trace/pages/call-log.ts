import { createRingBuffer, type RingBuffer } from 'stowage'
import { MAX_ROWS } from 'stowage/ui'
import type { ServedCall } from '../contract.ts'
import { type CallFilter, createCallFilter } from './call-filter.ts'
import { createSlowest } from './slowest.ts'
import { createStatistics } from './statistics.ts'

/** Order of the visible calls. */
export type CallOrder = 'newest' | 'slowest'

type View = { key: string; ring: RingBuffer<ServedCall>; matches: (call: ServedCall) => boolean }

/** Ring buffer of calls with statistics, and a view of some calls, which follows without reopening the stream. */
export const createCallLog = () => {
  const statistics = createStatistics()
  const ring = createRingBuffer<ServedCall>(MAX_ROWS)
  let view: View | undefined
  return {
    statistics,
    ring: {
      ...ring,
      push: (call: ServedCall) => {
        ring.push(call)
        if (view?.matches(call)) view.ring.push(call)
        statistics.add(call)
      },
      clear: () => {
        ring.clear()
        view?.ring.clear()
        statistics.clear()
      },
    },
    /** Counts only calls that match, including those that have arrived. */
    recount: (filter: CallFilter) => {
      const matches = createCallFilter(filter)
      statistics.clear()
      for (const call of ring.latest().reverse()) if (matches(call)) statistics.add(call)
    },
    /** The calls that match, received so far and new ones. */
    view: (filter: CallFilter, order: CallOrder): RingBuffer<ServedCall> => {
      const key = JSON.stringify([filter, order])
      if (view?.key === key) return view.ring
      const rows = order === 'slowest' ? createSlowest() : createRingBuffer<ServedCall>(MAX_ROWS)
      // rows are lost before they can be matched
      const viewRing = { ...rows, lost: ring.lost }
      view = { key, ring: viewRing, matches: createCallFilter(filter) }
      for (const call of ring.latest().reverse()) if (view.matches(call)) viewRing.push(call)
      return viewRing
    },
  }
}
