import { Failure } from '../../../core/protocol/failure.ts'
import { type Lock, lockedError, lockOf } from '../../object-lock.ts'
import { numberOf } from '../configuration.ts'
import type { Checksums } from './checksums.ts'
import type { Index } from './database.ts'
import { recordEvent } from './events.ts'
import { blobKey, isOrder, nextOrder, objectKey, versionKey, versionsOf } from './keys.ts'
import type { KeyLocation } from './version-location.ts'
import type { BucketRecord, Usage, Version } from './records.ts'

/** A version that has not been added yet. */
export type NewVersion = Omit<Version, 'order' | 'unversioned'>

const empty: Usage = { size: 0, objects: 0, versions: 0 }

export const usageOf = (index: Index, bucket: BucketRecord): Usage => index.usage.get(bucket.id) ?? empty

/** Tags of a version by name. */
export const tagsOf = ({ tags = {} }: Version): Record<string, string> =>
  Array.isArray(tags) ? Object.fromEntries(tags) : tags

/** Tags in their stored form. Pairs if there is a name such as `__proto__`, which msgpackr renames in objects. */
export const storedTags = (tags: Readonly<Record<string, string>>): NonNullable<Version['tags']> =>
  Object.hasOwn(tags, '__proto__') ? Object.entries(tags) : tags

/** Public version id. */
export const idOf = ({ order, unversioned }: Version): string => (unversioned ? 'null' : order)

export const hasBlob = (index: Index, name: string): boolean => index.blobs.doesExist(blobKey(name))

const currentOf = ({ index, bucket, key }: KeyLocation) => index.objects.get(objectKey(bucket.id, key))

const olderOf = ({ index, bucket, key }: KeyLocation, limit = Number.POSITIVE_INFINITY): Version[] =>
  Array.from(index.versions.getRange({ ...versionsOf(bucket.id, key), limit }), ({ value }) => value)

/** The current version, which may be a delete marker. */
export const newestVersion = (place: KeyLocation): Version | undefined => currentOf(place) ?? olderOf(place, 1)[0]

export const hasSingleVersion = (place: KeyLocation): boolean => !currentOf(place) && olderOf(place, 2).length === 1

const addToUsage = ({ index, bucket }: KeyLocation, change: Partial<Usage>) => {
  const { size, objects, versions } = usageOf(index, bucket)
  void index.usage.put(bucket.id, {
    size: size + (change.size ?? 0),
    objects: objects + (change.objects ?? 0),
    versions: versions + (change.versions ?? 0),
  })
}

const putCurrent = (place: KeyLocation, version: Version) => {
  void place.index.objects.put(objectKey(place.bucket.id, place.key), version)
  addToUsage(place, { objects: 1 })
}

const removeCurrent = (place: KeyLocation) => {
  void place.index.objects.remove(objectKey(place.bucket.id, place.key))
  addToUsage(place, { objects: -1 })
}

const putOlder = ({ index, bucket, key }: KeyLocation, version: Version) =>
  void index.versions.put(versionKey(bucket.id, key, version.order), version)

const takeOlder = ({ index, bucket, key }: KeyLocation, version: Version) =>
  void index.versions.remove(versionKey(bucket.id, key, version.order))

const dropBlob = (place: KeyLocation, { size, blob }: Version) => {
  addToUsage(place, { size: -size, versions: -1 })
  if (!blob) return
  void place.index.blobs.remove(blobKey(blob))
  void place.index.dropped.put(blobKey(blob), true)
  place.dropped.push(blob)
}

const findOlder = (place: KeyLocation, id: string): Version | undefined => {
  const { index, bucket, key } = place
  if (id === 'null')
    return bucket.versioning === 'off' ? undefined : olderOf(place).find(({ unversioned }) => unversioned)
  const found = index.versions.get(versionKey(bucket.id, key, id))
  return found?.unversioned ? undefined : found
}

/**
 * The version with this id, which may be a delete marker; without an id the current one. Throws `Failure` 400 for an
 * invalid id.
 */
export const findVersion = (place: KeyLocation, id: string | undefined): Version | undefined => {
  if (id !== undefined && id !== 'null' && !isOrder(id)) throw new Failure(400, 'Invalid version id specified')
  const current = currentOf(place)
  return id === undefined || (current && idOf(current) === id) ? current : findOlder(place, id)
}

