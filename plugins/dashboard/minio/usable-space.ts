/** A drive as the server reports it; sizes in bytes, 0 where the drive cannot be read. */
export type SizedDrive = { totalspace: number; availspace: number; pool_index: number; set_index: number }

/** Space for objects, in bytes: the share of the drives that does not hold parity. */
export type UsableSpace = { capacity: number; used: number }

/**
 * Computes how much the drives can hold after erasure coding, and how much of that is in use by anything: objects, upload
 * parts, trash or other files. A drive that reports no size counts like the average of its erasure set, so that the
 * capacity does not shrink while a drive is broken. Returns undefined if a drive belongs to no set, or if no drive of a
 * set reports a size.
 */
export const usableSpace = (drives: readonly SizedDrive[], parity: number): UsableSpace | undefined => {
  const sets = new Map<string, SizedDrive[]>()
  for (const drive of drives) {
    const id = `${drive.pool_index}/${drive.set_index}`
    sets.set(id, [...(sets.get(id) ?? []), drive])
  }
  if (drives.length === 0 || drives.some(({ set_index }) => set_index < 0)) return undefined
  let [capacity, used] = [0, 0]
  for (const set of sets.values()) {
    const readable = set.filter(({ totalspace }) => totalspace > 0)
    if (readable.length === 0) return undefined
    const data = set.length - Math.min(parity, set.length - 1)
    const average = (of: (drive: SizedDrive) => number) =>
      readable.reduce((sum, drive) => sum + of(drive), 0) / readable.length
    capacity += data * average(({ totalspace }) => totalspace)
    used += data * average(({ totalspace, availspace }) => totalspace - availspace)
  }
  return { capacity: Math.round(capacity), used: Math.round(used) }
}
