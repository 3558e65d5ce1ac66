import { type FileMetaData, parquetMetadataAsync, parquetRead, type SchemaElement } from 'hyparquet'
import { bytes, Failure } from 'stowage'
import { loadCompressors } from './codecs.ts'
import { fieldText, parsers, readSchema } from './schema.ts'

/** Returns the bytes from `start` to before `end` of a file. */
type Read = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

/** Size limits of a row group, compressed and decompressed, in bytes; row groups are read whole. */
const [MAX_COMPRESSED, MAX_DECOMPRESSED] = [64 * 1024 * 1024, 256 * 1024 * 1024]

/** First rows of a Parquet file as text; `all` is the number of rows in the file. */
export type ParquetRows = { names: string[]; all: number; rows: string[][] }

/** Row groups of the first rows. Throws a `Failure` if they are too large. */
const groupsOf = ({ row_groups }: FileMetaData, rowLimit: number) => {
  let [rows, compressed, decompressed, groups] = [0, 0, 0, 0]
  for (const group of row_groups) {
    if (rows >= rowLimit) break
    groups += 1
    rows += Number(group.num_rows)
    decompressed += Number(group.total_byte_size)
    compressed += group.columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0)
  }
  if (compressed > MAX_COMPRESSED || decompressed > MAX_DECOMPRESSED)
    throw new Failure(413, 'The first rows are too large to display', {
      detail: `They have ${bytes(compressed)}, and ${bytes(decompressed)} decompressed.`,
    })
  return row_groups.slice(0, groups)
}

const readRows = async (read: Read, size: number, rowLimit: number): Promise<ParquetRows> => {
  const file = {
    byteLength: size,
    slice: async (start: number, end = size) => (await read(start < 0 ? size + start : start, end)).buffer,
  }
  // otherwise the library would parse geospatial statistics, which nothing here uses
  const metadata = await parquetMetadataAsync(file, { geoparquet: false })
  const { fields, stored } = readSchema(metadata)
  const all = Number(metadata.num_rows)
  const codecs = new Set(
    groupsOf(stored, rowLimit).flatMap(({ columns }) => columns.flatMap(({ meta_data }) => meta_data?.codec ?? [])),
  )
  const compressors = await loadCompressors(codecs, MAX_DECOMPRESSED)
  let values: unknown[][] = []
  await parquetRead({
    file,
    metadata: stored,
    compressors,
    parsers,
    utf8: false,
    geoparquet: false,
    rowStart: 0,
    rowEnd: Math.min(all, rowLimit),
    rowFormat: 'array',
    onComplete: (rows) => {
      values = rows
    },
  })
  const binaryColumns = new Set<SchemaElement>()
  const texts = () => values.map((row) => fields.map((field, at) => fieldText(row[at], field, binaryColumns)))
  // a first pass finds the binary columns
  texts()
  return { names: fields.map(({ element }) => element.name), all, rows: texts() }
}

/** Reads the first `rowLimit` rows of a Parquet file of `size` bytes. Throws a `Failure`, also for a damaged file. */
export const readParquet = async (read: Read, size: number, rowLimit: number): Promise<ParquetRows> => {
  try {
    return await readRows(read, size, rowLimit)
  } catch (error) {
    if (error instanceof Failure || (error instanceof DOMException && error.name === 'AbortError')) throw error
    // the library's messages would not help users
    throw new Failure(422, 'The Parquet file cannot be read', {
      detail: 'It may be damaged or encrypted, or use a feature that previews do not support.',
    })
  }
}
