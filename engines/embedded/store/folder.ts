import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../../lib/create-folder.ts'
import { StartError } from '../../start-error.ts'
import { FORMAT, readFormat, writeFormat } from './format.ts'
import { checkPages } from './index-pages.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import {
  notDataFolder,
  dataFolderUnusable,
  folderIsFile,
  folderNotPermitted,
  folderReadOnly,
  diskQuotaReached,
  dataFileMissing,
  indexDamaged,
  folderHasForeignFiles,
} from '../messages.ts'

export type Folder = { path: string; index: string; blobs: string; temporary: string; lost: string }

/** Path of a blob: in one of 256 folders by the first byte of its name. */
export const blobFile = ({ blobs }: Folder, name: string): string => join(blobs, name.slice(0, 2), name.slice(2))

/** Paths within a data folder. */
export const folderAt = (path: string): Folder => ({
  path,
  index: join(path, 'index'),
  blobs: join(path, 'blobs'),
  temporary: join(path, 'temporary'),
  lost: join(path, 'lost'),
})

const isDataFile = (name: string) =>
  name.startsWith('.') ||
  ['lost+found', 'plugins'].includes(name) ||
  /^(format\.json|console\.format\.json|session\.key|encryption\.key)/.test(name)

/** Throws `StartError` if a folder without a format contains files of something else. */
const assertUnused = async (path: string) => {
  const foreignFiles = (await readdir(path)).filter((name) => !isDataFile(name))
  if (foreignFiles.length > 0) {
    throw new StartError(folderHasForeignFiles(path, foreignFiles[0]))
  }
}

const createParts = async (path: string): Promise<Folder> => {
  createFolder(path)
  if (!(await readFormat(path))) {
    await assertUnused(path)
    await writeFormat(path, { version: FORMAT })
  }
  const folder = folderAt(path)
  for (const part of [folder.index, folder.blobs, folder.temporary]) await mkdir(part, { recursive: true, mode: 0o700 })
  await syncFolder(path)
  return folder
}

export const indexFile = (folder: Folder): string => join(folder.index, 'data.mdb')

export const damagedIndex = (folder: Folder, problem: string) =>
  new StartError(indexDamaged(indexFile(folder), problem))

/** Time limit for checking index pages at startup, in ms; "stowage check" checks all. */
const CHECK_TIME = 1000

const hasBlobs = async ({ blobs }: Folder) => {
  for (const subfolder of await readdir(blobs)) if ((await readdir(join(blobs, subfolder))).length > 0) return true
  return false
}

/**
 * Throws `StartError` for an index that would crash LMDB, and for a missing index with objects present: with a new
 * index they would be treated as orphans.
 */
export const assertIndex = async (folder: Folder): Promise<void> => {
  const file = indexFile(folder)
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size === 0 && (await hasBlobs(folder))) throw new StartError(dataFileMissing(folder.path, file))
  const problem = size > 0 && checkPages(file, CHECK_TIME).problem
  if (problem) throw damagedIndex(folder, problem)
}

/** Reasons for which a folder cannot be used, by the code of a system error. */
export const reasons: Readonly<Record<string, string>> = {
  EACCES: folderNotPermitted,
  EPERM: folderNotPermitted,
  EROFS: folderReadOnly,
  ENOSPC: 'its disk is full',
  EDQUOT: diskQuotaReached,
  ENOTDIR: folderIsFile,
  EEXIST: 'it is a file',
}

/** Opens or creates a data folder. Throws `StartError` for other content, a later format, or a failing disk. */
export const openFolder = async (path: string): Promise<Folder> => {
  try {
    return await createParts(path)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new StartError(dataFolderUnusable(path, reasons[code] ?? message))
  }
}

/** Opens an existing data folder. Throws `StartError` for any other. */
export const openExistingFolder = async (path: string): Promise<Folder> => {
  if (!(await readFormat(path))) throw new StartError(notDataFolder(path))
  return openFolder(path)
}
