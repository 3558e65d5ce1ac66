import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { damaged, isDamage, type OpenBlob, type Pace, readChecked } from './blob-reader.ts'
import { type Checksums, PIECE, sumUp } from './checksums.ts'
import { type Content, summed } from './content.ts'
import { faultOf } from './faults.ts'
import { writeInto } from './file-writer.ts'
import { blobFile, type Folder, syncFolder } from './folder.ts'
import { createPartFiles, type PartFiles } from './part-files.ts'
import type { Log } from '../../engine.ts'

/** How much of a file is held at once, in bytes, per transfer; whole pieces of what has a checksum. */
const CHUNK = PIECE

/** What a transfer may hold while there are few, in bytes: seldom and much is what makes a single one fast. */
const LARGE_CHUNK = 2 * PIECE

/** What an upload may hold while there are many, in bytes: as much as comes at once. */
const SMALL_CHUNK = PIECE / 4

/** So many at once are few, and more than so many are many. */
const [FEW, MANY] = [4, 8]

/** Files removed side by side. */
const ABREAST = 32

/** The files with the objects' contents. Errors are `Failure`: 507 for a full disk, 503 for a folder that is gone. */
export type Blobs = {
  /** Writes a file, lets `keep` enter its name in the index, and takes the file away again where that fails. */
  store<Result>(content: Content, keep: (name: string, sums: Checksums) => Promise<Result>): Promise<Result>
  /** The same with a file that lies elsewhere in the folder, and stays there. */
  adopt<Result>(path: string, keep: (name: string) => Promise<Result>): Promise<Result | undefined>
  /** Files that come in parts. */
  parts: PartFiles
  /**
   * Gives a file a second name, under which it stays when the first one goes, lets `keep` enter that in the index, and
   * takes it away again where that fails. Nothing where there is no such file.
   */
  copy<Result>(
    from: string,
    keep: (name: string, sums: Checksums | undefined) => Promise<Result>,
  ): Promise<Result | undefined>
  /**
   * The bytes from `start` to `end`, both included; nothing where there is no such file. What is not what was stored is
   * told in the log and never given: 503 where it begins with that, or the stream ends with the error.
   */
  read(name: string, size: number, span: { start: number; end: number }): Promise<Readable | undefined>
  /** Removes files that no version has any more; what cannot be removed now the next start tries again. */
  remove(names: readonly string[]): Promise<void>
  /** Keeps every file where it is until what this gives is called. */
  hold(): () => Promise<void>
  /** Whether a file is just being stored, and is no version's yet. */
  isArriving(name: string): boolean
  /** Whether something is being stored, or has still to be removed. */
  isBusy(): boolean
}

/** What the index says of blobs. */
export type BlobRows = {
  has(name: string): boolean
  /** `undefined` for a blob that was stored without. */
  sumsOf(name: string): Checksums | undefined
  /** These files are gone for good. */
  forget(names: readonly string[]): void
}

/** What file systems say that cannot give a file another name, or not one more. */
const unlinkable = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV']

