import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import * as v from 'valibot'
import { StartError } from '../engines/start-error.ts'
import {
  pluginLockUnreadable,
  pluginFileChanged,
  pluginFileNew,
  pluginFileGone,
  pluginTooLarge,
  pluginHasTooManyFiles,
  notFileOrFolder,
} from './messages.ts'

/** File next to the added plugins with the digest of each of their files. */
export const lockName = 'plugins.lock'

const Locked = v.object({
  version: v.string(),
  /** SHA-256 of each file, in base64, by its path with slashes. */
  files: v.record(v.string(), v.string()),
})
export type Locked = v.InferOutput<typeof Locked>

const Lock = v.record(v.string(), Locked)
export type Lock = v.InferOutput<typeof Lock>

/** Limits of one plugin: its files, and their size in bytes. */
export const limits = { files: 2000, bytes: 64 * 1024 * 1024 }

/** Paths of all files below a folder, with slashes. Throws for links and whatever else is neither file nor folder. */
export const filesBelow = async (folder: string): Promise<string[]> => {
  const files: string[] = []
  let bytes = 0
  const visit = async (at: string) => {
    for (const name of await readdir(at)) {
      const path = join(at, name)
      const stat = await lstat(path)
      const relativePath = relative(folder, path).split(sep).join('/')
      if (stat.isDirectory()) await visit(path)
      else if (!stat.isFile()) throw new Error(notFileOrFolder(relativePath))
      else {
        files.push(relativePath)
        bytes += stat.size
      }
      if (files.length > limits.files) throw new Error(pluginHasTooManyFiles(limits.files))
      if (bytes > limits.bytes) throw new Error(pluginTooLarge(limits.bytes / 1024 / 1024))
    }
  }
  await visit(folder)
  return files.sort()
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')

/** Digests of all files of a plugin's folder. */
export const digestsOf = async (folder: string): Promise<Record<string, string>> => {
  const digests: Record<string, string> = {}
  for (const path of await filesBelow(folder)) digests[path] = digest(await readFile(join(folder, path)))
  return digests
}

/** Throws an error that names the first file of a plugin that was changed, added or removed since it was locked. */
export const verifyFolder = async (folder: string, { files }: Locked) => {
  const present = await digestsOf(folder)
  for (const path of Object.keys(files)) if (present[path] === undefined) throw new Error(pluginFileGone(path))
  for (const [path, found] of Object.entries(present)) {
    if (files[path] === undefined) throw new Error(pluginFileNew(path))
    if (files[path] !== found) throw new Error(pluginFileChanged(path))
  }
}

/** Reads the lock file of a folder of plugins; empty if there is none. Throws `StartError` if it cannot be read. */
export const readLock = async (folder: string): Promise<Lock> => {
  const path = join(folder, lockName)
  try {
    return v.parse(Lock, JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return {}
    throw new StartError(pluginLockUnreadable(path, (error as Error).message))
  }
}

/** Reads the lock file, or returns the error for each of the folder's plugins. */
export const readLockOrError = (folder: string): Promise<Lock | StartError> =>
  readLock(folder).catch((error: unknown) => {
    if (error instanceof StartError) return error
    throw error
  })

export const writeLock = async (folder: string, lock: Lock) => {
  const path = join(folder, lockName)
  const sorted = Object.fromEntries(Object.entries(lock).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(`${path}.new`, `${JSON.stringify(sorted, null, 2)}\n`)
  await rename(`${path}.new`, path)
}
