import type { KeyValueStore } from 'stowage/server'
import type { Entry, Measurement, Settings } from './contract.ts'

/** Size of a bucket in bytes at a time in ms since 1970. */
type Sample = readonly [time: number, size: number]

/** Samples of a bucket, oldest first; `created` distinguishes a bucket from an earlier one of the same name. */
type Track = { created: string; samples: Sample[] }

type Data = { settings: Settings; buckets: Record<string, Track> }

/** Key in the console's store. */
const STORE_KEY = 'bucket-inventory'

/** Maximum number of measured buckets. */
const MAX_BUCKETS = 5000

const DAY = 86_400_000

const defaults: Settings = { ownerTag: 'owner', days: 30 }

const dayOf = (time: number) => Math.floor(time / DAY)

/** Adds a sample, at most one a day, and drops those before the period. */
export const withSample = ({ samples }: Pick<Track, 'samples'>, [time, size]: Sample, days: number): Sample[] => {
  const recent = samples.filter(([one]) => dayOf(one) > dayOf(time) - days)
  const newest = recent.at(-1)
  return newest && dayOf(newest[0]) === dayOf(time) ? recent : [...recent, [time, size]]
}

/** Change since the oldest sample; `undefined` if that is of the same day. */
export const growthOf = (samples: readonly Sample[], [time, size]: Sample): Entry['growth'] => {
  const [oldest] = samples
  if (!oldest || dayOf(oldest[0]) === dayOf(time)) return undefined
  return { bytes: size - oldest[1], since: new Date(oldest[0]).toISOString() }
}

/** Daily sizes of buckets, and the settings of the inventory, in the console's store. */
export const createHistory = () => {
  let store: KeyValueStore | undefined
  let data: Promise<Data> | undefined
  let writing = Promise.resolve()

  const read = async (): Promise<Data> => {
    const text = await store?.read(STORE_KEY)
    // without a prototype, so that a bucket may have any name
    const { settings = defaults, buckets = {} } = text ? (JSON.parse(text) as Partial<Data>) : {}
    return { settings, buckets: Object.assign(Object.create(null), buckets) }
  }
  const current = () => (data ??= read())
  const save = async () => {
    const text = JSON.stringify(await current())
    writing = writing.catch(() => undefined).then(() => store?.write(STORE_KEY, text))
    await writing
  }

  return {
    /** Opens a store and loads its content on first use. */
    open: (opened: KeyValueStore) => {
      store = opened
      data = undefined
    },
    settings: async () => (await current()).settings,
    setSettings: async (settings: Settings) => {
      ;(await current()).settings = settings
      await save()
    },
    /** Records the sizes of buckets, and returns them with their growth. */
    measure: async (entries: readonly Entry[], now: number): Promise<Entry[]> => {
      const { buckets, settings } = await current()
      let isChanged = false
      const measured = entries.map((entry): Entry => {
        const { name, size, created = '' } = entry
        const before = buckets[name]
        if (size === undefined || (!before && Object.keys(buckets).length >= MAX_BUCKETS)) return entry
        const track = before?.created === created ? before : { created, samples: [] }
        const samples = withSample(track, [now, size], settings.days)
        isChanged ||= samples.at(-1) !== before?.samples.at(-1) || samples.length !== before?.samples.length
        buckets[name] = { created, samples }
        const growth = growthOf(samples, [now, size])
        return growth ? { ...entry, growth } : entry
      })
      if (isChanged) await save()
      return measured
    },
    of: async (bucket: string): Promise<Measurement[]> =>
      ((await current()).buckets[bucket]?.samples ?? []).map(([time, size]) => ({
        time: new Date(time).toISOString(),
        size,
      })),
  }
}
