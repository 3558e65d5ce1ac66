import { codingsOf } from '../names.ts'

/** Browser names of the content codings that browsers can decompress. */
export const formats: Readonly<Record<string, CompressionFormat>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
}

/** Most decompressed bytes, as protection from decompression bombs. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024

/** Bytes per Blob, which the browser may store on disk. */
const BLOB_SIZE = 8 * 1024 * 1024

const gather = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) => {
  const pieces: Blob[] = []
  let [chunks, gathered, size]: [Uint8Array<ArrayBuffer>[], number, number] = [[], 0, 0]
  const flush = () => {
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
    if (size > MAX_BYTES) {
      await reader.cancel()
      return undefined
    }
    if (gathered >= BLOB_SIZE) flush()
  }
  flush()
  return new Blob(pieces)
}

/**
 * Decompresses a blob with the codings of a `Content-Encoding`. `undefined` if this browser does not support the
 * coding, the bytes are invalid, or there are too many. Browsers read only the first gzip member.
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
