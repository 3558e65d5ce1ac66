/**
 * The latest rows of a stream, `cap` of them at most, outside of any proxy so that thousands a second cost little.
 * Whoever shows them is told once a frame, by a version that has changed; a hidden tab is told nothing and keeps no
 * more than `cap`.
 */
export const createRing = <Row>(cap: number) => {
  const listeners = new Set<() => void>()
  let rows: Row[] = []
  /** The place in `rows` that is written next: that of the oldest one once the ring is full. */
  let next = 0
  let total = 0
  let lost = 0
  let version = 0
  let frame = 0

  const changed = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      version += 1
      for (const listener of listeners) listener()
    })
  }
  const at = (index: number) => rows[(next - 1 - index + cap) % cap] as Row

  return {
    cap,
    push: (row: Row) => {
      rows[next] = row
      next = (next + 1) % cap
      total += 1
      changed()
    },
    clear: () => {
      rows = []
      next = 0
      total = 0
      lost = 0
      changed()
    },
    /** So many rows never came. */
    lose: (count: number) => {
      lost += count
      changed()
    },
    /** A row by its place, the newest being 0; only places below `size()` hold one. */
    at,
    /** All rows as they are now, the newest first. */
    latest: () => rows.map((_, index) => at(index)),
    size: () => rows.length,
    /** How many have come since the ring was made or cleared. */
    total: () => total,
    /** How many never did meanwhile. */
    lost: () => lost,
    /** These two are for `useSyncExternalStore`. */
    version: () => version,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Ring<Row> = ReturnType<typeof createRing<Row>>
