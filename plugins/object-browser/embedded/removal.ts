import { Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import { type Caller, cursorAfter, idOf, type Index, type ObjectLocation, type Version } from 'stowage/engines/embedded'
import { versionTarget } from './key.ts'
import { listConditions } from './listing.ts'
import { cursorOf, isInScope, type NotDeleted, readPosition, removePage } from '../backend/version-removal.ts'
import { type EmbeddedAdapterContext, accessDenied } from 'stowage/server'
import * as messages from '../messages.ts'

/** Throws `Failure` 403 if the caller may not delete a key, or one version of it. */
export const assertRemove = (
  { caller, index }: { caller: Caller; index: Index },
  bucket: string,
  key: string,
  version?: string,
) => {
  const target = versionTarget(index, bucket, key, version)
  caller.assert('s3:DeleteObject', target)
  if (version && caller.isDenied('s3:DeleteObjectVersion', target))
    throw accessDenied('s3:DeleteObjectVersion', { bucket, key }, 's3:DeleteObjectVersion is denied')
}

/** Version ID of an added delete marker, empty without one. */
const markerOf = (marker: Version | undefined) => (marker ? idOf(marker) : '')

/** Deletes objects; each requires its own permission. */
export const createRemoval = ({ authenticate }: EmbeddedAdapterContext) => {
  /** Changes keys of a bucket in one transaction, then deletes files that are no longer referenced. */
  const change = async (name: string, work: (locationOf: (key: string) => ObjectLocation) => void) => {
    const { index, blobs, caller } = authenticate()
    const dropped: string[] = []
    await index.writeAnyway(() => {
      const bucket = index.bucket(name)
      work((key) => ({ index, bucket, key, dropped, by: caller }))
    })
    await blobs.remove(dropped)
  }

  return {
    remove: async (name, key, version, governance) => {
      const context = authenticate()
      assertRemove(context, name, key, version)
      const bypass = () =>
        context.caller.assert('s3:BypassGovernanceRetention', versionTarget(context.index, name, key, version))
      let marker: string | undefined
      await change(name, (locationOf) => {
        assertRemove(context, name, key, version)
        if (version === undefined) marker = markerOf(context.index.removeKey(locationOf(key)))
        else
          context.index.removeVersion(locationOf(key), version, {
            bypass: governance === 'bypassed' ? bypass : undefined,
          })
      })
      return marker
    },

    removeBelow: async (name, prefix, { limit, cursor: from }) => {
      if (prefix === '') throw new Failure(400, messages.prefixRequired)
      const context = authenticate()
      const { index, caller } = context
      const listing = { prefix, recursive: true, versions: false, metadata: false, limit, cursor: from }
      caller.assert('s3:ListBucket', { bucket: name, requestContext: listConditions(listing) })
      const { lines, cursor } = index.list({ ...listing, bucket: index.bucket(name).id })
      const notDeleted: { key: string; reason: Failure }[] = []
      await change(name, (locationOf) => {
        for (const { name: key } of lines)
          try {
            assertRemove(context, name, key)
            index.removeKey(locationOf(key))
          } catch (reason) {
            if (!(reason instanceof Failure)) throw reason
            notDeleted.push({ key, reason })
          }
      })
      const deleted = lines.length - notDeleted.length
      if (deleted === 0 && notDeleted[0] && !from && !cursor) throw notDeleted[0].reason
      return { deleted, notDeleted, cursor }
    },

    removeVersions: async (name, removal) => {
      const context = authenticate()
      const { index, caller } = context
      const { prefix, limit } = removal
      const from = readPosition(removal)
      const listing = { prefix, recursive: true, versions: true, metadata: false, limit, cursor: cursorOf(from) }
      caller.assert('s3:ListBucketVersions', { bucket: name, requestContext: listConditions(listing) })
      const { lines, cursor } = index.list({ ...listing, bucket: index.bucket(name).id })
      const listed = lines.flatMap(({ name: key, version: stored }) =>
        stored && isInScope(removal, key)
          ? [{ key, version: idOf(stored), marker: stored.marker === true, stored }]
          : [],
      )
      // the versions of a key are listed before all longer keys
      const partial = cursor !== undefined && listed.length === lines.length
      return removePage(
        { listed, partial, isOrdered: true, limit, from },
        async (targets) => {
          const notDeleted: NotDeleted[] = []
          await change(name, (locationOf) => {
            for (const { key, version = 'null' } of targets)
              try {
                assertRemove(context, name, key, version)
                index.removeVersion(locationOf(key), version)
              } catch (reason) {
                if (!(reason instanceof Failure)) throw reason
                notDeleted.push({ key, version, reason })
              }
          })
          return notDeleted
        },
        ({ key, stored }) => cursorAfter(key, stored),
      )
    },

    removeMany: async (name, removals) => {
      const context = authenticate()
      const failed: { path: string; message: string }[] = []
      const markers: { path: string; versionID: string }[] = []
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
        assertRemove(context, name, path, versionID || undefined)
      const granted = removals.filter((removal) => attempt(removal.path, () => may(removal)))
      if (granted.length === 0) return { failed, markers }
      await change(name, (locationOf) => {
        for (const removal of granted) {
          const { path, versionID } = removal
          attempt(path, () => {
            may(removal)
            if (versionID) context.index.removeVersion(locationOf(path), versionID)
            else markers.push({ path, versionID: markerOf(context.index.removeKey(locationOf(path))) })
          })
        }
      })
      return { failed, markers }
    },
  } satisfies Partial<ObjectsBackend>
}
