import { constants, existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import pMap from 'p-map'
import { createFolder } from '../lib/create-folder.ts'
import { StartError } from '../start-error.ts'
import { BACKUP_REQUEST, type BackupResponse, snapshotIndex } from './store/backups.ts'
import { openIndex } from './store/database.ts'
import { KEY_CHECK } from './store/encryption-key.ts'
import { blobFile, type Folder, folderAt, indexFile, openExistingFolder, reasons } from './store/folder.ts'
import { FORMAT, readFormat, writeFormat } from './store/format.ts'
import { firstLine, connectToOwner } from '../lib/data-folder-lock.ts'
import { noReserve } from './store/reserve.ts'
import { openStore } from './store/store.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import {
  extrasNotCopied,
  fileNotCopied,
  backupFolderNotEmpty,
  backupInsideDataFolder,
  backupNotWritten,
  storageStoppedDuringBackup,
  openStorageCannotBackUp,
} from './messages.ts'

/** Timeout for the running console to copy its index, in ms. */
const INDEX_TIMEOUT = 10 * 60 * 1000

const CONCURRENT_FILES = 8

/** Files of keys, which are copied only on request. */
const KEYS = ['encryption.key', 'secrets.key']

/** Number of object blobs, and the keys that were left out. */
export type Backup = { blobs: number; keysLeftOut: readonly string[] }

/**
 * An index snapshot below `temporary`. Its blobs are pinned until `end()`; `assertPinned` throws if they may no longer
 * be.
 */
type Snapshot = { name: string; assertPinned(): void; end(): Promise<void> }

const snapshotRunning = async (folder: Folder): Promise<Snapshot | undefined> => {
  const owner = await connectToOwner(folder.path)
  if (!owner) return undefined
  const { socket } = owner
  socket.write(`${BACKUP_REQUEST}\n`)
  const line = await firstLine(socket, INDEX_TIMEOUT)
  const response = line ? (JSON.parse(line) as BackupResponse) : { error: 'it does not respond' }
  if ('error' in response) {
    socket.destroy()
    throw new StartError(openStorageCannotBackUp(folder.path, response.error))
  }
  // the end of a socket is only noticed while it is read
  socket.resume()
  return {
    name: response.index,
    assertPinned: () => {
      if (socket.destroyed || socket.readableEnded) throw new StartError(storageStoppedDuringBackup(folder.path))
    },
    end: async () => void socket.destroy(),
  }
}

const snapshotStopped = async (folder: Folder): Promise<Snapshot> => {
  const store = await openStore(folder.path, { lockTimeout: 0 })
  try {
    const snapshot = await snapshotIndex(folder, store)
    const end = async () => {
      await snapshot.end()
      await store.close()
    }
    return { name: snapshot.name, assertPinned: () => undefined, end }
  } catch (error) {
    await store.close()
    throw error
  }
}

const copyAndSync = async (from: string, to: string) => {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const handle = await open(to, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Hard links on the same disk, since blobs are immutable; copies otherwise. */
const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EEXIST') throw error
    return copyAndSync(from, to)
  })

/** A path without symbolic links; its last parts may not exist yet. */
const realPathOf = (path: string): Promise<string> =>
  realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || path === dirname(path)) throw error
    return join(await realPathOf(dirname(path)), basename(path))
  })

const prepare = async (source: string, path: string): Promise<Folder> => {
  const target = folderAt(resolve(path))
  const inside = relative(await realPathOf(resolve(source)), await realPathOf(target.path))
  if (!/^\.\.(\/|$)/.test(inside)) throw new StartError(backupInsideDataFolder(path))
  createFolder(target.path, 0o700)
  if ((await readdir(target.path)).length > 0) throw new StartError(backupFolderNotEmpty(path))
  for (const part of [target.index, target.blobs, target.temporary]) await mkdir(part, { mode: 0o700 })
  return target
}

/** Blob names in a copied index, which must not be open elsewhere. */
const blobsOf = async (target: Folder): Promise<string[]> => {
  const index = await openIndex(target, { reserve: noReserve, isOwnerAlive: () => false })
  try {
    return Array.from(index.blobs.getKeys(), (key) => key.toString('hex'))
  } finally {
    await index.close(true)
  }
}

/** Whether an error comes from the disk of the copy and not from a file of the data folder. */
const isFull = ({ code }: NodeJS.ErrnoException) => code === 'ENOSPC' || code === 'EDQUOT'

const copyBlobs = async (source: Folder, target: Folder, names: string[]) => {
  const subfolders = new Set(names.map((name) => dirname(blobFile(target, name))))
  for (const subfolder of subfolders) await mkdir(subfolder, { mode: 0o700 })
  const copy = (name: string) =>
    linkOrCopy(blobFile(source, name), blobFile(target, name)).catch((error: Error) => {
      if (isFull(error)) throw error
      throw new StartError(fileNotCopied(error.message))
    })
  await pMap(names, copy, { concurrency: CONCURRENT_FILES })
  for (const subfolder of subfolders) await syncFolder(subfolder)
  await syncFolder(target.blobs)
}

const copyFolder = async (from: string, to: string) => {
  await mkdir(to, { mode: 0o755 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target)
    else if (entry.isFile()) await copyAndSync(source, target)
  }
  await syncFolder(to)
}

/**
 * Copies added plugins, the history of the charts, and the file that identifies the key. The first two may change
 * meanwhile: a plugin that differs from its digests is off, and readings of the history have checksums.
 */
const copyExtras = async (source: string, target: string) => {
  const plugins = join(source, 'plugins')
  try {
    if (existsSync(plugins)) await copyFolder(plugins, join(target, 'plugins'))
    for (const name of ['history', KEY_CHECK])
      if (existsSync(join(source, name))) await copyAndSync(join(source, name), join(target, name))
  } catch (error) {
    if (isFull(error as Error)) throw error
    throw new StartError(extrasNotCopied((error as Error).message))
  }
}

const copyTo = async (folder: Folder, path: string, { withKey }: { withKey: boolean }): Promise<Backup> => {
  const target = await prepare(folder.path, path)
  const snapshot = (await snapshotRunning(folder)) ?? (await snapshotStopped(folder))
  try {
    await copyAndSync(indexFile({ ...folder, index: join(folder.temporary, snapshot.name) }), indexFile(target))
    const names = await blobsOf(target)
    await copyBlobs(folder, target, names)
    await copyExtras(folder.path, target.path)
    const keys = KEYS.filter((key) => existsSync(join(folder.path, key)))
    if (withKey) for (const key of keys) await copyAndSync(join(folder.path, key), join(target.path, key))
    snapshot.assertPinned()
    await writeFormat(target.path, (await readFormat(folder.path)) ?? { version: FORMAT })
    return { blobs: names.length, keysLeftOut: withKey ? [] : keys }
  } finally {
    await snapshot.end()
  }
}

/**
 * Creates a copy of a data folder at `path` with everything acknowledged before the call, whether the console is
 * running or stopped. It becomes a valid data folder only once complete. Throws `StartError`.
 */
export const backUp = async (source: string, path: string, options: { withKey: boolean }): Promise<Backup> => {
  const folder = await openExistingFolder(source)
  try {
    return await copyTo(folder, path, options)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new StartError(backupNotWritten(path, reasons[code] ?? message))
  }
}
