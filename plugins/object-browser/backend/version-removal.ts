import * as v from 'valibot'
import { Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import * as messages from '../messages.ts'

type Target = { key: string; version: string | undefined }

/** A version on a page of a listing; `marker` if it is a delete marker. */
type Listed = Target & { marker: boolean }

/** A version that was not deleted, and why. */
export type NotDeleted = Target & { reason: Failure }

/** The version after which the next page starts, with the cursor of the listing. */
const LastVersion = v.object({
  cursor: v.string(),
  key: v.string(),
  version: v.string(),
  /** Whether it is a delete marker that is deleted at the end of its key, unless a version of the key remains. */
  isPending: v.boolean(),
})

/** `page` is a digest of the previous page. */
const Position = v.object({ last: v.optional(LastVersion), page: v.optional(v.string()) })
type Position = v.InferOutput<typeof Position>

const writePosition = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

type VersionRemoval = Parameters<ObjectsBackend['removeVersions']>[1]

/** Whether the versions of a key are to be deleted. */
export const isInScope = ({ prefix, of }: VersionRemoval, key: string) =>
  of === 'key' ? key === prefix : key.startsWith(prefix)

/** Decodes the cursor of the previous page. Throws `Failure` 400 for an invalid cursor. */
export const readPosition = (removal: VersionRemoval): Position | undefined => {
  if (removal.cursor === undefined) return undefined
  try {
    const position = v.parse(Position, JSON.parse(Buffer.from(removal.cursor, 'base64url').toString()))
    if (!position.last || isInScope(removal, position.last.key)) return position
  } catch {
    // reported below
  }
  throw new Failure(400, messages.cursorInvalid)
}

/** A page of a listing. `digest`, if the listing cannot be trusted, changes with the page. */
type Page<T extends Listed> = {
  listed: readonly T[]
  partial: boolean
  limit: number
  from: Position | undefined
  digest?: string
}

const idOf = ({ key, version }: Target) => JSON.stringify([key, version])

/**
 * Deletes the versions of a page. The newest delete marker of a key is deleted after the versions of the key, on a
 * later page if necessary, and only if none of them remains: otherwise, the object would reappear. Until then, the next
 * pages start at the marker, because many servers list nothing, or too much, after a version that was deleted. So at
 * most one marker is pending.
 */
export const removePage = async <T extends Listed>(
  { listed, partial, limit, from, digest }: Page<T>,
  remove: (targets: readonly Target[]) => Promise<readonly NotDeleted[]>,
  cursorAfter: (version: T) => string,
): ReturnType<ObjectsBackend['removeVersions']> => {
  if (digest !== undefined && digest === from?.page) throw new Failure(502, messages.sameVersionsListed)
  const previous = from?.last
  const notDeleted: NotDeleted[] = []
  let deleted = 0
  const removeAll = async (targets: readonly Target[]) => {
    const failed = targets.length > 0 ? await remove(targets) : []
    notDeleted.push(...failed)
    deleted += targets.length - failed.length
  }
  const pending = previous?.isPending ? previous : undefined
  const markedKeys = new Set(pending && [pending.key])
  const newestMarkers = listed.filter(({ key, marker }) => marker && !markedKeys.has(key) && markedKeys.add(key))
  const isNewestMarker = new Set<Target>(newestMarkers)
  await removeAll(listed.filter((version) => !isNewestMarker.has(version)))

  const continuingKey = partial ? listed.at(-1)?.key : undefined
  const keysWithVersions = new Set(notDeleted.map(({ key }) => key))
  if (previous && !pending) keysWithVersions.add(previous.key)
  const stays = ({ key }: Target) => key === continuingKey || keysWithVersions.has(key)
  await removeAll(newestMarkers.filter((marker) => !stays(marker)))

  const remaining = new Set([...notDeleted, ...newestMarkers.filter(stays)].map(idOf))
  const last = listed.findLast((version) => remaining.has(idOf(version)))
  const isDue = pending && !keysWithVersions.has(pending.key) && (last !== undefined || !partial)
  // a full page without remaining versions leaves it to the next page, so that at most `limit` versions are deleted
  const isPostponed = isDue && !last && listed.length >= limit
  if (isDue && !isPostponed) await removeAll([pending])

  const [first] = notDeleted
  if (!from && deleted === 0 && first?.reason.status === 403) throw first.reason
  const next = last && {
    cursor: cursorAfter(last),
    key: last.key,
    version: last.version ?? '',
    isPending: isNewestMarker.has(last) && last.key === continuingKey && !keysWithVersions.has(last.key),
  }
  const more = partial || isPostponed === true
  return {
    deleted,
    notDeleted: notDeleted.map(({ key, version = 'null', reason }) => ({
      path: key,
      version_id: version,
      message: reason.message,
    })),
    partial: more,
    ...(more && { cursor: writePosition({ last: next ?? previous, page: digest }) }),
  }
}
