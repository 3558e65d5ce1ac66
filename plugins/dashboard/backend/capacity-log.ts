import * as v from 'valibot'
import type { KeyValueStore, Log } from 'stowage/server'
import type { Excluded } from '../alerts/scrape-readings.ts'
import type { Usage } from '../forecast.ts'
import * as messages from '../messages.ts'

/** A record of the history: stored bytes, drive usage, and the sizes of the largest buckets. */
export type Entry = Usage & {
  sizes?: readonly (readonly [bucket: string, size: number])[] | undefined
  pools?: readonly (readonly [pool: string, used: number, usable: number])[] | undefined
}

const fields = {
  at: v.number(),
  sizes: v.optional(v.array(v.tuple([v.string(), v.number()]))),
  pools: v.optional(v.array(v.tuple([v.string(), v.number(), v.number()]))),
}

const Stored = v.object({
  ...fields,
  stored: v.number(),
  used: v.optional(v.number()),
  usable: v.optional(v.number()),
})

/** Releases up to 1.0 wrote the size of the stored objects as `used`. */
const Former = v.pipe(
  v.object({ ...fields, used: v.number() }),
  v.transform(({ used, ...rest }) => ({ ...rest, stored: used })),
)

const History = v.object({
  entries: v.array(v.union([Stored, Former])),
  excluded: v.optional(v.object({ capacity: v.number(), used: v.number(), drives: v.number() })),
})

const [HOUR, DAY] = [3_600_000, 86_400_000]

/** Retention in ms: hourly entries for two days, then daily ones for 90 days, bucket sizes for 30 days. */
const [HOURLY, DAILY, SIZES_KEPT] = [2 * DAY, 90 * DAY, 30 * DAY]

/** Maximum number of buckets with a recorded size, largest first. */
const MAX_SIZED_BUCKETS = 100

const STORE_KEY = 'dashboard-days'

const sameDay = (one: number, other: number) => Math.floor(one / DAY) === Math.floor(other / DAY)

const thinOut = (entries: readonly Entry[], now: number): Entry[] =>
  entries
    .filter(({ at }, index) => now - at < HOURLY || (now - at < DAILY && !sameDay(at, entries[index - 1]?.at ?? -1)))
    .map(({ sizes, ...entry }) => (sizes && now - entry.at < SIZES_KEPT ? { ...entry, sizes } : entry))

/** Hourly records of the storage's usage, for growth and forecast. */
export const createCapacityLog = () => {
  let entries: Entry[] = []
  let excluded: Excluded | undefined
  let open: { keyValueStore: KeyValueStore; log: Log } | undefined

  const save = async () =>
    open?.keyValueStore
      .write(STORE_KEY, JSON.stringify({ entries, excluded }))
      .catch((error: unknown) => open?.log.warn({ err: error }, messages.capacityHistoryNotWritten))

  return {
    /** Loads the saved records. Damaged ones are discarded with a warning. Rejects if the store cannot be read. */
    open: async (context: { keyValueStore: KeyValueStore; log: Log }) => {
      const text = await context.keyValueStore.read(STORE_KEY)
      try {
        if (text !== undefined) ({ entries, excluded } = v.parse(History, JSON.parse(text)))
      } catch (error) {
        context.log.warn({ err: error }, messages.capacityHistoryUnreadable)
      }
      open = context
    },
    close: () => void (open = undefined),

    /** Adds an entry, at most once per hour. */
    note: async (entry: Entry) => {
      const last = entries.at(-1)
      const isNew = !last || Math.abs(entry.at - last.at) >= HOUR
      // the hour's first entry may come from metrics, or from a caller who cannot see bucket sizes
      const addsParts = last && ((!last.sizes && entry.sizes) || (!last.pools && entry.pools))
      if (!open || !(isNew || addsParts)) return
      const { sizes = isNew ? undefined : last?.sizes, pools = isNew ? undefined : last?.pools, ...rest } = entry
      const largest = sizes && [...sizes].sort(([, one], [, other]) => other - one).slice(0, MAX_SIZED_BUCKETS)
      const next = { ...rest, ...(pools && { pools }), ...(largest && { sizes: largest }) }
      entries = thinOut([...(isNew ? entries : entries.slice(0, -1)), next], entry.at)
      await save()
    },

    /** Saves which space to leave out of the storage's metrics, because these do not say which pools are in use. */
    exclude: async (space: Excluded | undefined) => {
      const hasChanged = space?.capacity !== excluded?.capacity || space?.drives !== excluded?.drives
      excluded = space
      if (hasChanged) await save()
    },

    /** The space last saved by `exclude`. */
    excluded: () => excluded,

    /** All entries, oldest first. */
    entries: (): readonly Entry[] => entries,

    /** The entry closest to 24 hours ago; with bucket sizes if `what` is `sizes`. */
    dayBefore: (now: number, what: 'sizes' | 'all'): Entry | undefined =>
      entries
        .filter(({ at, sizes }) => now - at >= DAY && now - at < DAY + 6 * HOUR && (what === 'all' || sizes))
        .at(-1),
  }
}