/** The version with this id, or the current one. Throws `Failure` 404 if there is none or it is a delete marker. */
export const readableVersion = (place: KeyLocation, id: string | undefined): Version => {
  const found = findVersion(place, id)
  if (found && !found.marker) return found
  if (found) throw new Failure(404, 'This version is a delete marker')
  if (id === undefined || !newestVersion(place))
    throw new Failure(404, 'The specified key does not exist', {
      code: 'NoSuchKey',
      detail: `There is no object "${place.key}"`,
    })
  throw new Failure(404, 'The specified version does not exist', {
    code: 'NoSuchVersion',
    detail: `"${place.key}" has no version "${id}"`,
  })
}

/** Replaces a version's metadata in place. */
export const rewriteVersion = (place: KeyLocation, version: Version): void => {
  if (currentOf(place)?.order !== version.order) putOlder(place, version)
  else void place.index.objects.put(objectKey(place.bucket.id, place.key), version)
}

/** Throws `Failure` 400 if a key has reached its version limit; delete markers are exempt. */
const assertRoom = (place: KeyLocation, { marker }: NewVersion) => {
  if (place.bucket.versioning !== 'enabled' || marker) return
  const most = numberOf(place.index, 'api', 'object_max_versions')
  if (most > 0 && olderOf(place, most).length + (currentOf(place) ? 1 : 0) >= most)
    throw new Failure(400, 'This object has as many versions as the settings allow', {
      detail: `object_max_versions is ${most}; remove some of them first`,
    })
}

/**
 * Adds a version on top of a key, with the checksums of its blob. Older versions are kept, except the one whose id
 * `null` it takes over. Throws `Failure` 400 at the version limit.
 */
export const addVersion = (
  place: KeyLocation,
  fresh: NewVersion,
  sums?: Checksums,
  by: 'Put' | 'Copy' = 'Put',
): Version => {
  assertRoom(place, fresh)
  const { versioning } = place.bucket
  const current = currentOf(place)
  const newest = current ?? (versioning === 'off' ? undefined : olderOf(place, 1)[0])
  const unversioned = versioning !== 'enabled'
  const replaced = unversioned ? findVersion(place, 'null') : undefined
  if (current) {
    removeCurrent(place)
    if (replaced !== current) putOlder(place, current)
  }
  if (replaced) {
    if (replaced !== current) takeOlder(place, replaced)
    dropBlob(place, replaced)
  }
  const version: Version = { ...fresh, order: nextOrder(newest?.order), ...(unversioned && { unversioned }) }
  addToUsage(place, { size: version.size, versions: 1 })
  if (version.blob) void place.index.blobs.put(blobKey(version.blob), sums ?? true)
  if (version.marker) putOlder(place, version)
  else putCurrent(place, version)
  recordEvent(place, version.marker ? 's3:ObjectRemoved:DeleteMarkerCreated' : `s3:ObjectCreated:${by}`, version)
  return version
}

/** Hides a key from readers; in a versioned bucket with a delete marker. Does nothing if the key does not exist. */
export const removeKey = (place: KeyLocation, now = Date.now()): void => {
  const current = currentOf(place)
  if (!current) return
  if (place.bucket.versioning === 'off') {
    removeCurrent(place)
    dropBlob(place, current)
    recordEvent(place, 's3:ObjectRemoved:Delete', current)
  } else addVersion(place, { marker: true, size: 0, modified: now, etag: '', type: '' })
}

/** The lock that prevents removal; `undefined` if the version may be removed. */
export const lockOn = ({ hold, retention }: Version, now: number): Lock | undefined =>
  lockOf({ hold, ...(retention && { retention: { ...retention, until: new Date(retention.until) } }) }, now)

/**
 * Removes a version permanently; if it was current, the next older one becomes current. Does nothing if there is no
 * such version. Throws `Failure` 400 for a locked version; `bypass` decides about governance mode if given.
 */
export const removeVersion = (
  place: KeyLocation,
  id: string,
  options: { bypass?: (() => void) | undefined; now?: number } = {},
): void => {
  const { bypass, now = Date.now() } = options
  const version = findVersion(place, id)
  if (!version) return
  const lock = lockOn(version, now)
  if (lock?.kind === 'governance' && bypass) bypass()
  else if (lock) throw lockedError(lock)
  const current = currentOf(place)
  if (current?.order === version.order) removeCurrent(place)
  else takeOlder(place, version)
  dropBlob(place, version)
  recordEvent(place, 's3:ObjectRemoved:Delete', version)
  const newest = newestVersion(place)
  if (!newest || newest.marker || currentOf(place)) return
  takeOlder(place, newest)
  putCurrent(place, newest)
}