/** A second name where the file system has such, since what is stored never changes; else a file of its own. */
const double = async (from: string, to: string) => {
  try {
    await link(from, to)
  } catch (error) {
    if (!unlinkable.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const handle = await open(to, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

const roomFor = (uploads: number) => (uploads > MANY ? SMALL_CHUNK : uploads > FEW ? CHUNK : LARGE_CHUNK)

const paceOf = (downloads: number): Pace => ({
  portion: downloads >= FEW ? CHUNK : LARGE_CHUNK,
  memories: downloads >= MANY ? 1 : 2,
})

const discard = (path: string) => unlink(path).catch(() => undefined)

/** The blobs of an opened data folder. */
export const createBlobs = (folder: Folder, rows: BlobRows, log: Log): Blobs => {
  // 256 folders by the first byte of the names, so that none grows too large
  const made = new Map<string, Promise<void>>()
  const file = (name: string) => blobFile(folder, name)
  const arriving = new Set<string>()
  const holds = new Set<symbol>()
  const waiting: string[] = []
  let reading = 0

  const removeOne = async (name: string) => {
    try {
      await unlink(file(name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return
    }
    rows.forget([name])
  }

  const remove = async (names: readonly string[]) => {
    if (holds.size > 0) waiting.push(...names)
    else
      for (let at = 0; at < names.length; at += ABREAST) await Promise.all(names.slice(at, at + ABREAST).map(removeOne))
  }

  const makeFan = async (path: string) => {
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    await syncFolder(folder.blobs)
  }

  /** Once for each; whoever comes while it is being made waits until it would outlast a power failure. */
  const assertFan = async (path: string) => {
    const making = made.get(path) ?? makeFan(path)
    made.set(path, making)
    await making.catch((error: unknown) => {
      made.delete(path)
      throw error
    })
  }

  const put = async (name: string, content: Content): Promise<Checksums> => {
    const temporary = join(folder.temporary, name)
    const fan = dirname(file(name))
    const sums = sumUp()
    try {
      const stream = writeInto(await open(temporary, 'wx', 0o600), 0, () => roomFor(arriving.size))
      await pipeline(summed(content, sums), stream, { signal: content.signal })
      await assertFan(fan)
      await rename(temporary, file(name))
    } catch (error) {
      await discard(temporary)
      throw error
    }
    await syncFolder(fan)
    return sums.done()
  }

  const enter = async <Result>(work: (name: string) => Promise<Result>) => {
    const name = randomBytes(16).toString('hex')
    arriving.add(name)
    try {
      return await work(name)
    } catch (error) {
      if (!rows.has(name)) await discard(file(name))
      throw await faultOf(error, folder.path)
    } finally {
      arriving.delete(name)
    }
  }

  /** Gives a file a name among the blobs as well; false where there is no such file. */
  const place = async (from: string, name: string) => {
    const fan = dirname(file(name))
    await assertFan(fan)
    try {
      await double(from, file(name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
    await syncFolder(fan)
    return true
  }

  const tell = (name: string) => (error: unknown) => {
    if (isDamage(error))
      log.error({ file: file(name), reason: error.detail }, `${error.message}; "stowage check" finds all that are`)
  }

  const openBlob = async (name: string, size: number): Promise<OpenBlob | undefined> => {
    // before the file, so that one that is removed meanwhile is read with them
    const sums = rows.sumsOf(name)
    let handle: FileHandle
    try {
      handle = await open(file(name), 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw await faultOf(error, folder.path)
    }
    const { size: found } = await handle.stat()
    if (found === size) return { handle, size, sums }
    await handle.close()
    throw damaged(`its file has ${found} bytes in place of ${size}`)
  }

  return {
    store: (content, keep) => enter(async (name) => keep(name, await put(name, content))),
    adopt: (path, keep) => enter(async (name) => ((await place(path, name)) ? keep(name) : undefined)),
    parts: createPartFiles(folder),

    copy: (from, keep) =>
      enter(async (name) => {
        const sums = rows.sumsOf(from)
        return (await place(file(from), name)) ? keep(name, sums) : undefined
      }),

    read: async (name, size, { start, end }) => {
      const pace = paceOf(reading)
      const done = () => (reading -= 1)
      reading += 1
      try {
        const blob = await openBlob(name, size)
        const body = blob && (await readChecked(blob, { start, end: end + 1 }, pace))
        if (!body) done()
        return body?.once('error', tell(name)).once('close', done)
      } catch (error) {
        done()
        tell(name)(error)
        throw await faultOf(error, folder.path)
      }
    },

    remove,
    hold: () => {
      const held = Symbol('hold')
      holds.add(held)
      return async () => {
        holds.delete(held)
        if (holds.size === 0) await remove(waiting.splice(0))
      }
    },
    isArriving: (name) => arriving.has(name),
    isBusy: () => arriving.size > 0 || waiting.length > 0,
  }
}
