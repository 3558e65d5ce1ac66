import { codingsOf } from '../../names.ts'
import { formats } from '../../transfers/decompress.ts'

/** Most decompressed bytes kept: more than any view displays of a text. */
const MAX_DECOMPRESSED = 8 * 1024 * 1024

/** Stored bytes per read. */
const READ = 256 * 1024

/** Bytes decompressed at a time: each may become a thousand before the stream can be stopped. */
const PIECE = 16 * 1024

/** Start of decompressed contents; `isPart` if there is more, or the rest cannot be decompressed. */
export type Decompressed = { bytes: Uint8Array<ArrayBuffer>; isPart: boolean }

type Stored = { size: number; read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>> }

const piecesOf = async function* ({ size, read }: Stored) {
  for (let start = 0; start < size; start += READ) {
    const bytes = await read(start, Math.min(start + READ, size))
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.slice(at, at + PIECE)
  }
}

/** Writes pieces with backpressure, until all are written or it `isEnough`. */
const feed = async (stored: Stored, writable: WritableStream<Uint8Array<ArrayBuffer>>, isEnough: () => boolean) => {
  const writer = writable.getWriter()
  // errors in compressed data are reported by the readable side
  const ignore = () => undefined
  try {
    for await (const piece of piecesOf(stored)) {
      const isTaken = await writer.write(piece).then(() => true, ignore)
      if (!isTaken || isEnough()) break
    }
  } catch (error) {
    await writer.abort(error).catch(ignore)
    throw error
  }
  await writer.close().catch(ignore)
}

/**
 * Up to `maxBytes` of a content stored with a `Content-Encoding`, decompressed. `undefined` if this browser does not
 * support the coding, or the bytes are not compressed with it. Throws what `read` throws.
 */
export const decompressStart = async (
  stored: Stored,
  encoding: string,
  maxBytes = MAX_DECOMPRESSED,
): Promise<Decompressed | undefined> => {
  const codings = codingsOf(encoding).map((coding) => formats[coding])
  if (codings.length === 0) return undefined
  const [first, ...others] = codings
  if (!first || others.includes(undefined)) return undefined
  const entry = new DecompressionStream(first)
  let stream: ReadableStream<Uint8Array<ArrayBuffer>> = entry.readable
  for (const format of others) if (format) stream = stream.pipeThrough(new DecompressionStream(format))
  const reader = stream.getReader()
  const bytes = new Uint8Array(maxBytes)
  let [size, isFull, isBroken] = [0, false, false]
  let failure: { error: unknown } | undefined
  const fed = feed(stored, entry.writable, () => isFull).catch((error: unknown) => (failure = { error }))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const fitting = value.subarray(0, maxBytes - size)
      bytes.set(fitting, size)
      size += fitting.length
      isFull = fitting.length < value.length
      if (isFull) break
    }
  } catch {
    isBroken = true
  }
  // not awaited, because a pending write may never finish
  if (isFull) void reader.cancel().catch(() => undefined)
  else await fed
  if (failure) throw failure.error
  if (isBroken && size === 0) return undefined
  return { bytes: bytes.slice(0, size), isPart: isFull || isBroken }
}
