import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'
import { serveBackups } from './backups.ts'
import { createBlobs, type Blobs } from './blobs.ts'
import { findMiscount, recount } from './counts.ts'
import { damagedIndex, assertIndex, type Folder, openFolder } from './folder.ts'
import { openIndex } from './database.ts'
import { type StoreIndex, withOperations } from './operations.ts'
import { blobKey } from './keys.ts'
import { type FolderLock, lockFolder } from '../../lib/data-folder-lock.ts'
import { type Log, silentLog } from '../../engine.ts'
import { isAlive } from './file-owner.ts'
import { migrateIndex } from './migrate.ts'
import { createReserve } from './reserve.ts'
import { findSealedTexts } from './sealed-texts.ts'
import { clearTemporary, findOrphans, deleteLost, MAX_ORPHANS, moveToLost } from './orphan-files.ts'
import { openVault, type Vault } from './vault.ts'
import { hasBlob } from './versions.ts'
import {
  cleanUpFailed,
  lostFilesNotDeleted,
  orphanedFilesMoved,
  tooManyOrphanedFiles,
  indexIncomplete,
  restoreIndexOrAccept,
} from '../messages.ts'

/** The open data folder: its index, the contents of objects, and its encryption keys. */
export type Store = { index: StoreIndex; blobs: Blobs; vault: Vault }

/** Startup time limits in ms: checking counters, and looking for orphaned files. */
const [COUNT_CHECK_TIMEOUT, ORPHAN_SEARCH_TIMEOUT] = [1000, 5000]

const openLocked = async (
  path: string,
  folder: Folder,
  lock: FolderLock | undefined,
  log: Log,
  mismatch: 'refused' | 'accepted',
) => {
  await assertIndex(folder)
  const reserve = createReserve(folder)
  // an owner record of this process is left from an unclean close, not from another process
  const index = await openIndex(folder, {
    reserve,
    isOwnerAlive: (owner) => isAlive(owner) && !(lock && owner.pid === process.pid),
  })
  try {
    if (mismatch === 'accepted') await recount(index)
    const problem = findMiscount(index, COUNT_CHECK_TIMEOUT)
    if (problem) throw new StartError(indexIncomplete(path, problem, restoreIndexOrAccept))
  } catch (error) {
    await index.close(index.tidy)
    throw error instanceof StartError ? error : damagedIndex(folder, (error as Error).message)
  }
  const tryRead = (read: () => boolean) => {
    try {
      return read()
    } catch {
      // closed in the meantime: the next start checks
      return true
    }
  }
  const has = (name: string) => tryRead(() => hasBlob(index, name))
  const isKnown = (name: string) => has(name) || tryRead(() => index.dropped.doesExist(blobKey(name)))
  const sumsOf = (name: string) => {
    const sums = index.blobs.get(blobKey(name))
    return sums === true ? undefined : sums
  }
  const forget = (names: readonly string[]) => {
    index.forget(names)
    void reserve.fill()
  }
  const blobs = createBlobs(folder, { has, sumsOf, forget }, log)
  return { index, blobs, reserve, isKnown }
}

/**
 * Opens a data folder exclusively, once its previous owner has exited, and cleans up after a crash: orphaned files are
 * moved to `lost`. Throws `StartError`, also if index and files do not belong together, unless that is `accepted`.
 * `migrates` brings a folder of an earlier version to the current format; otherwise it is read as it is.
 */
export const openStore = async (
  path: string,
  {
    log = silentLog,
    lockTimeout,
    mismatch = 'refused',
    migrates = false,
  }: { log?: Log; lockTimeout?: number | undefined; mismatch?: 'refused' | 'accepted'; migrates?: boolean } = {},
): Promise<Store & { close(): Promise<void> }> => {
  const folder = await openFolder(path)
  const lock = await lockFolder(folder.path, { lockTimeout, log })
  const openMigrated = async () => {
    const opened = await openLocked(path, folder, lock, log, mismatch)
    if (!migrates) return opened
    try {
      await migrateIndex(folder, opened.index, log)
      return opened
    } catch (error) {
      await opened.index.close(opened.index.tidy)
      throw error
    }
  }
  const { index, blobs, reserve, isKnown } = await openMigrated().catch(async (error: unknown) => {
    await lock?.release()
    throw error
  })
  const closing = new AbortController()

  const sweep = async () => {
    await blobs.remove(Array.from(index.dropped.getKeys(), (key) => key.toString('hex')))
    await deleteLost(folder).catch((error: unknown) => log.error({ err: error }, lostFilesNotDeleted))
    if (index.tidy && mismatch === 'refused') return true
    await clearTemporary(folder, blobs.isArriving)
    const orphans = await findOrphans(folder, (name) => blobs.isArriving(name) || isKnown(name), closing.signal)
    if (!orphans) return false
    if (orphans.length > MAX_ORPHANS && mismatch === 'refused')
      throw new StartError(tooManyOrphanedFiles(path, orphans.length, restoreIndexOrAccept))
    await moveToLost(folder, orphans)
    if (orphans.length > 0) log.warn({ files: orphans.length, folder: folder.lost }, orphanedFilesMoved)
    return true
  }
  let isOpen = false
  const sweeping = sweep().catch((error: unknown) => {
    if (!isOpen && error instanceof StartError) throw error
    log.error({ err: error }, cleanUpFailed)
    return false
  })
  const close = async () => {
    closing.abort()
    const swept = await sweeping.catch(() => false)
    await index.close(swept && !blobs.isBusy())
    await lock?.release()
  }
  try {
    await (mismatch === 'accepted'
      ? sweeping
      : Promise.race([sweeping, pause(ORPHAN_SEARCH_TIMEOUT, undefined, { ref: false })]))
  } catch (error) {
    await close()
    throw error
  }
  isOpen = true
  void reserve.fill()
  lock?.handleRequests(serveBackups({ folder, index, blobs, log }))
  return { index: withOperations(index), blobs, vault: openVault(folder, () => findSealedTexts(index)), close }
}
