import { call } from 'stowage/web'
import { date, displayName } from 'stowage'
import { objects } from 'stowage/plugins/object-browser'
import * as messages from '../messages.ts'

/** Contents of a bucket: current objects, versions with content, delete markers, and bytes. */
export type BucketContents = { objects: number; versions: number; markers: number; size: number }

/** Whether a bucket contains anything, including deleted objects; `undefined` if the account may not see it. */
export const hasContents = async (bucket: string) => {
  const query = { recursive: 'true', with_versions: 'true', limit: '1' }
  const page = await call(objects.list, { params: { bucket }, query }).catch(() => undefined)
  return page && page.objects.length > 0
}

/** Counts a bucket's contents page by page; resolves to whether it reached the end. */
export const countContents = async (
  bucket: string,
  onCount: (holding: BucketContents) => void,
  signal: AbortSignal,
) => {
  const sum: BucketContents = { objects: 0, versions: 0, markers: 0, size: 0 }
  let cursor: string | undefined
  do {
    const query = { recursive: 'true', with_versions: 'true', limit: '1000', cursor }
    const page = await call(objects.list, { params: { bucket }, query })
    if (signal.aborted) return false
    for (const { size = 0, is_delete_marker, is_latest } of page.objects) {
      sum.size += size
      if (is_delete_marker) sum.markers += 1
      else sum.versions += 1
      if (is_latest && !is_delete_marker) sum.objects += 1
    }
    onCount({ ...sum })
    cursor = page.cursor
  } while (cursor)
  return true
}

/** Progress of emptying a bucket: deleted and retained versions, and the position to resume at. */
export type EmptyingState = {
  deleted: number
  notDeleted: number
  reason?: string | undefined
  /** The first version that was retained. */
  first?: { path: string; version_id: string } | undefined
  cursor?: string | undefined
  state: 'open' | 'ended'
}

/** Initial progress. */
export const notStarted: EmptyingState = { deleted: 0, notDeleted: 0, state: 'open' }

/**
 * Deletes a bucket's contents page by page from the given progress until everything deletable is gone or `signal`
 * aborts.
 */
export const deleteContents = async (
  bucket: string,
  from: EmptyingState,
  onStep: (progress: EmptyingState) => void,
  signal: AbortSignal,
) => {
  let progress = from
  while (progress.state === 'open' && !signal.aborted) {
    const page = await call(objects.removeVersions, { params: { bucket }, query: { cursor: progress.cursor } })
    progress = {
      deleted: progress.deleted + page.deleted,
      notDeleted: progress.notDeleted + page.notDeleted.length,
      reason: progress.reason ?? page.notDeleted[0]?.message,
      first: progress.first ?? page.notDeleted[0],
      cursor: page.cursor,
      state: page.partial ? 'open' : 'ended',
    }
    onStep(progress)
  }
  return progress
}

/** Protection of a version, as a sentence with the end date; `undefined` if the account may not see it. */
export const readLock = async (bucket: string, { path, version_id }: NonNullable<EmptyingState['first']>) => {
  const query = { prefix: path, version_id, encoding: 'plain' as const }
  const item = await call(objects.info, { params: { bucket }, query }).catch(() => undefined)
  const name = displayName(path)
  if (item?.legal_hold_status?.toUpperCase() === 'ON') return messages.isUnderLegalHold(name)
  if (item?.retention_until_date) return messages.isLockedUntil(name, date(item.retention_until_date))
  return undefined
}

/** Deleted share, from 0 to 1; `undefined` if the total is unknown. */
export const fractionDone = ({ versions, markers }: BucketContents, { deleted, notDeleted }: EmptyingState) => {
  const all = versions + markers - notDeleted
  return all > 0 ? Math.min(1, deleted / all) : 1
}
