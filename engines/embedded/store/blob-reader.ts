import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { Failure } from '../../../core/protocol/failure.ts'
import { type Checksums, findMismatch, BLOCK_SIZE } from './checksums.ts'
import { sizeWrong, fileDiffersAt, fileEndsAfter, contentDamaged } from '../messages.ts'

/** Read size when verifying a whole blob, in bytes. */
const READ_SIZE = 8 * BLOCK_SIZE

const DAMAGED = 'DamagedContent'

/** The error for an object whose content differs from what was stored. */
export const damagedError = (detail: string) => new Failure(503, contentDamaged, { code: DAMAGED, detail })

export const isDamagedError = (error: unknown): error is Failure => error instanceof Failure && error.code === DAMAGED

/** An open blob: size in bytes, and checksums if it was stored with them. */
export type OpenBlob = { handle: FileHandle; size: number; sums: Checksums | undefined }

/** Buffer to read into, allocated on first use. */
type Memory = () => Buffer

/** Reads from `start` to before `end`, into the given or new memory; returns less if the file was truncated. */
const readAt = async (handle: FileHandle, start: number, end: number, memory?: Memory): Promise<Buffer> => {
  const bytes = memory?.().subarray(0, end - start) ?? Buffer.allocUnsafeSlow(end - start)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Reads whole pieces from `start` to before `end` and verifies their checksums. Throws `Failure` 503 on a mismatch. */
const readPieces = async ({ handle, sums }: OpenBlob, start: number, end: number, memory?: Memory): Promise<Buffer> => {
  const bytes = await readAt(handle, start, end, memory)
  if (bytes.length < end - start) throw damagedError(fileEndsAfter(start + bytes.length))
  const broken = sums && findMismatch(sums, bytes, start)
  if (broken !== undefined) throw damagedError(fileDiffersAt(broken))
  return bytes
}

/** Writes a chunk, and resolves once its memory may be reused. */
const write = (to: Writable, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => to.write(bytes, (error) => (error ? reject(error) : resolve())))

/** Read pace: `portion` bytes (whole pieces) at a time, alternating between one or two buffers. */
export type Buffering = { portion: number; bufferCount: 1 | 2 }

/**
 * Streams portions to a writer through reused buffers; with two, one is read and verified while the other is sent. A
 * new buffer per portion would be slower than everything else, since the system zeroes it first.
 */
const pump = async (
  next: (memory: Memory) => Promise<Buffer | undefined>,
  first: Buffer,
  { portion, bufferCount }: Buffering,
  to: Writable,
) => {
  const buffers: (Buffer | undefined)[] = []
  if (first.length === portion) buffers[bufferCount - 1] = first
  for (let bytes: Buffer | undefined = first, turn = 0; bytes; turn = (turn + 1) % bufferCount) {
    const writing = write(to, bytes)
    // the rejection is handled below
    writing.catch(() => undefined)
    if (bufferCount === 1) await writing
    const reading = next(() => (buffers[turn] ??= Buffer.allocUnsafeSlow(portion)))
    reading.catch(() => undefined)
    await writing
    bytes = await reading
  }
}

/**
 * Streams a blob from `start` to before `end`. Every byte is verified before it is sent: damage in the first portion
 * throws `Failure` 503, later damage ends the stream with the error. The stream closes the file.
 */
export const readChecked = async (
  blob: OpenBlob,
  { start, end }: { start: number; end: number },
  buffering: Buffering,
): Promise<Readable> => {
  const { portion } = buffering
  let offset = start - (start % BLOCK_SIZE)
  const next = async (memory?: Memory) => {
    const from = offset
    // the last piece must be read to its end for verification
    const to = Math.min(from + portion, Math.ceil(end / BLOCK_SIZE) * BLOCK_SIZE, blob.size)
    const bytes = from < end ? await readPieces(blob, from, to, memory) : undefined
    offset = to
    return bytes?.subarray(Math.max(0, start - from), end - from)
  }
  let first: Buffer | undefined | null
  try {
    first = await next()
  } catch (error) {
    await blob.handle.close()
    throw error
  }
  const stream = new Readable({
    highWaterMark: portion,
    read() {
      const pending = first === null ? next() : Promise.resolve(first)
      first = null
      pending.then(
        (bytes) => this.push(bytes ?? null),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      blob.handle.close().then(
        () => done(error),
        (reason: Error) => done(error ?? reason),
      )
    },
  })
  // `pipe` signals when a chunk is sent, so its buffers can be reused; other consumers may keep theirs
  const { pipe } = stream
  return Object.assign(stream, {
    pipe: <To extends NodeJS.WritableStream>(to: To, options?: { end?: boolean }): To => {
      if (!(to instanceof ServerResponse) || !first || options?.end === false)
        return pipe.call(stream, to, options) as To
      const firstPortion = first
      first = null
      pump(next, firstPortion, buffering, to).then(
        () => {
          stream.push(null)
          stream.resume()
          to.end()
        },
        (error: Error) => stream.destroy(error),
      )
      return to
    },
  })
}

/** Verifies a whole blob; returns the problem as text, or `undefined`. Closes the file. */
export const verify = async (blob: OpenBlob): Promise<string | undefined> => {
  try {
    const { size } = await blob.handle.stat()
    if (size !== blob.size) return sizeWrong(size, blob.size)
    for (let at = 0; at < size && blob.sums; at += READ_SIZE) await readPieces(blob, at, Math.min(at + READ_SIZE, size))
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.detail
    throw error
  } finally {
    await blob.handle.close()
  }
}
