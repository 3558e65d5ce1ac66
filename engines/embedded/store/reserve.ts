import { randomBytes } from 'node:crypto'
import { stat, statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Folder } from './folder.ts'

/** Reserved bytes; less on a small disk. */
const SIZE = 4 * 1024 * 1024

/** At most one part in this many of the disk is reserved. */
const FRACTION = 16

/** Disk space reserved for signing in and deleting, so that a full disk can be emptied. */
export type Reserve = {
  /** Frees the space; `false` if it was already freed. */
  release(): Promise<boolean>
  /** Allocates the space again if there is enough. */
  fill(): Promise<void>
}

/** The reserve of a data folder: a file of random bytes, since some file systems compress anything else. */
export const createReserve = (folder: Folder): Reserve => {
  const file = join(folder.path, '.reserve')
  let [isFull, filling] = [false, undefined as Promise<void> | undefined]

  const fill = async () => {
    const { size: reserved } = await stat(file).catch(() => ({ size: 0 }))
    const { bavail, blocks, bsize } = await statfs(folder.path)
    const size = Math.min(SIZE, Math.floor(blocks / FRACTION) * bsize)
    if (reserved < size && bavail * bsize < 2 * size) return
    if (reserved < size) await writeFile(file, randomBytes(size), { mode: 0o600, flush: true })
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

/** For a read-only folder. */
export const noReserve: Reserve = { release: async () => false, fill: async () => undefined }
