import * as v from 'valibot'
import { Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import * as messages from '../messages.ts'

type Target = { key: string; version: string | undefined }

/** A version on a page of a listing; `marker` if it is a delete marker. */
type Listed = Target & { marker: boolean }

/** A version that was not deleted, and why. */
export type NotDeleted = Target & { reason: Failure }

/** A version with the cursor of the listing after it. */
const ListedVersion = v.object({ cursor: v.string(), key: v.string(), version: v.string() })

/**
 * `last` is the last version that was not deleted, `page` a digest of the previous page. `pending` is a delete marker
 * that is deleted at the end of its key, unless a version of the key remains; its `page` is a digest of the page after
 * `last`.
 */
const Position = v.object({
  last: v.optional(ListedVersion),
  pending: v.optional(v.object({ ...ListedVersion.entries, page: v.optional(v.string()) })),
  page: v.optional(v.string()),
})
type Position = v.InferOutput<typeof Position>

const writePosition = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

type VersionRemoval = Parameters<ObjectsBackend['removeVersions']>[1]

/** Whether the versions of a key are to be deleted. */
export const isInScope = ({ prefix, of }: VersionRemoval, key: string) =>
  of === 'key' ? key === prefix : key.startsWith(prefix)

/** Cursor of the listing at which the next page starts. */
export const cursorOf = (from: Position | undefined) => (from?.pending ?? from?.last)?.cursor

/** Decodes the cursor of the previous page. Throws `Failure` 400 for an invalid cursor. */
export const readPosition = (removal: VersionRemoval): Position | undefined => {
  if (removal.cursor === undefined) return undefined
  try {
    const position = v.parse(Position, JSON.parse(Buffer.from(removal.cursor, 'base64url').toString()))
    const versions = [position.last, position.pending]
    if (versions.every((version) => !version || isInScope(removal, version.key))) return position
  } catch {
    // reported below
  }
  throw new Failure(400, messages.cursorInvalid)
}

/**
 * A page of a listing. `isOrdered`: nothing is listed later that belongs before its last version. `digest`, if the
 * listing cannot be trusted, changes with the page.
 */
type Page<T extends Listed> = {
  listed: readonly T[]
  partial: boolean
  isOrdered: boolean
  limit: number
  from: Position | undefined
  digest?: string
}

const idOf = ({ key, version }: Target) => JSON.stringify([key, version])

/**
 * Deletes the versions of a page. The newest delete marker of a key is deleted after the versions of the key, on a
 * later page if necessary, and only if none of them remains: otherwise, the object would reappear. Until then, the next
 * pages start at the marker, because many servers list nothing, or too much, after a version that was deleted. So at
 * most one marker is pending. After it was deleted, the next page starts before it: SeaweedFS lists `a-b` before `a`,
 * but no version of `a` after a version of `a-b`.
 */
export const removePage = async <T extends Listed>(
  { listed, partial, isOrdered, limit, from, digest }: Page<T>,
  remove: (targets: readonly Target[]) => Promise<readonly NotDeleted[]>,
  cursorAfter: (version: T) => string,
): ReturnType<ObjectsBackend['removeVersions']> => {
  if (digest !== undefined && digest === from?.page) throw new Failure(502, messages.sameVersionsListed)
  const { last: previous, pending } = from ?? {}
  const notDeleted: NotDeleted[] = []
  let deleted = 0
  const removeAll = async (targets: readonly Target[]) => {
    const failed = targets.length > 0 ? await remove(targets) : []
    notDeleted.push(...failed)
    deleted += targets.length - failed.length
  }
  const markedKeys = new Set(pending && [pending.key])
  const newestMarkers = listed.filter(({ key, marker }) => marker && !markedKeys.has(key) && markedKeys.add(key))
  const isNewestMarker = new Set<Target>(newestMarkers)
  await removeAll(listed.filter((version) => !isNewestMarker.has(version)))

  const continuingKey = partial ? listed.at(-1)?.key : undefined
  const keysWithVersions = new Set(notDeleted.map(({ key }) => key))
  if (previous) keysWithVersions.add(previous.key)
  const stays = ({ key }: Target) => key === continuingKey || keysWithVersions.has(key)
  await removeAll(newestMarkers.filter((marker) => !stays(marker)))

  const remaining = new Set([...notDeleted, ...newestMarkers.filter(stays)].map(idOf))
  const isPending = (version: T) =>
    isNewestMarker.has(version) && version.key === continuingKey && !keysWithVersions.has(version.key)
  const last = listed.findLast((version) => remaining.has(idOf(version)) && !isPending(version))
  const nextPending = listed.find(isPending)
  const isEmptied = !last && !nextPending
  const isDue = pending !== undefined && !keysWithVersions.has(pending.key) && (!isEmptied || !partial)
  // a full page without remaining versions leaves it to the next page, so that at most `limit` versions are deleted
  const isPostponed = isDue && isEmptied && listed.length >= limit
  const isEnded = isDue && !isPostponed
  if (isEnded) await removeAll([pending])
  const isRefused = isEnded && notDeleted.some((version) => idOf(version) === idOf(pending))

  const [first] = notDeleted
  if (!from && deleted === 0 && first?.reason.status === 403) throw first.reason
  const positionOf = (version: T) => ({
    cursor: cursorAfter(version),
    key: version.key,
    version: version.version ?? '',
  })
  const nextLast = last ? positionOf(last) : isRefused ? pending : previous
  const pageAfterLast = last || isRefused ? undefined : pending ? pending.page : digest
  const isRestarted = isEnded && isEmptied && !isRefused && !isOrdered
  const more = partial || isPostponed || isRestarted
  const next: Position = {
    last: nextLast,
    pending: nextPending
      ? { ...positionOf(nextPending), page: pageAfterLast }
      : isEmptied && !isEnded
        ? pending
        : undefined,
    page: isRestarted ? pageAfterLast : digest,
  }
  return {
    deleted,
    notDeleted: notDeleted.map(({ key, version = 'null', reason }) => ({
      path: key,
      version_id: version,
      message: reason.message,
    })),
    partial: more,
    ...(more && { cursor: writePosition(next) }),
  }
}
