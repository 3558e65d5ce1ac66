import { Failure } from '../../../core/protocol/failure.ts'
import { type Lock, lockedError, lockOf } from '../../object-lock.ts'
import { numberOf } from '../configuration.ts'
import type { Checksums } from './checksums.ts'
import type { Index } from './database.ts'
import { recordEvent } from './events.ts'
import { blobKey, isVersionId, nextOrder, objectKey, versionKey, versionsOf } from './keys.ts'
import type { KeyLocation } from './version-location.ts'
import type { BucketRecord, Usage, Version } from './records.ts'
import { removeVersionsFirst, tooManyVersions, noSuchVersion, noSuchKey, versionIsDeleteMarker } from '../messages.ts'

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
export const newestVersion = (location: KeyLocation): Version | undefined =>
  currentOf(location) ?? olderOf(location, 1)[0]

export const hasSingleVersion = (location: KeyLocation): boolean =>
  !currentOf(location) && olderOf(location, 2).length === 1

const addToUsage = ({ index, bucket }: KeyLocation, change: Partial<Usage>) => {
  const { size, objects, versions } = usageOf(index, bucket)
  void index.usage.put(bucket.id, {
    size: size + (change.size ?? 0),
    objects: objects + (change.objects ?? 0),
    versions: versions + (change.versions ?? 0),
  })
}

const putCurrent = (location: KeyLocation, version: Version) => {
  void location.index.objects.put(objectKey(location.bucket.id, location.key), version)
  addToUsage(location, { objects: 1 })
}

const removeCurrent = (location: KeyLocation) => {
  void location.index.objects.remove(objectKey(location.bucket.id, location.key))
  addToUsage(location, { objects: -1 })
}

const putOlder = ({ index, bucket, key }: KeyLocation, version: Version) =>
  void index.versions.put(versionKey(bucket.id, key, version.order), version)

const takeOlder = ({ index, bucket, key }: KeyLocation, version: Version) =>
  void index.versions.remove(versionKey(bucket.id, key, version.order))

const dropBlob = (location: KeyLocation, { size, blob }: Version) => {
  addToUsage(location, { size: -size, versions: -1 })
  if (!blob) return
  void location.index.blobs.remove(blobKey(blob))
  void location.index.dropped.put(blobKey(blob), true)
  location.dropped.push(blob)
}

const findOlder = (location: KeyLocation, id: string): Version | undefined => {
  const { index, bucket, key } = location
  if (id === 'null')
    return bucket.versioning === 'off' ? undefined : olderOf(location).find(({ unversioned }) => unversioned)
  const version = index.versions.get(versionKey(bucket.id, key, id))
  return version?.unversioned ? undefined : version
}

/**
 * The version with this id, which may be a delete marker; without an id the current one. Throws `Failure` 400 for an
 * invalid id.
 */
export const findVersion = (location: KeyLocation, id: string | undefined): Version | undefined => {
  if (id !== undefined && id !== 'null' && !isVersionId(id)) throw new Failure(400, 'Invalid version id specified')
  const current = currentOf(location)
  return id === undefined || (current && idOf(current) === id) ? current : findOlder(location, id)
}

/** The version with this id, or the current one. Throws `Failure` 404 if there is none or it is a delete marker. */
export const readableVersion = (location: KeyLocation, id: string | undefined): Version => {
  const version = findVersion(location, id)
  if (version && !version.marker) return version
  if (version) throw new Failure(404, versionIsDeleteMarker)
  if (id === undefined || !newestVersion(location))
    throw new Failure(404, noSuchKey, {
      code: 'NoSuchKey',
      detail: `There is no object "${location.key}"`,
    })
  throw new Failure(404, noSuchVersion, {
    code: 'NoSuchVersion',
    detail: `"${location.key}" has no version "${id}"`,
  })
}

/** Replaces a version's metadata in place. */
export const rewriteVersion = (location: KeyLocation, version: Version): void => {
  if (currentOf(location)?.order !== version.order) putOlder(location, version)
  else void location.index.objects.put(objectKey(location.bucket.id, location.key), version)
}

