import { type CompressionCodec, type Compressors, snappyUncompress } from 'hyparquet'
import { Failure } from 'stowage'

/** Decompresses one page of a Parquet file, which states its decompressed size in bytes. */
type Decompress = (input: Uint8Array, size: number) => Uint8Array

/** Decompressors by codec, loaded only for files that use them. */
const loaders: Readonly<Partial<Record<CompressionCodec, () => Promise<Decompress>>>> = {
  SNAPPY: async () => (input, size) => {
    const output = new Uint8Array(size)
    snappyUncompress(input, output)
    return output
  },
  GZIP: async () => {
    const { gunzip } = await import('./codecs/gzip.ts')
    return (input, size) => gunzip(input, new Uint8Array(size))
  },
  BROTLI: async () => (await import('./codecs/brotli.ts')).decompressBrotli,
  ZSTD: async () => {
    const { decompress } = await import('./codecs/zstd.ts')
    return (input, size) => decompress(input, new Uint8Array(size))
  },
  LZ4: async () => (await import('./codecs/lz4.ts')).decompressLz4,
  LZ4_RAW: async () => (await import('./codecs/lz4.ts')).decompressLz4Raw,
}

const tooLarge = () => new Failure(413, 'The first rows are too large to display')

/**
 * Loads the decompressors of these codecs. A decompressed page may have at most `limit` bytes, whatever size it claims.
 * Throws a `Failure` for an unsupported codec.
 */
export const loadCompressors = async (codecs: ReadonlySet<CompressionCodec>, limit: number): Promise<Compressors> => {
  const compressors: Compressors = {}
  for (const codec of codecs) {
    if (codec === 'UNCOMPRESSED') continue
    const load = loaders[codec]
    if (!load) throw new Failure(422, `Previews do not support its compression, ${codec}`)
    const decompress = await load()
    compressors[codec] = (input, size) => {
      if (size > limit) throw tooLarge()
      return decompress(input, size)
    }
  }
  return compressors
}
