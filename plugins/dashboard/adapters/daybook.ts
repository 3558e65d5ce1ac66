import * as v from 'valibot'
import type { Log } from '../../../engines/engine.ts'
import type { Keep } from '../../../engines/keep.ts'
import type { Usage } from '../forecast.ts'

/** A record of the history: how much is stored, how full the drives are, and the sizes of the largest buckets. */
export type Entry = Usage & { sizes?: readonly (readonly [bucket: string, size: number])[] | undefined }

const fields = { at: v.number(), sizes: v.optional(v.array(v.tuple([v.string(), v.number()]))) }

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

const History = v.object({ entries: v.array(v.union([Stored, Former])) })

const [HOUR, DAY] = [3_600_000, 86_400_000]

/**
 * An entry an hour is kept for two days, then one a day for three months, and sizes of buckets for a day and some
 * hours.
 */
const [HOURLY, DAILY, SIZED] = [2 * DAY, 90 * DAY, DAY + 3 * HOUR]

/** Of so many buckets the size is written down, the largest first. */
export const MOST_SIZED = 100

const NAME = 'dashboard-days'

const sameDay = (one: number, other: number) => Math.floor(one / DAY) === Math.floor(other / DAY)

const thinned = (entries: readonly Entry[], now: number): Entry[] =>
  entries
    .filter(({ at }, index) => now - at < HOURLY || (now - at < DAILY && !sameDay(at, entries[index - 1]?.at ?? -1)))
    .map(({ sizes, ...entry }) => (sizes && now - entry.at < SIZED ? { ...entry, sizes } : entry))

/** What the storage held, hour by hour, so that it can be told what changed and when it will be full. */
export const createDaybook = () => {
  let entries: Entry[] = []
  let open: { keep: Keep; log: Log } | undefined

  return {
    /** Takes up what was kept. What cannot be read is begun anew. */
    open: async (ground: { keep: Keep; log: Log }) => {
      try {
        const text = await ground.keep.read(NAME)
        entries = text === undefined ? entries : v.parse(History, JSON.parse(text)).entries
      } catch (error) {
        ground.log.warn({ err: error }, 'what the dashboard knew of the last days cannot be read; it begins anew')
      }
      open = ground
    },
    close: () => void (open = undefined),

    /** Writes down how things stand, once an hour. */
    note: async (entry: Entry) => {
      const last = entries.at(-1)
      const isNew = !last || Math.abs(entry.at - last.at) >= HOUR
      // whoever may see no sizes comes first sometimes
      const isFuller = last && !last.sizes && entry.sizes
      if (!open || !(isNew || isFuller)) return
      const sizes = entry.sizes && [...entry.sizes].sort(([, one], [, other]) => other - one).slice(0, MOST_SIZED)
      entries = thinned([...(isNew ? entries : entries.slice(0, -1)), { ...entry, ...(sizes && { sizes }) }], entry.at)
      await open.keep
        .write(NAME, JSON.stringify({ entries }))
        .catch((error: unknown) => open?.log.warn({ err: error }, 'what the storage holds could not be written down'))
    },

    /** All of it, the oldest first. */
    entries: (): readonly Entry[] => entries,

    /** How things stood a day before, as near as it is known; with sizes of buckets where they are wanted. */
    dayBefore: (now: number, what: 'sizes' | 'all'): Entry | undefined =>
      entries
        .filter(({ at, sizes }) => now - at >= DAY && now - at < DAY + 6 * HOUR && (what === 'all' || sizes))
        .at(-1),
  }
}

export type Daybook = ReturnType<typeof createDaybook>
