import { setImmediate as turn } from 'node:timers/promises'
import type { Index } from 'stowage/engines/embedded'

const [KIB, MIB] = [1024, 1024 ** 2]

/** MinIO's object size ranges, each with its exclusive upper bound. */
const ranges = [
  ['LESS_THAN_1024_B', KIB],
  ['BETWEEN_1024B_AND_1_MB', MIB],
  ['BETWEEN_1_MB_AND_10_MB', 10 * MIB],
  ['BETWEEN_10_MB_AND_64_MB', 64 * MIB],
  ['BETWEEN_64_MB_AND_128_MB', 128 * MIB],
  ['BETWEEN_128_MB_AND_512_MB', 512 * MIB],
  ['GREATER_THAN_512_MB', Infinity],
] as const

/** Number of objects read before yielding to other requests. */
const PAGE_SIZE = 500

/** Counts objects by size by reading the whole index in pieces; `undefined` if the signal aborts. */
export const countSizes = async (index: Index, signal: AbortSignal): Promise<Record<string, number> | undefined> => {
  const counts: Record<string, number> = Object.fromEntries(ranges.map(([name]) => [name, 0]))
  let after: Buffer | undefined
  while (!signal.aborted) {
    const page = Array.from(
      index.objects.getRange({ limit: PAGE_SIZE + 1, ...(after && { start: after }) }),
      ({ key, value }) => ({ key, value }),
    )
    const next = after ? page.slice(1) : page
    for (const { value } of next) {
      const [name] = value.marker ? [] : (ranges.find(([, below]) => value.size < below) ?? [])
      if (name) counts[name] = (counts[name] ?? 0) + 1
    }
    if (page.length <= PAGE_SIZE) return counts
    after = page.at(-1)?.key
    await turn()
  }
  return undefined
}
