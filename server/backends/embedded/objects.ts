import { Failure } from '../../../core/failure.ts'
import type { Listing, NewObject, ObjectsBackend, Range, StoredObject } from '../../../plugins/object-browser/backend.ts'
import type { Item } from '../../../plugins/object-browser/contract.ts'
import type { Known } from '../../policy.ts'
import { foldersToward } from '../../policy/reach.ts'
import { bucketOf } from './buckets.ts'
import type { Caller, Target } from './caller.ts'
import type { Context } from './context.ts'
import type { Index } from './store/index.ts'
import { MAX_KEY } from './store/keys.ts'
import { type Line, listPage } from './store/listing.ts'
import type { BucketRecord, Version } from './store/records.ts'
import { addVersion, findVersion, idOf, newestVersion, type Place, removeKey, removeVersion, usageOf } from './store/versions.ts'

const assertKey = (key: string) => {
  if (key === '') throw new Failure(400, 'Name the object')
  if (Buffer.byteLength(key) > MAX_KEY) throw new Failure(400, `An object name has at most ${MAX_KEY} bytes`)
  if (/[\p{Cs}\0]/u.test(key)) throw new Failure(400, 'The object name is not valid text')
}

const toItem = ({ name, version, latest = false }: Line, { versions, metadata }: Listing): Item => {
  if (!version) return { name, size: 0 }
  const { size, modified, etag, type, marker, tags } = version
  return {
    name,
    size,
    last_modified: new Date(modified).toISOString(),
    ...(etag && { etag }),
    ...(versions && { version_id: idOf(version), is_latest: latest }),
    ...(versions && marker && { is_delete_marker: true }),
    ...(metadata && !marker && { content_type: type, user_metadata: { 'content-type': type, ...version.metadata } }),
    ...(metadata && tags && { tags }),
  }
}

/** The bytes that a range names; both ends of a plain range may lie outside, but not the whole of it. */
const spanOf = ({ start, end }: Range, size: number) => {
  const from = start ?? Math.max(0, size - (end ?? 0))
  const to = start === undefined || end === undefined ? size - 1 : Math.min(end, size - 1)
  if (from > to) throw new Failure(416, 'The requested range is not satisfiable', `The object has ${size} bytes`)
  return { start: from, end: to }
}

const retentionOf = ({ retention }: BucketRecord): Pick<Version, 'retention'> => {
  if (!retention) return {}
  const until = new Date()
  if (retention.unit === 'days') until.setUTCDate(until.getUTCDate() + retention.validity)
  else until.setUTCFullYear(until.getUTCFullYear() + retention.validity)
  return { retention: { mode: retention.mode, until: until.getTime() } }
}

/** Throws `Failure` 400 where this many more bytes reach the bucket's quota; as in MinIO it may not be reached. */
const assertRoom = (index: Index, bucket: BucketRecord, size: number) => {
  const { quota } = bucket
  const used = usageOf(index, bucket).size
  if (quota === undefined || used + size < quota) return
  throw new Failure(400, `Quota of this bucket is used up (${used} of ${quota} bytes)`, `The object has ${size} bytes`)
}

const listed = ({ prefix, recursive, limit }: Listing): Known => ({
  's3:prefix': [prefix],
  's3:max-keys': [String(limit)],
  ...(!recursive && { 's3:delimiter': ['/'] }),
})

const mayList = (caller: Caller, bucket: string, listing: Listing) => {
  const target = { bucket, known: listed(listing) }
  return (listing.versions && caller.may('s3:ListBucketVersions', target)) || caller.may('s3:ListBucket', target)
}

/** What a caller sees of a folder that it may not list: the way to whatever it may. Throws `Failure` 403 where there is none. */
const wayThrough = (caller: Caller, bucket: string, listing: Listing): Item[] => {
  const folders = listing.recursive ? [] : foldersToward(caller.reach, bucket, listing.prefix)
  if (folders.length === 0) caller.assert('s3:ListBucket', { bucket, known: listed(listing) })
  return folders.map((name) => ({ name, size: 0 }))
}

const versioned = (bucket: string, key: string, version: string | undefined): Target => ({
  bucket,
  key,
  known: { 's3:versionid': [version ?? ''] },
})

