import { setTimeout as pause } from 'node:timers/promises'
import type { Background } from '../../../core/serve.ts'
import type { EmbeddedGround } from '../../../engines/embedded/kit.ts'
import type { LifecycleRule } from '../contract.ts'
import { isDue, type Standing } from './due.ts'
import { type Line, listPage } from '../../../engines/embedded/store/listing.ts'
import type { BucketRecord, Version } from '../../../engines/embedded/store/records.ts'
import type { Store } from '../../../engines/embedded/store/store.ts'
import { findVersion, idOf, isAlone, keptBy, newestVersion, type Place, removeKey, removeVersion } from '../../../engines/embedded/store/versions.ts'

/** So many versions are looked at, and at most removed, at once; between them whoever waits has a turn. */
const PAGE = 200

/** How long others have their turn, in ms. */
const PAUSE = 2

/** A version of a key, and since when another one is above it. */
type Found = { key: string; version: Version; since: number | undefined }

const standingOf = (place: Place, version: Version, since: number | undefined): Standing => {
  const { key } = place
  if (since !== undefined) return { as: 'older', key, version, since }
  if (!version.marker) return { as: 'current', key, version }
  return { as: isAlone(place) ? 'lone marker' : 'marker', key, version }
}

/** Removes what was found, in a transaction, unless it has changed since or something keeps it. */
const expire = (place: Place, rules: readonly LifecycleRule[], { version, since }: Found, now: number) => {
  const isNewest = newestVersion(place)?.order === version.order
  const fresh = findVersion(place, idOf(version))
  if (fresh?.order !== version.order || isNewest !== (since === undefined)) return
  if (!isDue(rules, standingOf(place, fresh, since), now)) return
  const isHidden = isNewest && !fresh.marker && place.bucket.versioning === 'enabled'
  if (!isHidden && keptBy(fresh, now)) return
  if (isNewest && !fresh.marker) removeKey(place, now)
  else removeVersion(place, idOf(fresh), { now })
}

/** The rules that act, and the prefix below which all of them do. */
const activeRules = ({ lifecycle = [] }: BucketRecord) => {
  const rules = lifecycle.filter(({ status }) => status === 'Enabled')
  const [prefix = '', ...others] = new Set(rules.map((rule) => rule.prefix))
  return { rules, prefix: others.length > 0 ? '' : prefix }
}

/** The next versions of a bucket that are due; `above` is the last one of the page before. */
const findDue = (
  { index }: Store,
  bucket: BucketRecord,
  { cursor, above, now }: { cursor: string | undefined; above: Line | undefined; now: number },
) => {
  const { rules, prefix } = activeRules(bucket)
  if (rules.length === 0) return { due: [], cursor: undefined, last: undefined }
  const page = listPage(index, { bucket: bucket.id, prefix, recursive: true, versions: true, limit: PAGE, cursor })
  const due = page.lines.flatMap(({ name: key, version, latest }, at): Found[] => {
    const since = latest ? undefined : (page.lines[at - 1] ?? above)?.version?.modified
    if (!version || !isDue(rules, standingOf({ index, bucket, key, dropped: [] }, version, since), now)) return []
    return [{ key, version, since }]
  })
  return { due, cursor: page.cursor, last: page.lines.at(-1) }
}

const sweepBucket = async (store: Store, { id, name }: BucketRecord, now: number, signal: AbortSignal) => {
  const { index, blobs } = store
  let cursor: string | undefined
  let above: Line | undefined
  do {
    const bucket = index.buckets.get(name)
    if (bucket?.id !== id) return
    const { due, ...page } = findDue(store, bucket, { cursor, above, now })
    if (due.length > 0) {
      const dropped: string[] = []
      await index.writeAnyway(() => {
        const current = index.buckets.get(name)
        if (current?.id !== id) return
        const { rules } = activeRules(current)
        for (const found of due) expire({ index, bucket: current, key: found.key, dropped }, rules, found, now)
      })
      await blobs.remove(dropped)
    }
    ;({ cursor, last: above } = page)
    await pause(PAUSE)
  } while (cursor !== undefined && !signal.aborted)
}

/**
 * Removes what the lifecycle rules of all buckets let expire by `now`, in ms since 1970, a few versions at a time. What a
 * legal hold or a retention keeps stays.
 */
export const sweepExpired = async (store: Store, now: number, signal: AbortSignal): Promise<void> => {
  for (const bucket of Array.from(store.index.buckets.getRange(), ({ value }) => value)) {
    if (signal.aborted) return
    if (bucket.lifecycle) await sweepBucket(store, bucket, now, signal)
  }
}

/** How often it is looked for what has expired, in ms. */
const EVERY = 60 * 60 * 1000

/** Removes what has expired, at once and then every hour. What fails is told, and tried again an hour later. */
export const background = ({ clock, log, ...store }: EmbeddedGround): Background => {
  const stopping = new AbortController()
  const sweep = () =>
    sweepExpired(store, clock(), stopping.signal).catch((error: unknown) => log.error({ err: error }, 'what has expired could not be removed'))
  let running = sweep()
  const timer = setInterval(() => (running = running.then(sweep)), EVERY).unref()
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
