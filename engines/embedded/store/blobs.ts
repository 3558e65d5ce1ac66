import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { damagedError, isDamagedError, type OpenBlob, type Buffering, readChecked } from './blob-reader.ts'
import { type Checksums, BLOCK_SIZE, createChecksummer } from './checksums.ts'
import { type Content, withChecksums } from './content.ts'
import { toFailure } from './fs-errors.ts'
import { writeInto } from './file-writer.ts'
import { blobFile, type Folder } from './folder.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { createPartFiles, type PartFiles } from './part-files.ts'
import type { Log } from '../../engine.ts'
import { fileSizeWrong, checkFindsDamagedObjects } from '../messages.ts'

/** Buffer per transfer, in bytes; a whole piece, the unit of a checksum. */
const CHUNK = BLOCK_SIZE

/** Buffer per transfer while there are few, in bytes: large, infrequent reads make a single transfer fast. */
const LARGE_CHUNK = 2 * BLOCK_SIZE

/** Buffer per upload while there are many, in bytes: as much as arrives at a time. */
const SMALL_CHUNK = BLOCK_SIZE / 4

/** Thresholds for few and many concurrent transfers. */
const [FEW, MANY] = [4, 8]

const CONCURRENT_REMOVALS = 32

/** Files with the content of objects. Errors are `Failure`: 507 for a full disk, 503 for a missing folder. */
export type Blobs = {
  /** Writes a file and calls `commit` to enter its name in the index; removes the file if that fails. */
  store<Result>(content: Content, commit: (name: string, sums: Checksums) => Promise<Result>): Promise<Result>
  /** As `store`, for an existing file elsewhere in the folder, which also stays in its place. */
  adopt<Result>(path: string, commit: (name: string) => Promise<Result>): Promise<Result | undefined>
  parts: PartFiles
  /**
   * Adds a second name for a file, which survives the removal of the first, and calls `commit` to enter it in the
   * index; removes it if that fails. Returns `undefined` if there is no such file.
   */
  copy<Result>(
    from: string,
    commit: (name: string, sums: Checksums | undefined) => Promise<Result>,
  ): Promise<Result | undefined>
  /**
   * Reads from `start` to `end`, both inclusive; `undefined` if there is no such file. Damaged content is logged and
   * never returned: throws 503 if it is at the start, otherwise the stream ends with the error.
   */
  read(name: string, size: number, span: { start: number; end: number }): Promise<Readable | undefined>
  /** Removes unreferenced files; the next start retries those that cannot be removed. */
  remove(names: readonly string[]): Promise<void>
  /** Pins all files until the returned function is called. */
  pin(): () => Promise<void>
  /** Whether a file is being stored and not yet referenced by a version. */
  isArriving(name: string): boolean
  /** Whether files are being stored or still have to be removed. */
  isBusy(): boolean
}

export type BlobRows = {
  has(name: string): boolean
  /** `undefined` for a blob stored without checksums. */
  sumsOf(name: string): Checksums | undefined
  /** Reports that these files were removed. */
  forget(names: readonly string[]): void
}

/** Error codes of file systems without hard links, or at their limit. */
const linkErrors = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV']

