import { Failure } from '../../../core/failure.ts'
import type { ObjectsBackend } from '../backend.ts'
import { bucketOf } from '../../../engines/embedded/buckets.ts'
import type { Caller } from '../../../engines/embedded/caller.ts'
import type { EmbeddedKit } from '../../../engines/embedded/kit.ts'
import { assertKey, versioned } from './key.ts'
import { listed } from './listing.ts'
import { listPage } from '../../../engines/embedded/store/listing.ts'
import { type Place, removeKey, removeVersion } from '../../../engines/embedded/store/versions.ts'

const assertRemove = (caller: Caller, bucket: string, key: string, version?: string) => {
  const target = versioned(bucket, key, version)
  caller.assert('s3:DeleteObject', target)
  if (version && caller.isDenied('s3:DeleteObjectVersion', target))
    throw new Failure(403, 'Access denied', 's3:DeleteObjectVersion is denied')
}

/** Removes objects, each with the right for it alone. */
export const createRemoval = ({ enter }: EmbeddedKit) => {
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

  return {
    remove: async (name, key, version, governance) => {
      const { caller } = enter()
      assertRemove(caller, name, key, version)
      assertKey(key)
      const bypass = () => caller.assert('s3:BypassGovernanceRetention', versioned(name, key, version))
      await change(name, (place) =>
        version === undefined
          ? removeKey(place(key))
          : removeVersion(place(key), version, { bypass: governance === 'bypassed' ? bypass : undefined }),
      )
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
  } satisfies Partial<ObjectsBackend>
}
