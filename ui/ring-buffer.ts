/**
 * Ring buffer with the latest rows of a stream, at most `capacity`, outside any proxy so that thousands of rows per
 * second stay cheap. Subscribers are notified once per frame by a changed version; a hidden tab is not notified and
 * keeps no more than `capacity` rows.
 */
export const createRingBuffer = <Row>(capacity: number) => {
  const listeners = new Set<() => void>()
  let rows: Row[] = []
  /** Index in `rows` that is written next: that of the oldest row once the buffer is full. */
  let next = 0
  let total = 0
  let lost = 0
  let version = 0
  let frame = 0

  const notify = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      version += 1
      for (const listener of listeners) listener()
    })
  }
  const at = (index: number) => rows[(next - 1 - index + capacity) % capacity] as Row

  return {
    capacity,
    push: (row: Row) => {
      rows[next] = row
      next = (next + 1) % capacity
      total += 1
      notify()
    },
    clear: () => {
      rows = []
      next = 0
      total = 0
      lost = 0
      notify()
    },
    /** Counts rows that were dropped before they arrived. */
    addLost: (count: number) => {
      lost += count
      notify()
    },
    /** The row at an index, 0 being the newest; the index must be below `size()`. */
    at,
    /** All rows, the newest first. */
    latest: () => rows.map((_, index) => at(index)),
    size: () => rows.length,
    /** Number of rows received since the buffer was created or cleared. */
    total: () => total,
    /** Number of rows dropped in the same time. */
    lost: () => lost,
    /** For `useSyncExternalStore`. */
    version: () => version,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type RingBuffer<Row> = ReturnType<typeof createRingBuffer<Row>>
