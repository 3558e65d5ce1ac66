import { Failure } from '../../../core/failure.ts'
import type { NewObject, ObjectsBackend, Range, StoredObject } from '../backend.ts'
import { bucketOf } from '../../../engines/embedded/buckets.ts'
import type { EmbeddedKit } from '../../../engines/embedded/kit.ts'
import { versioned } from './key.ts'
import { createListing } from './listing.ts'
import { noteReading } from './reading.ts'
import { createParts, partCalls } from './parts.ts'
import { createObjectSettings } from './settings.ts'
import { createRemoval } from './removal.ts'
import { assertRoom, retainedBy } from './storing.ts'
import type { Calls } from '../../../engines/embedded/traced.ts'
import { addVersion, readableVersion } from '../../../engines/embedded/store/versions.ts'

/** The bytes that a range names; both ends of a plain range may lie outside, but not the whole of it. */
const spanOf = ({ start, end }: Range, size: number) => {
  const from = start ?? Math.max(0, size - (end ?? 0))
  const to = start === undefined || end === undefined ? size - 1 : Math.min(end, size - 1)
  if (from > to) throw new Failure(416, 'The requested range is not satisfiable', `The object has ${size} bytes`)
  return { start: from, end: to }
}

type First = string | { prefix?: string } | readonly unknown[] | undefined

/** How the calls are told of. */
export const calls: Calls = {
  family: 's3.Object',
  names: {
    list: 's3.ListObjectsV2',
    put: 's3.PutObject',
    get: 's3.GetObject',
    remove: 's3.DeleteObject',
    removeBelow: 's3.DeleteMultipleObjects',
    removeVersions: 's3.DeleteMultipleObjects',
    removeMany: 's3.DeleteMultipleObjects',
    ...partCalls,
  },
  about: (bucket, what, content) => {
    const [first, size] = [what as First, (content as Partial<NewObject> | undefined)?.size]
    if (typeof first === 'string') return { path: `/${bucket}/${first}`, ...(size !== undefined && { received: size }) }
    const prefix = first && 'prefix' in first ? first.prefix : undefined
    return { path: `/${bucket}/`, ...(prefix && { query: String(new URLSearchParams({ prefix })) }) }
  },
}

export { background } from './unfinished.ts'

/** Objects of the embedded engine. Nothing in a key is a path. */
export default function createObjects(kit: EmbeddedKit): ObjectsBackend {
  const { enter } = kit

  const put = async (name: string, key: string, { type, ...content }: NewObject) => {
    const { index, blobs, vault, caller } = enter()
    caller.assert('s3:PutObject', versioned(index, name, key, undefined))
    const before = bucketOf(index, name)
    assertRoom(index, before, content.size)
    const dropped: string[] = []
    const sealed = before.encrypted && (await vault.encrypt())
    const stored = sealed ? { ...content, body: sealed.encrypt(content.body) } : content
    const cipher = sealed && { cipher: sealed.cipher }
    await blobs.store(stored, (blob, sums) =>
      index.write(() => {
        const bucket = bucketOf(index, name)
        if (bucket.id !== before.id) throw new Failure(404, 'The bucket was deleted meanwhile')
        assertRoom(index, bucket, content.size)
        // it may have been tagged while it came
        caller.assert('s3:PutObject', versioned(index, name, key, undefined))
        const fresh = { size: content.size, modified: Date.now(), etag: blob, type, blob, ...cipher, ...retainedBy(bucket) }
        addVersion({ index, bucket, key, dropped, by: caller }, fresh, sums)
      }),
    )
    await blobs.remove(dropped)
  }

  const open = async (
    name: string,
    key: string,
    { version, range }: Parameters<ObjectsBackend['get']>[2],
  ): Promise<StoredObject | undefined> => {
    const { index, blobs, vault, caller } = enter()
    caller.assert('s3:GetObject', versioned(index, name, key, version))
    const place = { index, bucket: bucketOf(index, name), key, dropped: [], by: caller }
    const found = readableVersion(place, version)
    const { size, type, etag, modified, cipher, blob = '' } = found
    const span = range && spanOf(range, size)
    const decrypt = cipher && (await vault.decrypt(cipher, span?.start ?? 0))
    const stored = await blobs.read(blob, size, span ?? { start: 0, end: size - 1 })
    if (!stored) return undefined
    await noteReading(place, 's3:ObjectAccessed:Get', found)
    const body = decrypt ? decrypt(stored) : stored
    return { size, type, etag: `"${etag}"`, modified: new Date(modified), ...(span && { span }), body }
  }

  return {
    ...createListing(kit),
    ...createRemoval(kit),
    ...createObjectSettings(kit),
    ...createParts(kit),
    put,

    get: async (name, key, options) => {
      // a version may be replaced between its lookup and the opening of its file; then there is another one to be found
      const object = (await open(name, key, options)) ?? (await open(name, key, options))
      if (!object) throw new Failure(503, 'The content of this object is missing from the data folder')
      return object
    },
  }
}
