import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../../core/protocol/failure.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import { type Checksums, createChecksummer } from './checksums.ts'
import { type Content, withChecksums } from './content.ts'
import { toFailure } from './fs-errors.ts'
import { writeInto } from './file-writer.ts'
import type { Folder } from './folder.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { partsBeingUploaded, partsBeingJoined, tryAgainInMoment } from '../messages.ts'

/** Files of multipart uploads: each part is written at its offset. Errors are `Failure`, as for blobs. */
export type PartFiles = {
  /** Path of the file of this name, whether or not it exists. */
  path(name: string): string
  /**
   * Runs work with exclusive access to the part at an offset: two concurrent uploads of a part would mix their bytes.
   */
  exclusively<Result>(name: string, offset: number, work: () => Promise<Result>): Promise<Result>
  /**
   * Writes a part at an offset; the caller must have exclusive access. Durable when resolved; once rejected, nothing
   * more is written.
   */
  write(name: string, offset: number, content: Content): Promise<Checksums>
  /**
   * Passes the complete file to `work`, without concurrent writes, and then removes it. Throws 409 while parts are
   * still arriving.
   */
  join<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Size of the file in bytes; 0 if it does not exist. */
  size(name: string): Promise<number>
  remove(name: string): Promise<void>
  all(): Promise<string[]>
}

/** Write size of a part, in bytes. */
const WRITE_SIZE = 512 * 1024

/** Multipart files, in their own folder, which is created on first use. */
export const createPartFiles = (folder: Folder): PartFiles => {
  const within = join(folder.path, 'parts')
  const path = (name: string) => join(within, name)
  const writing = new Map<string, number>()
  const joining = new Set<string>()
  const conflict = (message: string) => new Failure(409, message, { detail: tryAgainInMoment })

  const ensureFile = async (name: string) => {
    await mkdir(within, { recursive: true, mode: 0o700 })
    await (await open(path(name), 'a', 0o600)).close()
    await syncFolder(within)
    await syncFolder(folder.path)
  }

  const remove = (name: string) => unlink(path(name)).catch(() => undefined)

  const inTurn = createKeyedMutex()

  return {
    path,
    exclusively: (name, offset, work) => inTurn(`${name}/${offset}`, work),
    write: async (name, offset, content) => {
      if (joining.has(name)) throw conflict(partsBeingJoined)
      const sums = createChecksummer()
      writing.set(name, (writing.get(name) ?? 0) + 1)
      try {
        if ((await stat(path(name)).catch(() => undefined)) === undefined) await ensureFile(name)
        const stream = writeInto(await open(path(name), 'r+'), offset, () => WRITE_SIZE)
        const closed = new Promise((resolve) => stream.once('close', resolve))
        await pipeline(withChecksums(content, sums), stream, { signal: content.signal }).finally(() => closed)
      } catch (error) {
        throw await toFailure(error, folder.path)
      } finally {
        const left = (writing.get(name) ?? 1) - 1
        if (left > 0) writing.set(name, left)
        else writing.delete(name)
      }
      return sums.done()
    },
    join: async (name, work) => {
      if (writing.has(name) || joining.has(name)) throw conflict(partsBeingUploaded)
      joining.add(name)
      try {
        const result = await work()
        await remove(name)
        return result
      } finally {
        joining.delete(name)
      }
    },
    size: async (name) => (await stat(path(name)).catch(() => ({ size: 0 }))).size,
    remove,
    all: () => readdir(within).catch(() => []),
  }
}
