import * as messages from '../messages.ts'

/** A drive as the server reports it; sizes in bytes, 0 where the drive cannot be read. */
export type SetDrive = {
  state: string
  totalspace: number
  availspace: number
  pool_index: number
  set_index: number
}

/** Space for objects, in bytes: the share of the drives that does not hold parity. */
export type UsableSpace = { capacity: number; used: number }

const setsOf = <Drive extends Pick<SetDrive, 'pool_index' | 'set_index'>>(drives: readonly Drive[]): Drive[][] => {
  const sets = new Map<string, Drive[]>()
  for (const drive of drives) {
    const id = `${drive.pool_index}/${drive.set_index}`
    sets.set(id, [...(sets.get(id) ?? []), drive])
  }
  return [...sets.values()]
}

/** Number of data drives of an erasure set; parity is capped so that at least one remains. */
const dataDrives = (set: readonly unknown[], parity: number) => set.length - Math.min(parity, set.length - 1)

/**
 * Computes how much the drives can hold after erasure coding, and how much of that is in use by anything: objects,
 * upload parts, trash or other files. A drive that reports no size counts like the average of its erasure set, so
 * that the capacity does not shrink while a drive is broken. Returns undefined if a drive belongs to no set, or if no
 * drive of a set reports a size.
 */
export const usableSpace = (drives: readonly SetDrive[], parity: number): UsableSpace | undefined => {
  if (drives.length === 0 || drives.some(({ set_index }) => set_index < 0)) return undefined
  let [capacity, used] = [0, 0]
  for (const set of setsOf(drives)) {
    const readable = set.filter(({ totalspace }) => totalspace > 0)
    if (readable.length === 0) return undefined
    const average = (of: (drive: SetDrive) => number) =>
      readable.reduce((sum, drive) => sum + of(drive), 0) / readable.length
    capacity += dataDrives(set, parity) * average(({ totalspace }) => totalspace)
    used += dataDrives(set, parity) * average(({ totalspace, availspace }) => totalspace - availspace)
  }
  return { capacity: Math.round(capacity), used: Math.round(used) }
}

/** Name of a pool, which the server numbers from 0. */
export const poolName = (index: number) => `Pool ${index + 1}`

/** Usable space of each pool, `Pool 1` first; pools of which a drive belongs to no set are left out. */
export const usableSpaceByPool = (
  drives: readonly SetDrive[],
  parity: number,
): (readonly [pool: string, used: number, usable: number])[] => {
  const indexes = [...new Set(drives.map(({ pool_index }) => pool_index))].sort((one, other) => one - other)
  return indexes.flatMap((index) => {
    const space = usableSpace(
      drives.filter(({ pool_index }) => pool_index === index),
      parity,
    )
    return space ? [[poolName(index), space.used, space.capacity] as const] : []
  })
}

/**
 * Names each erasure set that has too few drives to write, as `pool 2, set 1 has 2 of 4 drives and needs 3`. Writing
 * needs as many drives as hold data, and one more where that is half of the set.
 */
export const setsWithoutWriteQuorum = (drives: readonly SetDrive[], parity: number): string[] =>
  setsOf(drives.filter(({ set_index }) => set_index >= 0)).flatMap((set) => {
    const data = dataDrives(set, parity)
    const needed = data * 2 === set.length ? data + 1 : data
    const online = set.filter(({ state }) => state === 'ok').length
    const [{ pool_index, set_index } = { pool_index: 0, set_index: 0 }] = set
    if (online >= needed) return []
    return [messages.erasureSetDrives(pool_index + 1, set_index + 1, online, set.length, needed)]
  })
