import { call } from 'stowage/web'
import { Failure } from 'stowage'
import type { Versioning } from 'stowage/plugins/buckets'
import { type Item, objects } from '../contract.ts'
import { newestOf } from '../newest-of.ts'
import * as messages from '../messages.ts'

/**
 * Whether deleted objects in a bucket can be restored; `unknown` if the account may not read the versioning, or it
 * depends on the key.
 */
export type Restorability = 'all' | 'none' | 'unknown'

/** Derives it from the versioning. With versioning suspended, a delete marker replaces the newest version. */
export const restorabilityOf = (versioning: Versioning | undefined): Restorability => {
  if (!versioning) return 'unknown'
  if (versioning.status !== 'Enabled') return 'none'
  return versioning.excludedPrefixes.length > 0 || versioning.excludeFolders ? 'unknown' : 'all'
}

/** Sentence for the delete confirmation. */
export const undoOf = (restorable: Restorability) =>
  restorable === 'all' ? messages.restorableLater : restorable === 'none' ? 'never' : messages.undoneOnlyWithVersioning

/** Most consecutive delete markers; no program creates that many. */
const MAX_MARKERS = 100

/** Restores a deleted object by removing the delete markers after its last version. */
export const restore = async (bucket: string, path: string) => {
  for (let tries = 0; tries < MAX_MARKERS; tries += 1) {
    const newest = await newestOf(bucket, path, { with_versions: 'true' })
    if (!newest) throw new Failure(404, messages.noVersionLeft)
    if (!newest.is_delete_marker) return
    await call(objects.remove, { params: { bucket }, query: { path, version_id: newest.version_id } })
  }
}

/** Permanently deletes all versions of a key. Throws `Failure` 409 if some remain. */
export const purge = async (bucket: string, path: string) => {
  let remaining = 0
  let detail: string | undefined
  let cursor: string | undefined
  for (let more = true; more; ) {
    const page = await call(objects.removeVersions, {
      params: { bucket },
      query: { prefix: path, exact: 'true', cursor },
    })
    remaining += page.notDeleted.length
    detail ??= page.notDeleted[0]?.message
    ;({ cursor, partial: more } = page)
    if (!more && remaining > 0) throw new Failure(409, messages.versionsLockedOrHidden(remaining), { detail })
  }
}

/** Pages read for a count, which is then displayed as "more than". */
const MAX_PAGES = 10

/** Visits the first pages of everything below a prefix; `visit` gets each page and whether more follow. */
export const visitPages = async (
  { bucket, prefix, versions }: { bucket: string; prefix: string; versions: boolean },
  visit: (items: readonly Item[], more: boolean) => void,
  signal: AbortSignal,
) => {
  let cursor: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = { prefix, recursive: 'true', limit: '1000', cursor, ...(versions && { with_versions: 'true' }) }
    const page = await call(objects.list, { params: { bucket }, query })
    if (signal.aborted) return
    cursor = page.cursor
    visit(page.objects, cursor !== undefined)
    if (!cursor) return
  }
}
