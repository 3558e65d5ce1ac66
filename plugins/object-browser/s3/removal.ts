import * as v from 'valibot'
import { Failure } from 'stowage'
import type { Governance, Listing, ObjectsBackend } from '../backend.ts'
import { cursorOf, isInScope, type NotDeleted, readPosition, removePage } from '../backend/version-removal.ts'
import { type S3AdapterContext, lockedError } from 'stowage/server'
import { fromXml, isXmlText, md5, parseResponse, toS3Error, scanList, toXml } from 'stowage/engines/s3'
import { listEntries, readMarker, writeMarker } from './listing.ts'
import { assertVersion, bypassGovernanceHeaders, isOneVersion, noSuchVersion, withLockReason } from './info.ts'
import * as messages from '../messages.ts'

/** A key to delete, or one version to delete permanently. */
type Target = { key: string; version: string | undefined }

const idOf = ({ key, version }: Target) => JSON.stringify([key, version])

/** A delete marker that was added. */
type Marker = { path: string; versionID: string }

type Outcome = { notDeleted: NotDeleted[]; markers: Marker[] }

const markersOf = (key: string, versionID: string | undefined): Marker[] =>
  versionID ? [{ path: key, versionID }] : []

/** Time limit for the server to delete a thousand objects, in ms. */
const DELETE_TIMEOUT = 60_000

const Result = v.union([
  v.literal(''),
  v.object({
    Deleted: v.optional(
      v.array(
        v.object({
          Key: v.string(),
          VersionId: v.optional(v.string()),
          DeleteMarkerVersionId: v.optional(v.string()),
        }),
      ),
      [],
    ),
    Error: v.optional(
      v.array(
        v.object({
          Key: v.string(),
          VersionId: v.optional(v.string()),
          Code: v.string(),
          Message: v.optional(v.string()),
        }),
      ),
      [],
    ),
  }),
])