/** Objects of the embedded engine. A key is any text of up to 1,024 bytes; nothing in it is a path. */
export const createObjects = ({ enter }: Context): ObjectsBackend => {
  const assertRemove = (caller: Caller, bucket: string, key: string, version?: string) => {
    const target = versioned(bucket, key, version)
    caller.assert('s3:DeleteObject', target)
    if (version && caller.isDenied('s3:DeleteObjectVersion', target)) throw new Failure(403, 'Access denied', 's3:DeleteObjectVersion is denied')
  }

  /** Changes keys of a bucket in one transaction and clears the files away that are then nobody's. */
  const change = async (name: string, work: (place: (key: string) => Place) => void) => {
    const { index, blobs } = enter()
    const dropped: string[] = []
    await index.write(() => {
      const bucket = bucketOf(index, name)
      work((key) => ({ index, bucket, key, dropped }))
    })
    await blobs.remove(dropped)
  }

  const find = (index: Index, bucket: BucketRecord, key: string, version: string | undefined): Version => {
    const place = { index, bucket, key, dropped: [] }
    const found = findVersion(place, version)
    if (found && !found.marker) return found
    if (found) throw new Failure(404, 'This version is a delete marker')
    if (version === undefined || !newestVersion(place)) throw new Failure(404, 'The specified key does not exist', `There is no object "${key}"`)
    throw new Failure(404, 'The specified version does not exist', `"${key}" has no version "${version}"`)
  }

  const put = async (name: string, key: string, { type, ...content }: NewObject) => {
    const { index, blobs, caller } = enter()
    caller.assert('s3:PutObject', versioned(name, key, undefined))
    assertKey(key)
    const { id } = bucketOf(index, name)
    assertRoom(index, bucketOf(index, name), content.size)
    const dropped: string[] = []
    await blobs.store(content, (blob) =>
      index.write(() => {
        const bucket = bucketOf(index, name)
        if (bucket.id !== id) throw new Failure(404, 'The bucket was deleted meanwhile')
        assertRoom(index, bucket, content.size)
        const fresh = { size: content.size, modified: Date.now(), etag: blob, type, blob, ...retentionOf(bucket) }
        addVersion({ index, bucket, key, dropped }, fresh)
      }),
    )
    await blobs.remove(dropped)
  }

  const open = async (name: string, key: string, { version, range }: Parameters<ObjectsBackend['get']>[2]): Promise<StoredObject | undefined> => {
    const { index, blobs, caller } = enter()
    caller.assert('s3:GetObject', versioned(name, key, version))
    assertKey(key)
    const { size, type, etag, modified, blob = '' } = find(index, bucketOf(index, name), key, version)
    const span = range && spanOf(range, size)
    const body = await blobs.read(blob, size, span ?? { start: 0, end: size - 1 })
    return body && { size, type, etag: `"${etag}"`, modified: new Date(modified), ...(span && { span }), body }
  }

  return {
    list: async (name, listing) => {
      const { index, caller } = enter()
      if (!mayList(caller, name, listing)) return { objects: wayThrough(caller, name, listing) }
      const { lines, cursor } = listPage(index, { ...listing, bucket: bucketOf(index, name).id })
      return { objects: lines.map((line) => toItem(line, listing)), ...(cursor !== undefined && { cursor }) }
    },

    put,

    get: async (name, key, options) => {
      // a version may be replaced between its lookup and the opening of its file; then there is another one to be found
      const object = (await open(name, key, options)) ?? (await open(name, key, options))
      if (!object) throw new Failure(503, 'The content of this object is missing from the data folder')
      return object
    },

    remove: async (name, key, version) => {
      const { caller } = enter()
      assertRemove(caller, name, key, version)
      assertKey(key)
      await change(name, (place) => (version === undefined ? removeKey(place(key)) : removeVersion(place(key), version)))
    },

    removeBelow: async (name, prefix, limit) => {
      if (prefix === '') throw new Failure(400, 'Name the prefix whose objects are to be deleted')
      const { index, caller } = enter()
      const listing = { prefix, recursive: true, versions: false, metadata: false, limit }
      caller.assert('s3:ListBucket', { bucket: name, known: listed(listing) })
      const { lines, cursor } = listPage(index, { ...listing, bucket: bucketOf(index, name).id })
      const removable = lines.filter(({ name: key }) => caller.may('s3:DeleteObject', versioned(name, key, undefined)))
      const [first] = lines
      if (removable.length === 0 && first) assertRemove(caller, name, first.name)
      await change(name, (place) => removable.forEach(({ name: key }) => removeKey(place(key))))
      return { deleted: removable.length, partial: cursor !== undefined || removable.length < lines.length }
    },

    removeMany: async (name, removals) => {
      const { index, caller } = enter()
      bucketOf(index, name)
      const failed: { path: string; message: string }[] = []
      const attempt = (path: string, work: () => void) => {
        try {
          work()
          return true
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          failed.push({ path, message: error.message })
          return false
        }
      }
      const granted = removals.filter(({ path, versionID }) =>
        attempt(path, () => {
          assertRemove(caller, name, path, versionID || undefined)
          assertKey(path)
        }),
      )
      await change(name, (place) => {
        for (const { path, versionID } of granted) {
          attempt(path, () => (versionID ? removeVersion(place(path), versionID) : removeKey(place(path))))
        }
      })
      return failed
    },
  }
}
