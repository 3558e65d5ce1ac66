import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'

/**
 * Bytes between two flushes while more arrive: the final flush stays short, and a slow disk applies backpressure early.
 */
const FLUSH_INTERVAL = 8 * 1024 * 1024

/** Bytes accepted while a portion is being written: one socket chunk. */
const MAX_BUFFERED = 64 * 1024

/** Drops the first `bytes` of some chunks. */
const dropBytes = (chunks: readonly Uint8Array[], bytes: number) => {
  let left = bytes
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
    return rest.length > 0 ? [rest] : []
  })
}

/** Writes all chunks, since writev may write only a part of them. */
const writeAll = async (handle: FileHandle, chunks: readonly Uint8Array[], position: number) => {
  for (let [left, at] = [chunks, position]; left.length > 0; ) {
    const { bytesWritten } = await handle.writev([...left], at)
    at += bytesWritten
    left = dropBytes(left, bytesWritten)
  }
}

/**
 * A stream that writes into a file from an offset and closes it; finished means durable. It writes `portion()` bytes at
 * a time, since a system call costs more than the bytes.
 */
export const writeInto = (handle: FileHandle, position: number, portion: () => number): Writable => {
  let [chunks, filled]: [Uint8Array[], number] = [[], 0]
  let [at, flushed] = [position, position]
  let [writing, flushing]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]

  /** Starts writing what was collected once the previous portion is written. */
  const flush = async () => {
    const [batch, from] = [chunks, at]
    at += filled
    ;[chunks, filled] = [[], 0]
    await writing
    if (from - flushed >= FLUSH_INTERVAL) {
      await flushing
      flushed = from
      flushing = handle.datasync()
      // the rejection reaches the caller that awaits it
      flushing.catch(() => undefined)
    }
    writing = writeAll(handle, batch, from)
    writing.catch(() => undefined)
  }

  return new Writable({
    highWaterMark: MAX_BUFFERED,
    write: (chunk: Uint8Array, _, done) => {
      chunks.push(chunk)
      filled += chunk.length
      if (filled < portion()) done()
      else flush().then(() => done(), done)
    },
    final: (done) => {
      const end = async () => {
        await flush()
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