/** Deletes objects of a MinIO server (minio-server 5.5). */
export const createRemoval = (caller: S3AdapterContext) => {
  const { call, client, keys, paths } = caller

  const remove = async (bucket: string, { key, version }: Target, governance: Governance = 'enforced') => {
    const headers = governance === 'bypassed' ? bypassGovernanceHeaders : undefined
    const request = {
      method: 'DELETE' as const,
      path: paths.objectPath(bucket, key),
      query: { versionId: version },
      headers,
    }
    await assertVersion(caller, { bucket, key, version })
    const { headers: sent } = await withLockReason(caller, { bucket, key, version }, lockedError, call(request))
    const isMarker = version === undefined && sent['x-amz-delete-marker'] === 'true'
    return isMarker ? String(sent['x-amz-version-id'] ?? '') || undefined : undefined
  }

  /** Deletes in one call, whose status is success even if deletions fail. */
  const removeInOneCall = async (bucket: string, targets: readonly Target[]): Promise<Outcome> => {
    if (targets.length === 0) return { notDeleted: [], markers: [] }
    const body = toXml('Delete', {
      Quiet: false,
      Object: targets.map(({ key, version }) => ({ Key: key, VersionId: version })),
    })
    const response = await client.call(
      {
        method: 'POST',
        path: paths.bucketPath(bucket),
        query: { delete: '' },
        headers: { 'content-md5': md5(body) },
        body,
        deadline: DELETE_TIMEOUT,
      },
      keys,
    )
    const result = parseResponse(Result, fromXml(response.body.toString(), 'DeleteResult'))
    if (result === '') return { notDeleted: [], markers: [] }
    const added = new Set(targets.flatMap(({ key, version }) => (version === undefined ? [key] : [])))
    const requested = new Set(targets.map(idOf))
    const deleted = new Set(
      result.Deleted.map(({ Key, VersionId }) => idOf({ key: Key, version: VersionId || undefined })),
    )
    const refusedKeys = new Set<string>()
    const notDeleted = result.Error.flatMap(({ Key, VersionId, Code, Message }): NotDeleted[] => {
      const reason = toS3Error(400, {}, JSON.stringify({ Code, Message }))
      const named = { key: Key, version: VersionId || undefined }
      if (requested.has(idOf(named))) return [{ ...named, reason }]
      // moto names only the key, once for each version
      const ofKey = targets.filter((target) => target.key === Key && !deleted.has(idOf(target)))
      if (ofKey.length === 0) return [{ ...named, reason }]
      if (refusedKeys.has(Key)) return []
      refusedKeys.add(Key)
      return ofKey.map((target) => ({ ...target, reason }))
    })
    return {
      notDeleted,
      markers: result.Deleted.filter(({ Key }) => added.has(Key)).flatMap(({ Key, DeleteMarkerVersionId }) =>
        markersOf(Key, DeleteMarkerVersionId),
      ),
    }
  }

  /** Deletes keys that are invalid in XML one by one. */
  const removeOneByOne = async (bucket: string, targets: readonly Target[]): Promise<Outcome[]> => {
    const removed = targets.map((target) =>
      client.oneOfMany(async (): Promise<Outcome> => {
        try {
          return { notDeleted: [], markers: markersOf(target.key, await remove(bucket, target)) }
        } catch (reason) {
          if (!(reason instanceof Failure) || reason.status === 401 || reason.status === 503) throw reason
          return { notDeleted: [{ ...target, reason }], markers: [] }
        }
      }),
    )
    return Promise.all(removed)
  }

  const removeAll = async (bucket: string, targets: readonly Target[]): Promise<Outcome> => {
    const validInXml = targets.filter(({ key }) => isXmlText(key))
    const notInXml = targets.filter(({ key }) => !isXmlText(key))
    const outcomes = [await removeInOneCall(bucket, validInXml), ...(await removeOneByOne(bucket, notInXml))]
    return {
      notDeleted: outcomes.flatMap(({ notDeleted }) => notDeleted),
      markers: outcomes.flatMap(({ markers }) => markers),
    }
  }

  const keyErrorOf = ({ key }: Target) => {
    try {
      paths.checkKey(key)
      return undefined
    } catch (reason) {
      return reason as Failure
    }
  }

  /** Targets that cannot be deleted: invalid names, and versions on a server without versions. */
  const refusalsOf = async (bucket: string, targets: readonly Target[]): Promise<NotDeleted[]> => {
    const isUnversioned = targets.some(isOneVersion) && (await caller.lacksVersions(bucket))
    return targets.flatMap((target) => {
      const reason = keyErrorOf(target) ?? (isUnversioned && isOneVersion(target) ? noSuchVersion() : undefined)
      return reason ? { ...target, reason } : []
    })
  }

  /** A page of objects after a cursor, on a server without versions. */
  const listObjects = async (bucket: string, { prefix, limit, cursor }: Listing) => {
    const after = cursor === undefined ? undefined : readMarker(cursor).key
    const query = { 'list-type': 2, prefix, 'max-keys': limit, 'encoding-type': 'url', 'start-after': after }
    return scanList((await call({ method: 'GET', path: paths.bucketPath(bucket), query })).body.toString())
  }

  return {
    remove: (bucket, key, version, governance) => remove(bucket, { key, version }, governance),

    removeMany: async (bucket, removals) => {
      const targets = removals.map(({ path, versionID }) => ({ key: path, version: versionID || undefined }))
      const refusals = await refusalsOf(bucket, targets)
      const isRefused = (target: Target) =>
        refusals.some(({ key, version }) => key === target.key && version === target.version)
      const { notDeleted, markers } = await removeAll(
        bucket,
        targets.filter((target) => !isRefused(target)),
      )
      const failed = [...refusals, ...notDeleted].map(({ key, reason }) => ({ path: key, message: reason.message }))
      return { failed, markers }
    },

    removeVersions: async (bucket, removal) => {
      const { prefix, limit } = removal
      if (prefix) paths.checkKey(prefix)
      const from = readPosition(removal)
      const listing = { prefix, recursive: true, versions: true, metadata: false, limit, cursor: cursorOf(from) }
      // the server would accept the permission to list objects
      await caller.assertGranted('s3:ListBucketVersions', {
        bucket,
        requestContext: { 's3:prefix': [prefix], 's3:max-keys': [String(limit)] },
      })
      const isUnversioned = await caller.lacksVersions(bucket)
      const { entries, truncated } = isUnversioned
        ? await listObjects(bucket, listing)
        : await listEntries(caller, bucket, listing)
      const listed = entries
        .filter(({ key }) => isInScope(removal, key))
        .map(({ key, version, deleted = false }) => ({
          key,
          // some of these servers refuse the version `null` of locked objects
          version: isUnversioned ? undefined : version || 'null',
          marker: deleted,
        }))
      return removePage(
        {
          listed,
          // the versions of a key are listed before all longer keys
          partial: truncated && listed.length === entries.length,
          isOrdered: removal.of === 'key',
          limit,
          from,
          digest: md5(JSON.stringify(entries.map(({ key, version, modified }) => [key, version, modified]))),
        },
        async (targets) => (await removeAll(bucket, targets)).notDeleted,
        ({ key, version = '' }) => writeMarker({ key, version }),
      )
    },

    removeBelow: async (bucket, prefix, { limit, cursor: from }) => {
      if (!prefix) throw new Failure(400, messages.prefixRequired)
      paths.checkKey(prefix)
      const query = {
        'list-type': 2,
        prefix,
        'max-keys': limit,
        'encoding-type': 'url',
        'continuation-token': from,
      }
      const response = await call({ method: 'GET', path: paths.bucketPath(bucket), query })
      const { entries, truncated, token } = scanList(response.body.toString())
      const cursor = truncated ? token : undefined
      const { notDeleted } = await removeAll(
        bucket,
        entries.map(({ key }) => ({ key, version: undefined })),
      )
      const deleted = entries.length - notDeleted.length
      if (deleted === 0 && notDeleted[0] && !from && !cursor) throw notDeleted[0].reason
      return { deleted, notDeleted, cursor }
    },
  } satisfies Partial<ObjectsBackend>
}
