import { Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import { type Caller, cursorAfter, idOf, type Index, type ObjectLocation } from 'stowage/engines/embedded'
import { versioned } from './key.ts'
import { listed } from './listing.ts'
import { type EmbeddedAdapterContext, accessDenied } from 'stowage/server'
import * as messages from '../messages.ts'

/** Throws `Failure` 403 if the caller may not delete a key, or one version of it. */
export const assertRemove = (
  { caller, index }: { caller: Caller; index: Index },
  bucket: string,
  key: string,
  version?: string,
) => {
  const target = versioned(index, bucket, key, version)
  caller.assert('s3:DeleteObject', target)
  if (version && caller.isDenied('s3:DeleteObjectVersion', target))
    throw accessDenied('s3:DeleteObjectVersion', { bucket, key }, 's3:DeleteObjectVersion is denied')
}

/** Deletes objects; each requires its own permission. */
export const createRemoval = ({ enter }: EmbeddedAdapterContext) => {
  /** Changes keys of a bucket in one transaction, then deletes files that are no longer referenced. */
  const change = async (name: string, work: (place: (key: string) => ObjectLocation) => void) => {
    const { index, blobs, caller } = enter()
    const dropped: string[] = []
    await index.writeAnyway(() => {
      const bucket = index.bucket(name)
      work((key) => ({ index, bucket, key, dropped, by: caller }))
    })
    await blobs.remove(dropped)
  }

  return {
    remove: async (name, key, version, governance) => {
      const here = enter()
      assertRemove(here, name, key, version)
      const bypass = () => here.caller.assert('s3:BypassGovernanceRetention', versioned(here.index, name, key, version))
      await change(name, (place) => {
        assertRemove(here, name, key, version)
        if (version === undefined) here.index.removeKey(place(key))
        else here.index.removeVersion(place(key), version, { bypass: governance === 'bypassed' ? bypass : undefined })
      })
    },

    removeBelow: async (name, prefix, limit) => {
      if (prefix === '') throw new Failure(400, messages.namePrefixWhoseObjects)
      const here = enter()
      const { index, caller } = here
      const listing = { prefix, recursive: true, versions: false, metadata: false, limit }
      caller.assert('s3:ListBucket', { bucket: name, known: listed(listing) })
      const { lines, cursor } = index.list({ ...listing, bucket: index.bucket(name).id })
      const removable = () =>
        lines.filter(({ name: key }) => caller.may('s3:DeleteObject', versioned(index, name, key, undefined)))
      const [first] = lines
      if (first && removable().length === 0) assertRemove(here, name, first.name)
      let deleted = 0
      await change(name, (place) => {
        const keys = removable()
        deleted = keys.length
        keys.forEach(({ name: key }) => index.removeKey(place(key)))
      })
      return { deleted, partial: cursor !== undefined || deleted < lines.length }
    },

    removeVersions: async (name, { prefix, of, limit, cursor: from }) => {
      const here = enter()
      const { index, caller } = here
      const listing = { prefix, recursive: true, versions: true, metadata: false, limit, cursor: from }
      caller.assert('s3:ListBucketVersions', { bucket: name, known: listed(listing) })
      const { lines, cursor } = index.list({ ...listing, bucket: index.bucket(name).id })
      const targets = lines.flatMap(({ name: key, version }) =>
        version && (of === 'below' || key === prefix) ? [{ key, version }] : [],
      )
      const notDeleted: { path: string; version_id: string; message: string }[] = []
      let refusal: Failure | undefined
      // a deleted version's predecessor is now the latest, so the page after it starts at the last version kept
      let next = from
      await change(name, (place) => {
        for (const { key, version } of targets)
          try {
            assertRemove(here, name, key, idOf(version))
            index.removeVersion(place(key), idOf(version))
          } catch (error) {
            if (!(error instanceof Failure)) throw error
            refusal ??= error
            next = cursorAfter(key, version)
            notDeleted.push({ path: key, version_id: idOf(version), message: error.message })
          }
      })
      const deleted = targets.length - notDeleted.length
      if (from === undefined && deleted === 0 && refusal?.status === 403) throw refusal
      // the versions of a key are listed before all longer keys
      const more = cursor !== undefined && targets.length === lines.length
      return { deleted, kept: notDeleted, partial: more, ...(more && next && { cursor: next }) }
    },

    removeMany: async (name, removals) => {
      const here = enter()
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
      const may = ({ path, versionID }: (typeof removals)[number]) =>
        assertRemove(here, name, path, versionID || undefined)
      const granted = removals.filter((removal) => attempt(removal.path, () => may(removal)))
      if (granted.length === 0) return failed
      await change(name, (place) => {
        for (const removal of granted) {
          const { path, versionID } = removal
          attempt(path, () => {
            may(removal)
            if (versionID) here.index.removeVersion(place(path), versionID)
            else here.index.removeKey(place(path))
          })
        }
      })
      return failed
    },
  } satisfies Partial<ObjectsBackend>
}