/** Throws `Failure` 400 if a key has reached its version limit; delete markers are exempt. */
const assertVersionLimit = (location: KeyLocation, { marker }: NewVersion) => {
  if (location.bucket.versioning !== 'enabled' || marker) return
  const maxVersions = numberOf(location.index, 'api', 'object_max_versions')
  if (maxVersions > 0 && olderOf(location, maxVersions).length + (currentOf(location) ? 1 : 0) >= maxVersions)
    throw new Failure(400, tooManyVersions, {
      detail: removeVersionsFirst(maxVersions),
    })
}

/**
 * Adds a version on top of a key, with the checksums of its blob. Older versions are kept, except the one whose id
 * `null` it takes over. Throws `Failure` 400 at the version limit.
 */
export const addVersion = (
  location: KeyLocation,
  fresh: NewVersion,
  sums?: Checksums,
  by: 'Put' | 'Copy' = 'Put',
): Version => {
  assertVersionLimit(location, fresh)
  const { versioning } = location.bucket
  const current = currentOf(location)
  const newest = current ?? (versioning === 'off' ? undefined : olderOf(location, 1)[0])
  const unversioned = versioning !== 'enabled'
  const replaced = unversioned ? findVersion(location, 'null') : undefined
  if (current) {
    removeCurrent(location)
    if (replaced !== current) putOlder(location, current)
  }
  if (replaced) {
    if (replaced !== current) takeOlder(location, replaced)
    dropBlob(location, replaced)
  }
  const version: Version = { ...fresh, order: nextOrder(newest?.order), ...(unversioned && { unversioned }) }
  addToUsage(location, { size: version.size, versions: 1 })
  if (version.blob) void location.index.blobs.put(blobKey(version.blob), sums ?? true)
  if (version.marker) putOlder(location, version)
  else putCurrent(location, version)
  recordEvent(location, version.marker ? 's3:ObjectRemoved:DeleteMarkerCreated' : `s3:ObjectCreated:${by}`, version)
  return version
}

/**
 * Hides a key from readers; in a versioned bucket with a delete marker, which it returns. Does nothing if the key does
 * not exist.
 */
export const removeKey = (location: KeyLocation, now = Date.now()): Version | undefined => {
  const current = currentOf(location)
  if (!current) return undefined
  if (location.bucket.versioning === 'off') {
    removeCurrent(location)
    dropBlob(location, current)
    recordEvent(location, 's3:ObjectRemoved:Delete', current)
    return undefined
  }
  return addVersion(location, { marker: true, size: 0, modified: now, etag: '', type: '' })
}

/** The lock that prevents removal; `undefined` if the version may be removed. */
export const lockOn = ({ hold, retention }: Version, now: number): Lock | undefined =>
  lockOf({ hold, ...(retention && { retention: { ...retention, until: new Date(retention.until) } }) }, now)

/**
 * Removes a version permanently; if it was current, the next older one becomes current. Does nothing if there is no
 * such version. Throws `Failure` 400 for a locked version; `bypass` decides about governance mode if given.
 */
export const removeVersion = (
  location: KeyLocation,
  id: string,
  options: { bypass?: (() => void) | undefined; now?: number } = {},
): void => {
  const { bypass, now = Date.now() } = options
  const version = findVersion(location, id)
  if (!version) return
  const lock = lockOn(version, now)
  if (lock?.kind === 'governance' && bypass) bypass()
  else if (lock) throw lockedError(lock)
  const current = currentOf(location)
  if (current?.order === version.order) removeCurrent(location)
  else takeOlder(location, version)
  dropBlob(location, version)
  recordEvent(location, 's3:ObjectRemoved:Delete', version)
  const newest = newestVersion(location)
  if (!newest || newest.marker || currentOf(location)) return
  takeOlder(location, newest)
  putCurrent(location, newest)
}
