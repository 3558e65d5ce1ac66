import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'

/**
 * So many bytes go to the disk while more arrive: what is left for the end is not much, and a slow disk keeps whoever
 * sends waiting early.
 */
const FLUSHED = 8 * 1024 * 1024

/** So much may wait while a portion cannot be taken yet, in bytes: a chunk of a socket. */
const WAITING = 64 * 1024

/** What is left of some chunks after so many bytes. */
const after = (chunks: readonly Uint8Array[], bytes: number) => {
  let left = bytes
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
    return rest.length > 0 ? [rest] : []
  })
}

/** Writes all of some chunks: the system may take a part of them. */
const writeAll = async (handle: FileHandle, chunks: readonly Uint8Array[], place: number) => {
  for (let [left, at] = [chunks, place]; left.length > 0; ) {
    const { bytesWritten } = await handle.writev([...left], at)
    at += bytesWritten
    left = after(left, bytesWritten)
  }
}

/**
 * A stream into a file from a place on, which closes the file; finished means that all of it would outlast a power
 * failure. It writes seldom and much, since every call of the system costs more than the bytes: while `portion()` bytes
 * are written as many gather.
 */
export const writeInto = (handle: FileHandle, place: number, portion: () => number): Writable => {
  let [chunks, filled]: [Uint8Array[], number] = [[], 0]
  let [at, flushed] = [place, place]
  let [writing, flushing]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]

  /** Begins to write what has gathered once the portion before it is written. */
  const write = async () => {
    const [those, from] = [chunks, at]
    at += filled
    ;[chunks, filled] = [[], 0]
    await writing
    if (from - flushed >= FLUSHED) {
      await flushing
      flushed = from
      flushing = handle.datasync()
      // whoever waits for it hears of it
      flushing.catch(() => undefined)
    }
    writing = writeAll(handle, those, from)
    writing.catch(() => undefined)
  }

  return new Writable({
    highWaterMark: WAITING,
    write: (chunk: Uint8Array, _, done) => {
      chunks.push(chunk)
      filled += chunk.length
      if (filled < portion()) done()
      else write().then(() => done(), done)
    },
    final: (done) => {
      const end = async () => {
        await write()
        await writing
        await flushing
        await handle.sync()
      }
      end().then(() => done(), done)
    },
    destroy: (error, done) => {
      const end = async () => {
        await Promise.allSettled([writing, flushing])
        await handle.close()
      }
      end().then(
        () => done(error),
        (reason: Error) => done(error ?? reason),
      )
    },
  })
}
