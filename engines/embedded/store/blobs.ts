import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../../core/failure.ts'
import { faultOf } from './faults.ts'
import { type Folder, syncFolder } from './folder.ts'

/** How much of a file is held at once, in bytes, per transfer. */
const CHUNK = 256 * 1024

/** What a transfer may hold while there are few, in bytes: seldom and much is what makes a single one fast. */
const LARGE_CHUNK = 2 * 1024 * 1024

/** So many at once are few. */
const FEW = 4

/** Files removed side by side. */
const ABREAST = 32

/** What is to be stored: `size` bytes, no more and no less. */
export type Content = { size: number; body: AsyncIterable<Uint8Array>; signal: AbortSignal }

/** The files with the objects' contents. Errors are `Failure`: 507 for a full disk, 503 for a folder that is gone. */
export type Blobs = {
  /** Writes a file, lets `keep` enter its name in the index, and takes the file away again where that fails. */
  store<Result>(content: Content, keep: (name: string) => Promise<Result>): Promise<Result>
  /** The bytes from `start` to `end`, both included; nothing where there is no such file. */
  read(name: string, size: number, span: { start: number; end: number }): Promise<Readable | undefined>
  /** Removes files that no version has any more; what cannot be removed now the next sweep finds. */
  remove(names: readonly string[]): Promise<void>
  /** Whether something is being stored. */
  isBusy(): boolean
  /** Removes every file that no version has: what a crash left. It takes its time, and tells whether it finished. */
  sweep(signal: AbortSignal): Promise<boolean>
}

async function* exactly({ size, body }: Content) {
  let received = 0
  for await (const chunk of body) {
    received += chunk.length
    if (received > size) throw new Failure(400, `The upload is longer than the ${size} bytes that were announced`)
    yield chunk
  }
  if (received < size) throw new Failure(400, `The upload ended after ${received} of ${size} bytes`)
}

const discard = (path: string) => unlink(path).catch(() => undefined)

/** The blobs of an opened data folder; `isKnown` tells whether a version has the blob of that name. */
export const createBlobs = (folder: Folder, isKnown: (name: string) => boolean): Blobs => {
  // 256 folders by the first byte of the names, so that none grows too large
  const fan = (name: string) => join(folder.blobs, name.slice(0, 2))
  const made = new Map<string, Promise<void>>()
  const file = (name: string) => join(fan(name), name.slice(2))
  const arriving = new Set<string>()
  let reading = 0

  const remove = async (names: readonly string[]) => {
    for (let at = 0; at < names.length; at += ABREAST) {
      await Promise.all(names.slice(at, at + ABREAST).map((name) => discard(file(name))))
    }
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

  const put = async (name: string, content: Content) => {
    const temporary = join(folder.temporary, name)
    try {
      const stream = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(exactly(content), stream, { signal: content.signal })
      await assertFan(fan(name))
      await rename(temporary, file(name))
    } catch (error) {
      await discard(temporary)
      throw error
    }
    await syncFolder(fan(name))
  }

  const sweepFan = async (name: string) => {
    const stray: string[] = []
    for await (const entry of await opendir(join(folder.blobs, name))) {
      const blob = name + entry.name
      if (!arriving.has(blob) && !isKnown(blob)) stray.push(blob)
    }
    await remove(stray)
  }

  return {
    store: async (content, keep) => {
      const name = randomBytes(16).toString('hex')
      arriving.add(name)
      try {
        await put(name, content)
        return await keep(name)
      } catch (error) {
        if (!isKnown(name)) await discard(file(name))
        throw await faultOf(error, folder.path)
      } finally {
        arriving.delete(name)
      }
    },

    read: async (name, size, { start, end }) => {
      let handle: FileHandle
      try {
        handle = await open(file(name), 'r')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw await faultOf(error, folder.path)
      }
      const { size: found } = await handle.stat()
      if (found === size) {
        const highWaterMark = reading >= FEW ? CHUNK : LARGE_CHUNK
        reading += 1
        return handle.createReadStream({ start, ...(size > 0 && { end }), highWaterMark }).once('close', () => (reading -= 1))
      }
      await handle.close()
      throw new Failure(503, 'The content of this object is damaged', `The file has ${found} bytes in place of ${size}`)
    },

    remove,
    isBusy: () => arriving.size > 0,

    sweep: async (signal) => {
      const left = (await readdir(folder.temporary)).filter((name) => !arriving.has(name))
      for (const name of left) await discard(join(folder.temporary, name))
      for (const name of await readdir(folder.blobs)) {
        if (signal.aborted) return false
        await sweepFan(name)
        await pause(5)
      }
      return true
    },
  }
}
