import { type ReactNode, useState } from 'react'
import { showToast, showError } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { confirm, runForEach } from 'stowage/ui'
import { type Restorability, purge } from './deleted.ts'
import { noun, pathsOf, type Row } from './items.ts'
import { lastName } from './path.ts'
import { type DeletedKeys, type DeletionTargets, assertNoneFailed, removeAll, withoutProgress } from './removal.ts'
import { Remove } from './remove.tsx'
import { restoreFolders, restoreObjects, undoOfRemoval } from './restoring.ts'
import * as messages from '../messages.ts'

/** Above this number deletion is confirmed even if it can be undone, because Undo takes calls for each object. */
const MAX_UNCONFIRMED = 100

/** Deletes objects that can be restored, and offers Undo; resolves to true once at least one is deleted. */
const removeWithUndo = async (bucket: string, paths: readonly string[]) => {
  const deleted: DeletedKeys = new Map()
  try {
    const { failed } = await removeAll(bucket, { keys: paths, folders: [] }, withoutProgress(), deleted)
    const [only] = deleted.keys()
    const isOne = deleted.size === 1
    if (only !== undefined)
      showToast(
        messages.objectsDeleted(isOne, isOne ? displayName(lastName(only)) : counted(deleted.size, noun)),
        undoOfRemoval(bucket, [], deleted),
      )
    assertNoneFailed(failed, 'deleted')
    return true
  } catch (failure) {
    showError(failure)
    return paths.length > 1
  }
}

/** Confirms, then deletes all versions of some keys; resolves to true once all are deleted. */
const purgeAll = (bucket: string, rows: readonly Row[]) => {
  const [first] = rows
  const one = rows.length === 1 && first ? lastName(first.path) : ''
  const versions = rows.reduce((sum, row) => sum + (row.versions ?? 0), 0)
  const hasMore = rows.some(({ hasMoreVersions }) => hasMoreVersions)
  return confirm({
    title: 'Delete All Versions',
    body: (
      <>
        This deletes <strong>{one ? displayName(one) : counted(rows.length, noun)}</strong> with{' '}
        {hasMore && 'more than '}
        {counted(versions, { one: 'version', many: 'versions' })} that the bucket keeps.
      </>
    ),
    undo: 'never',
    verb: 'Delete All',
    typed: one && displayName(one) === one ? one : bucket,
    run: () =>
      runForEach({
        noun,
        items: rows,
        nameOf: ({ path }) => path,
        act: ({ path }) => purge(bucket, path),
        done: 'deleted with all versions',
      }),
  })
}

export type Removal = {
  remove: (toDelete: DeletionTargets) => void
  restore: (rows: readonly Row[]) => void
  purge: (rows: readonly Row[]) => void
  /** The open confirmation, if any. */
  dialog: ReactNode
}

/**
 * Deletes, restores and permanently deletes objects. If the bucket keeps versions, deletes without confirmation and
 * offers Undo. `onChanged` is called when some may be deleted, such as before a failure, `onDeleted` when all are.
 */
export const useRemoval = (
  bucket: string,
  restorable: Restorability,
  onChanged: () => void,
  onDeleted = onChanged,
): Removal => {
  const [toDelete, setToDelete] = useState<DeletionTargets>()
  return {
    remove: (next) => {
      if (restorable === 'all' && next.folders.length === 0 && next.keys.length <= MAX_UNCONFIRMED)
        void removeWithUndo(bucket, next.keys).then((anyDeleted) => anyDeleted && onDeleted())
      else setToDelete(next)
    },
    restore: (rows) => {
      const { keys, folders } = pathsOf(rows)
      if (keys.length > 0) void restoreObjects(bucket, keys)
      if (folders.length > 0) void restoreFolders(bucket, folders)
    },
    // some may be deleted before it was canceled
    purge: (rows) => void purgeAll(bucket, rows).then((isDone) => (isDone ? onDeleted : onChanged)()),
    dialog: toDelete && (
      <Remove {...{ bucket, toDelete, restorable, onChanged, onDeleted }} onClose={() => setToDelete(undefined)} />
    ),
  }
}
