import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../../core/failure.ts'
import { createTurns } from '../../abreast.ts'
import { type Checksums, sumUp } from './checksums.ts'
import { type Content, summed } from './content.ts'
import { faultOf } from './faults.ts'
import { writeInto } from './file-writer.ts'
import { type Folder, syncFolder } from './folder.ts'

/** Files that come in parts, each at its place in its file. Errors are `Failure`, as those of blobs. */
export type PartFiles = {
  /** Where the file of this name lies, or would. */
  path(name: string): string
  /**
   * Runs work on the part at a place while nothing else is done with that part. Two senders of one part would write
   * into each other's bytes.
   */
  exclusively<Result>(name: string, place: number, work: () => Promise<Result>): Promise<Result>
  /**
   * Writes a part from a place on, which is to be done exclusively; resolved means that it would outlast a power
   * failure. Once it rejects nothing is written any more.
   */
  write(name: string, place: number, content: Content): Promise<Checksums>
  /**
   * Does something with the whole file, to which nothing is written meanwhile, and removes it; 409 while parts still
   * arrive.
   */
  join<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** The size of the file, in bytes; 0 where there is none. */
  size(name: string): Promise<number>
  remove(name: string): Promise<void>
  /** The names of all files. */
  all(): Promise<string[]>
}

/** So much of a part is written at once, in bytes. */
const PORTION = 512 * 1024

/** The files of uploads in parts, in a folder of their own; it is made with the first. */
export const createPartFiles = (folder: Folder): PartFiles => {
  const within = join(folder.path, 'parts')
  const path = (name: string) => join(within, name)
  const writing = new Map<string, number>()
  const joining = new Set<string>()
  const busy = (message: string) => new Failure(409, message, { detail: 'Try again in a moment.' })

  const assertFile = async (name: string) => {
    await mkdir(within, { recursive: true, mode: 0o700 })
    await (await open(path(name), 'a', 0o600)).close()
    await syncFolder(within)
    await syncFolder(folder.path)
  }

  const remove = (name: string) => unlink(path(name)).catch(() => undefined)

  const inTurn = createTurns()

  return {
    path,
    exclusively: (name, place, work) => inTurn(`${name}/${place}`, work),
    write: async (name, place, content) => {
      if (joining.has(name)) throw busy('The parts of this object are being joined')
      const sums = sumUp()
      writing.set(name, (writing.get(name) ?? 0) + 1)
      try {
        if ((await stat(path(name)).catch(() => undefined)) === undefined) await assertFile(name)
        const stream = writeInto(await open(path(name), 'r+'), place, () => PORTION)
        const closed = new Promise((resolve) => stream.once('close', resolve))
        await pipeline(summed(content, sums), stream, { signal: content.signal }).finally(() => closed)
      } catch (error) {
        throw await faultOf(error, folder.path)
      } finally {
        const left = (writing.get(name) ?? 1) - 1
        if (left > 0) writing.set(name, left)
        else writing.delete(name)
      }
      return sums.done()
    },
    join: async (name, work) => {
      if (writing.has(name) || joining.has(name)) throw busy('Parts of this object still arrive')
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
