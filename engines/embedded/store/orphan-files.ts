import { chown, mkdir, opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { blobFile, type Folder } from './folder.ts'
import { syncFolder } from '../../lib/sync-folder.ts'

/** Most orphaned files that a crash can explain: each is an upload whose index entry was not yet written. */
export const MAX_ORPHANS = 256

const DAY = 24 * 60 * 60 * 1000

/** Minimum age in ms before a lost file is deleted. */
const RETENTION = 7 * DAY

/** Names of all unreferenced blobs; ignores other files. `undefined` if it was aborted. */
export const findOrphans = async (
  folder: Folder,
  isKnown: (name: string) => boolean,
  signal?: AbortSignal,
): Promise<string[] | undefined> => {
  const orphans: string[] = []
  for (const subfolder of await readdir(folder.blobs)) {
    if (signal?.aborted) return undefined
    if (!/^[0-9a-f]{2}$/.test(subfolder)) continue
    for await (const entry of await opendir(join(folder.blobs, subfolder))) {
      if (/^[0-9a-f]{30}$/.test(entry.name) && !isKnown(subfolder + entry.name)) orphans.push(subfolder + entry.name)
    }
    await pause(1)
  }
  return orphans
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Gives folders that root creates to the owner of the data folder, so that the console can delete them. */
const createForOwner = async (folder: Folder, path: string) => {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined || process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder.path)
  for (const created of new Set([first, path])) await chown(created, uid, gid)
}

/** Moves blobs to today's folder below `lost`. */
export const moveToLost = async (folder: Folder, names: readonly string[], now = Date.now()): Promise<void> => {
  if (names.length === 0) return
  const day = join(folder.lost, dayOf(now))
  await createForOwner(folder, day)
  for (const name of names) await rename(blobFile(folder, name), join(day, name))
  await syncFolder(day)
}

/** Deletes files that were moved to `lost` more than a week ago. */
export const deleteLost = async (folder: Folder, now = Date.now()): Promise<void> => {
  const days = await readdir(folder.lost).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const day of days) {
    if (Date.parse(day) < now - RETENTION - DAY) await rm(join(folder.lost, day), { recursive: true, force: true })
  }
}

/** Deletes files of uploads that never finished. */
export const clearTemporary = async (folder: Folder, isArriving: (name: string) => boolean): Promise<void> => {
  for (const name of await readdir(folder.temporary)) {
    if (isArriving(name)) continue
    const path = join(folder.temporary, name)
    await unlink(path).catch(() => rm(path, { recursive: true, force: true }))
  }
}
