import { randomBytes } from 'node:crypto'
import { stat, statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Folder } from './folder.ts'

/** What is kept back, in bytes; on a small disk less. */
const SIZE = 4 * 1024 * 1024

/** No more than this part of a disk is kept back. */
const PART = 16

/** Room on the disk that is kept for signing in and for removing, so that a full disk can be emptied. */
export type Reserve = {
  /** Gives the room back to the disk; false where there is none left. */
  release(): Promise<boolean>
  /** Takes it again where there is enough room. */
  fill(): Promise<void>
}

/** The reserve of a data folder: a file of noise, since some file systems keep anything else without using room. */
export const createReserve = (folder: Folder): Reserve => {
  const file = join(folder.path, '.reserve')
  let [isFull, filling] = [false, undefined as Promise<void> | undefined]

  const fill = async () => {
    const { size: kept } = await stat(file).catch(() => ({ size: 0 }))
    const { bavail, blocks, bsize } = await statfs(folder.path)
    const size = Math.min(SIZE, Math.floor(blocks / PART) * bsize)
    if (kept < size && bavail * bsize < 2 * size) return
    if (kept < size) await writeFile(file, randomBytes(size), { mode: 0o600, flush: true })
    isFull = true
  }

  return {
    release: async () => {
      await filling
      isFull = false
      return unlink(file).then(
        () => true,
        () => false,
      )
    },
    fill: async () => {
      if (isFull) return
      filling ??= fill()
        .catch(() => unlink(file).catch(() => undefined))
        .finally(() => (filling = undefined))
      await filling
    },
  }
}

/** For a folder that is only read. */
export const noReserve: Reserve = { release: async () => false, fill: async () => undefined }
