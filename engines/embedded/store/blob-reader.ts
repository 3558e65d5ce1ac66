import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { Failure } from '../../../core/failure.ts'
import { type Checksums, firstBroken, PIECE } from './checksums.ts'

/** How much is read at once where a whole blob is checked, in bytes. */
const PORTION = 8 * PIECE

const DAMAGED = 'DamagedContent'

/** What a reader is told of an object whose content is not what was stored. */
export const damaged = (detail: string) =>
  new Failure(503, 'The content of this object is damaged', { code: DAMAGED, detail })

/** Whether this is what `damaged` made. */
export const isDamage = (error: unknown): error is Failure => error instanceof Failure && error.code === DAMAGED

/** A blob that is open: its size in bytes, and its checksums where it was stored with some. */
export type OpenBlob = { handle: FileHandle; size: number; sums: Checksums | undefined }

/** Where to read to, taken once something is to be read. */
type Memory = () => Buffer

/**
 * The bytes from `start` to before `end`, in memory of its own or in what is given; a file that has become shorter
 * gives fewer.
 */
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

/** Whole pieces from `start` to before `end`, checked against what was stored. Throws `Failure` 503 for any other. */
const readPieces = async ({ handle, sums }: OpenBlob, start: number, end: number, memory?: Memory): Promise<Buffer> => {
  const bytes = await readAt(handle, start, end, memory)
  if (bytes.length < end - start) throw damaged(`its file ends after ${start + bytes.length} bytes`)
  const broken = sums && firstBroken(sums, bytes, start)
  if (broken !== undefined) throw damaged(`its file is not what was stored, from byte ${broken} on`)
  return bytes
}

/** Writes a chunk, and resolves once its memory may be used again. */
const written = (to: Writable, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => to.write(bytes, (error) => (error ? reject(error) : resolve())))

/** How a blob is read: `portion` bytes (whole pieces) at a time, into so many `memories` by turns. */
export type Pace = { portion: number; memories: 1 | 2 }

/**
 * Gives portions to a writer in turns of the same memory: with two, one is read and checked while the other goes out.
 * New memory for each, which the system has to clear first, takes longer than all else.
 */
const passOn = async (
  next: (memory: Memory) => Promise<Buffer | undefined>,
  first: Buffer,
  { portion, memories }: Pace,
  to: Writable,
) => {
  const turns: (Buffer | undefined)[] = []
  if (first.length === portion) turns[memories - 1] = first
  for (let bytes: Buffer | undefined = first, turn = 0; bytes; turn = (turn + 1) % memories) {
    const going = written(to, bytes)
    // heard of below, and not twice
    going.catch(() => undefined)
    if (memories === 1) await going
    const coming = next(() => (turns[turn] ??= Buffer.allocUnsafeSlow(portion)))
    coming.catch(() => undefined)
    await going
    bytes = await coming
  }
}

/**
 * A blob's bytes from `start` to before `end`. No byte leaves unchecked: what is broken at the beginning is thrown
 * here, `Failure` 503, and further on it ends the stream. The stream closes the file.
 */
export const readChecked = async (
  blob: OpenBlob,
  { start, end }: { start: number; end: number },
  pace: Pace,
): Promise<Readable> => {
  const { portion } = pace
  let place = start - (start % PIECE)
  const next = async (memory?: Memory) => {
    const from = place
    // the last piece has to be read to its end to be checked
    const to = Math.min(from + portion, Math.ceil(end / PIECE) * PIECE, blob.size)
    const bytes = from < end ? await readPieces(blob, from, to, memory) : undefined
    place = to
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
      const giving = first === null ? next() : Promise.resolve(first)
      first = null
      giving.then(
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
  // an answer is told when a chunk has gone out, so it gets what is used again; everybody else may keep what they get
  const { pipe } = stream
  return Object.assign(stream, {
    pipe: <To extends NodeJS.WritableStream>(to: To, options?: { end?: boolean }): To => {
      if (!(to instanceof ServerResponse) || !first || options?.end === false)
        return pipe.call(stream, to, options) as To
      const begun = first
      first = null
      passOn(next, begun, pace, to).then(
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

/** What is wrong with a blob, in words, after reading all of it; nothing where all is well. Closes the file. */
export const verify = async (blob: OpenBlob): Promise<string | undefined> => {
  try {
    const { size } = await blob.handle.stat()
    if (size !== blob.size) return `it has ${size} bytes in place of ${blob.size}`
    for (let at = 0; at < size && blob.sums; at += PORTION) await readPieces(blob, at, Math.min(at + PORTION, size))
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.detail
    throw error
  } finally {
    await blob.handle.close()
  }
}
