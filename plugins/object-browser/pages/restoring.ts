import { useEffect, useRef } from 'react'
import { call, showToast, showError, showProgress } from 'stowage/web'
import { counted, Failure, displayName } from 'stowage'
import { runForEach } from 'stowage/ui'
import { objects } from '../contract.ts'
import { restore } from './deleted.ts'
import { noun } from './items.ts'
import { assertNoneFailed, type DeletedKeys } from './removal.ts'
import * as messages from '../messages.ts'

const PAGE = 1000

const listeners = new Set<() => void>()

/** Calls back when deleted objects were restored, because Undo may be pressed on another page. */
export const useRestored = (reload: () => void) => {
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    const listener = () => latest.current()
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}

const notifyRestored = () => listeners.forEach((listener) => listener())

/** Restores deleted objects one by one. */
export const restoreObjects = (bucket: string, paths: readonly string[]) =>
  runForEach({ noun, items: paths, act: (path) => restore(bucket, path), done: 'restored' })
    .catch(showError)
    .finally(notifyRestored)

type Removals = { path: string; versionID: string }[]

const removeMarkers = async (bucket: string, markers: Removals) => {
  const failed: { path: string; message: string }[] = []
  for (let at = 0; at < markers.length; at += PAGE) {
    const body = markers.slice(at, at + PAGE)
    failed.push(...(await call(objects.removeMany, { params: { bucket }, body })).failed)
  }
  return failed
}

type Restored = { done: number; failed: readonly { path: string; message: string }[] }

/**
 * Restores deleted objects below a prefix by removing the delete markers after each last version. Objects without a
 * version stay deleted. A page's cursor is never a deleted marker, because some servers could not continue from it.
 */
const restoreBelow = async (
  bucket: string,
  prefix: string,
  isSelected: (path: string) => boolean,
  signal: AbortSignal,
): Promise<Restored> => {
  const sum = { done: 0, failed: [] as Restored['failed'][number][] }
  let cursor: string | undefined
  let [path, markers] = ['', [] as Removals | undefined]
  do {
    const query = { prefix, recursive: 'true', with_versions: 'true', limit: String(PAGE), cursor } as const
    const page = await call(objects.list, { params: { bucket }, query })
    const removals: Removals = []
    const keys = new Set<string>()
    for (const { name, version_id: versionID = '', is_delete_marker } of page.objects) {
      if (name !== path) [path, markers] = [name, []]
      if (is_delete_marker) markers?.push({ path: name, versionID })
      else {
        if (markers && markers.length > 0 && isSelected(name)) {
          removals.push(...markers)
          keys.add(name)
        }
        // deleted objects further down have been restored since
        markers = undefined
      }
    }
    const failed = await removeMarkers(bucket, removals)
    for (const one of failed) keys.delete(one.path)
    sum.done += keys.size
    sum.failed.push(...failed)
    cursor = page.cursor
  } while (cursor && !signal.aborted)
  return sum
}

/** Restores deleted objects in some folders, only those that `isSelected` if given, and reports how many. */
export const restoreFolders = async (
  bucket: string,
  folders: readonly string[],
  isSelected: (path: string) => boolean = () => true,
) => {
  const stop = new AbortController()
  const [first = ''] = folders
  const subject =
    folders.length === 1 ? displayName(first) : counted(folders.length, { one: 'folder', many: 'folders' })
  const end = showProgress(`Restoring ${subject}`, 'ok', 'Stop', () => stop.abort())
  try {
    let done = 0
    const failed: Restored['failed'][number][] = []
    for (const folder of folders) {
      if (stop.signal.aborted) break
      const one = await restoreBelow(bucket, folder, isSelected, stop.signal)
      done += one.done
      failed.push(...one.failed)
    }
    if (done > 0) showToast(`${counted(done, noun)} restored`)
    assertNoneFailed(failed, 'restored')
    if (done === 0 && !stop.signal.aborted)
      throw new Failure(409, messages.nothingRestorable(subject), {
        detail: messages.noDeletedObjects,
      })
  } catch (failure) {
    showError(failure)
  } finally {
    end()
    notifyRestored()
  }
}

/** Most deleted objects with Undo, which has to remember their keys. */
const UNDO_LIMIT = 10_000

/** Restores objects by removing their delete markers, so that older and newer deletions of others stay. */
const restoreByMarkers = async (bucket: string, markers: Removals) => {
  try {
    const failed = await removeMarkers(bucket, markers)
    const done = markers.length - failed.length
    const [only] = markers
    if (done > 0)
      showToast(
        only && markers.length === 1
          ? messages.objectRestored(displayName(only.path))
          : `${counted(done, noun)} restored`,
      )
    assertNoneFailed(failed, 'restored')
  } catch (failure) {
    showError(failure)
  } finally {
    notifyRestored()
  }
}

/** Undo of a deletion: restores what it deleted, and nothing that was deleted before or since. */
export const undoOfRemoval = (bucket: string, folders: readonly string[], keys: DeletedKeys) => {
  // nothing to undo where it added no marker
  const deleted = [...keys].filter(([, versionID]) => versionID !== '')
  if (deleted.length === 0 || deleted.length > UNDO_LIMIT) return undefined
  const markers = deleted.flatMap(([path, versionID]) => (versionID ? [{ path, versionID }] : []))
  const others = new Set(deleted.flatMap(([path, versionID]) => (versionID ? [] : [path])))
  const outsideFolders = [...others].filter((path) => !folders.some((folder) => path.startsWith(folder)))
  return {
    label: 'Undo',
    run: () => {
      if (markers.length > 0) void restoreByMarkers(bucket, markers)
      if (outsideFolders.length > 0) void restoreObjects(bucket, outsideFolders)
      if (outsideFolders.length < others.size) void restoreFolders(bucket, folders, (path) => others.has(path))
    },
  }
}
