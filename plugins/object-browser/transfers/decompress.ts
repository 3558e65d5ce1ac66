import { codingsOf } from '../names.ts'

/** What browsers call the codings that they can decompress. */
export const formats: Readonly<Record<string, CompressionFormat>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
}

/** A few bytes may become very many; more than this, in bytes, are not kept. */
const MOST = 2 * 1024 * 1024 * 1024

/** So many bytes are handed to the browser at a time, which may lay them on its disk. */
const PIECE = 8 * 1024 * 1024

const gather = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) => {
  const pieces: Blob[] = []
  let [chunks, gathered, size]: [Uint8Array<ArrayBuffer>[], number, number] = [[], 0, 0]
  const keep = () => {
    pieces.push(new Blob(chunks))
    ;[chunks, gathered] = [[], 0]
  }
  const reader = stream.getReader()
  for (;;) {
    signal.throwIfAborted()
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    gathered += value.length
    size += value.length
    if (size > MOST) {
      await reader.cancel()
      return undefined
    }
    if (gathered >= PIECE) keep()
  }
  keep()
  return new Blob(pieces)
}

/**
 * What is compressed with the codings of a `Content-Encoding`, all of it; `undefined` where this browser does not know
 * the coding, the bytes are not what it says, or there are too many. Browsers read one gzip member and no more.
 */
export const decompress = async (blob: Blob, encoding: string, signal: AbortSignal): Promise<Blob | undefined> => {
  let plain: Blob | undefined = blob
  for (const coding of codingsOf(encoding)) {
    const format = formats[coding]
    if (!format || !plain) return undefined
    try {
      plain = await gather(plain.stream().pipeThrough(new DecompressionStream(format)), signal)
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
  return plain
}
