import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddedBackgroundContext, Background } from 'stowage/server'
import {
  type BucketRecord,
  idOf,
  lockOn,
  parseDuration,
  type ObjectLocation,
  speeds,
  type Store,
  tagsOf,
  type Version,
  versionsOf,
} from 'stowage/engines/embedded'
import type { LifecycleRule } from '../contract.ts'
import { isDue, evaluateVersion, type ListingProgress, type VersionState } from '../backend/lifecycle-evaluation.ts'
import * as messages from '../messages.ts'

/** Number of versions checked, and at most deleted, per transaction; other requests run in between. */
const PAGE = 200

/** A version as lifecycle rules see it. */
const versionFields = (key: string, version: Version) => ({
  key,
  modified: version.modified,
  size: version.size,
  marker: version.marker === true,
  tags: () => tagsOf(version),
})

/** Counts the noncurrent versions newer than this one, up to the number that a rule needs. */
const countNewerVersions = (
  { index, bucket, key }: ObjectLocation,
  order: string,
  newest: string | undefined,
  limit: number,
) => {
  let count = 0
  for (const { value } of index.versions.getRange({ ...versionsOf(bucket.id, key), limit: limit + 2 })) {
    if (value.order === order) break
    if (value.order !== newest) count += 1
  }
  return count
}

const maxNewerVersions = (rules: readonly LifecycleRule[]) =>
  Math.max(0, ...rules.map(({ expiration }) => expiration.newer_noncurrent_versions ?? 0))

/** A due version and its state when it was found. */
type DueVersion = { version: Version; state: VersionState }

const currentState = (
  location: ObjectLocation,
  version: Version,
  { state }: DueVersion,
  rules: readonly LifecycleRule[],
): VersionState => {
  const [fields, newest] = [versionFields(location.key, version), location.index.newestVersion(location)?.order]
  if (state.as === 'older')
    return {
      ...fields,
      as: 'older',
      since: state.since,
      newer: countNewerVersions(location, version.order, newest, maxNewerVersions(rules)),
    }
  if (!version.marker) return { ...fields, as: 'current' }
  return { ...fields, as: location.index.hasSingleVersion(location) ? 'lone marker' : 'marker' }
}

/** Deletes a due version in a transaction, unless it has changed since or is protected. */
const expire = (location: ObjectLocation, rules: readonly LifecycleRule[], due: DueVersion, now: number) => {
  const { version, state } = due
  const isNewest = location.index.newestVersion(location)?.order === version.order
  const current = location.index.findVersion(location, idOf(version))
  if (current?.order !== version.order || isNewest !== (state.as !== 'older')) return
  if (!isDue(rules, currentState(location, current, due, rules), now)) return
  const isHidden = isNewest && !current.marker && location.bucket.versioning === 'enabled'
  if (!isHidden && lockOn(current, now)) return
  if (isNewest && !current.marker) location.index.removeKey(location, now)
  else location.index.removeVersion(location, idOf(current), { now })
}

/** The enabled rules, and their common prefix. */
const activeRules = (all: readonly LifecycleRule[] = []) => {
  const rules = all.filter(({ status }) => status === 'Enabled')
  const [prefix = '', ...others] = new Set(rules.map((rule) => rule.prefix))
  return { rules, prefix: others.length > 0 ? '' : prefix }
}

/** Progress through the versions of a bucket. */
export type Position = { cursor?: string | undefined; reached?: ListingProgress | undefined }

/** The next versions below a prefix of a bucket, newest first within each key. */
export const listVersions = (
  { index }: Pick<Store, 'index'>,
  bucket: BucketRecord,
  { prefix, now, ...page }: { prefix: string; now: number; limit: number; cursor: string | undefined },
) => {
  const { lines, cursor } = index.list({ bucket: bucket.id, prefix, recursive: true, versions: true, ...page })
  const rows = lines.flatMap(({ name: key, version, latest = false }) => {
    if (!version) return []
    const isOnlyVersion = () => index.hasSingleVersion({ index, bucket, key, dropped: [] })
    const row = { ...versionFields(key, version), latest, isOnlyVersion, locked: lockOn(version, now) !== undefined }
    return [{ version, row }]
  })
  return { rows, cursor }
}

/** The next versions of a bucket that rules expire, and the progress after them. */
export const findDue = (
  { index }: Pick<Store, 'index'>,
  bucket: BucketRecord,
  all: readonly LifecycleRule[] | undefined,
  { cursor, reached, now, limit }: Position & { now: number; limit: number },
) => {
  const { rules, prefix } = activeRules(all)
  if (rules.length === 0) return { due: [], scanned: 0 }
  const page = listVersions({ index }, bucket, { prefix, now, limit, cursor })
  const context = { rules, now, hides: bucket.versioning === 'enabled' }
  const due = page.rows.flatMap(({ version, row }): DueVersion[] => {
    const result = evaluateVersion(context, row, reached)
    reached = result.reached
    return result.due ? [{ version, state: result.state }] : []
  })
  return { due, scanned: page.rows.length, cursor: page.cursor, reached }
}

const sweepBucket = async (store: Store, { id, name }: BucketRecord, now: number, signal: AbortSignal) => {
  const { index, blobs } = store
  let position: Position = {}
  do {
    const bucket = index.buckets.get(name)
    if (bucket?.id !== id) return
    const { due, cursor, reached } = findDue(store, bucket, bucket.lifecycle, { ...position, now, limit: PAGE })
    if (due.length > 0) {
      const dropped: string[] = []
      await index.writeAnyway(() => {
        const current = index.buckets.get(name)
        if (current?.id !== id) return
        const { rules } = activeRules(current.lifecycle)
        for (const dueVersion of due)
          expire({ index, bucket: current, key: dueVersion.state.key, dropped }, rules, dueVersion, now)
      })
      await blobs.remove(dropped)
    }
    position = { cursor, reached }
    await pause(speeds[index.setting('scanner', 'speed')])
  } while (position.cursor !== undefined && !signal.aborted)
}

/**
 * Deletes what the lifecycle rules of all buckets expire at `now`, in ms since 1970, a few versions per transaction.
 * Versions under a legal hold or retention stay.
 */
export const sweepExpired = async (store: Store, now: number, signal: AbortSignal): Promise<void> => {
  for (const bucket of Array.from(store.index.buckets.getRange(), ({ value }) => value)) {
    if (signal.aborted) return
    if (bucket.lifecycle) await sweepBucket(store, bucket, now, signal)
  }
}

/** Longest delay of a Node timer, in ms. */
const MAX_TIMEOUT = 2 ** 31 - 1

/** Deletes expired versions at startup and then in the configured interval. Errors are logged; the next run retries. */
export const background = ({
  clock,
  log,
  ...store
}: Store & Pick<EmbeddedBackgroundContext, 'clock' | 'log'>): Background => {
  const { index } = store
  const stopping = new AbortController()
  const cycle = () => Math.min(MAX_TIMEOUT, parseDuration(index.setting('scanner', 'cycle')))
  const sweep = () =>
    sweepExpired(store, clock(), stopping.signal).catch((error: unknown) =>
      log.error({ err: error }, messages.expiredVersionsNotDeleted),
    )
  let interval = cycle()
  let running = sweep()
  const startTimer = () => setInterval(() => (running = running.then(sweep)), interval).unref()
  let timer = startTimer()
  const unsubscribe = index.listen(() => {
    if (cycle() === interval) return
    clearInterval(timer)
    interval = cycle()
    timer = startTimer()
  })
  return {
    stop: async () => {
      unsubscribe()
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
