import { computeForecast, paceOf } from '../forecast.ts'
import type { Entry } from './capacity-log.ts'

/** Versions that are not current, and delete markers, by bucket, as far as the storage counts them. */
export type VersionCounts = ReadonlyMap<string, { noncurrent?: number; markers?: number }>

/** Maximum number of buckets in the outlook. */
const MAX_BUCKETS = 10

/** Forecast of every pool; empty if there is only one, which is the whole storage. */
export const forecastsByPool = (entries: readonly Entry[], { at, pools = [] }: Entry) => {
  if (pools.length < 2) return []
  return pools.map(([name, used, usable]) => {
    const history = entries.flatMap((entry) => {
      const then = entry.pools?.find(([pool]) => pool === name)
      return then ? [{ at: entry.at, used: then[1], usable: then[2] }] : []
    })
    return { name, used, usable, forecast: computeForecast([...history, { at, used, usable }]) }
  })
}

/** Recorded sizes of a bucket, oldest first. */
export const sizesOf = (entries: readonly Entry[], bucket: string) =>
  entries.flatMap(({ at, sizes = [] }) => {
    const size = sizes.find(([name]) => name === bucket)
    return size ? [{ at, used: size[1] }] : []
  })

/** Buckets with their pace, those that grow most first, then the largest. */
export const paceByBucket = (entries: readonly Entry[], { at, sizes = [] }: Entry, counts: VersionCounts) => {
  const histories = new Map<string, { at: number; used: number }[]>()
  for (const entry of entries)
    for (const [name, used] of entry.sizes ?? []) {
      const history = histories.get(name) ?? []
      history.push({ at: entry.at, used })
      histories.set(name, history)
    }
  return sizes
    .map(([name, bytes]) => {
      const perDay = paceOf([...(histories.get(name) ?? []), { at, used: bytes }])
      return { name, bytes, ...(perDay !== undefined && { perDay }), ...counts.get(name) }
    })
    .sort((one, other) => (other.perDay ?? 0) - (one.perDay ?? 0) || other.bytes - one.bytes)
    .slice(0, MAX_BUCKETS)
}