/** Creates a hard link, since blobs are immutable; copies the file if the file system has none. */
const linkOrCopy = async (from: string, to: string) => {
  try {
    await link(from, to)
  } catch (error) {
    if (!linkErrors.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const handle = await open(to, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

const chunkSizeFor = (uploads: number) => (uploads > MANY ? SMALL_CHUNK : uploads > FEW ? CHUNK : LARGE_CHUNK)

const bufferingFor = (downloads: number): Buffering => ({
  portion: downloads >= FEW ? CHUNK : LARGE_CHUNK,
  bufferCount: downloads >= MANY ? 1 : 2,
})

const discard = (path: string) => unlink(path).catch(() => undefined)

export const createBlobs = (folder: Folder, rows: BlobRows, log: Log): Blobs => {
  /** Created subfolders: 256 by the first byte of the name, to keep each of them small. */
  const subfolders = new Map<string, Promise<void>>()
  const file = (name: string) => blobFile(folder, name)
  const arriving = new Set<string>()
  const pins = new Set<symbol>()
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
    if (pins.size > 0) waiting.push(...names)
    else
      for (let at = 0; at < names.length; at += CONCURRENT_REMOVALS)
        await Promise.all(names.slice(at, at + CONCURRENT_REMOVALS).map(removeOne))
  }

  const createSubfolder = async (path: string) => {
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    await syncFolder(folder.blobs)
  }

  /** Creates each subfolder once. Concurrent callers wait until it is durable. */
  const ensureSubfolder = async (path: string) => {
    const making = subfolders.get(path) ?? createSubfolder(path)
    subfolders.set(path, making)
    await making.catch((error: unknown) => {
      subfolders.delete(path)
      throw error
    })
  }

  const put = async (name: string, content: Content): Promise<Checksums> => {
    const temporary = join(folder.temporary, name)
    const subfolder = dirname(file(name))
    const sums = createChecksummer()
    try {
      const stream = writeInto(await open(temporary, 'wx', 0o600), 0, () => chunkSizeFor(arriving.size))
      await pipeline(withChecksums(content, sums), stream, { signal: content.signal })
      await ensureSubfolder(subfolder)
      await rename(temporary, file(name))
    } catch (error) {
      await discard(temporary)
      throw error
    }
    await syncFolder(subfolder)
    return sums.done()
  }

  const withNewBlob = async <Result>(work: (name: string) => Promise<Result>) => {
    const name = randomBytes(16).toString('hex')
    arriving.add(name)
    try {
      return await work(name)
    } catch (error) {
      if (!rows.has(name)) await discard(file(name))
      throw await toFailure(error, folder.path)
    } finally {
      arriving.delete(name)
    }
  }

  /** Links a file into the blobs; `false` if it does not exist. */
  const linkBlob = async (from: string, name: string) => {
    const subfolder = dirname(file(name))
    await ensureSubfolder(subfolder)
    try {
      await linkOrCopy(from, file(name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
    await syncFolder(subfolder)
    return true
  }

  const logDamage = (name: string) => (error: unknown) => {
    if (isDamagedError(error))
      log.error({ file: file(name), reason: error.detail }, checkFindsDamagedObjects(error.message))
  }

  const openBlob = async (name: string, size: number): Promise<OpenBlob | undefined> => {
    // before opening the file, so that a blob removed in between is still read with its checksums
    const sums = rows.sumsOf(name)
    let handle: FileHandle
    try {
      handle = await open(file(name), 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw await toFailure(error, folder.path)
    }
    const { size: actualSize } = await handle.stat()
    if (actualSize === size) return { handle, size, sums }
    await handle.close()
    throw damagedError(fileSizeWrong(actualSize, size))
  }

  return {
    store: (content, commit) => withNewBlob(async (name) => commit(name, await put(name, content))),
    adopt: (path, commit) => withNewBlob(async (name) => ((await linkBlob(path, name)) ? commit(name) : undefined)),
    parts: createPartFiles(folder),

    copy: (from, commit) =>
      withNewBlob(async (name) => {
        const sums = rows.sumsOf(from)
        return (await linkBlob(file(from), name)) ? commit(name, sums) : undefined
      }),

    read: async (name, size, { start, end }) => {
      const buffering = bufferingFor(reading)
      const done = () => (reading -= 1)
      reading += 1
      try {
        const blob = await openBlob(name, size)
        const body = blob && (await readChecked(blob, { start, end: end + 1 }, buffering))
        if (!body) done()
        return body?.once('error', logDamage(name)).once('close', done)
      } catch (error) {
        done()
        logDamage(name)(error)
        throw await toFailure(error, folder.path)
      }
    },

    remove,
    pin: () => {
      const pin = Symbol('pin')
      pins.add(pin)
      return async () => {
        pins.delete(pin)
        if (pins.size === 0) await remove(waiting.splice(0))
      }
    },
    isArriving: (name) => arriving.has(name),
    isBusy: () => arriving.size > 0 || waiting.length > 0,
  }
}
