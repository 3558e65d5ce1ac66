import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { useState } from 'react'
import '../../shared.ts'
import { Failure } from '../../../../core/failure.ts'
import { bytes, count } from '../../../../core/format.ts'
import { Button } from '../../../../core/ui/button.tsx'
import { Skeleton } from '../../../../core/ui/skeleton.tsx'
import { counted } from '../../../../core/ui/words.ts'
import { Foot, Trouble } from './foot.tsx'
import { Grid } from './grid.tsx'
import type { Content, Read } from './content.ts'
import { useRead } from './use-content.ts'

/** So many rows are shown at first, and as many more each time. */
const ROWS = 500

/** A file is made of groups of rows, which are read whole: larger ones are not, packed or unpacked, in bytes. */
const [PACKED, UNPACKED] = [64 * 1024 * 1024, 256 * 1024 * 1024]

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (value instanceof Uint8Array)
    return Array.from(value.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (typeof value !== 'object') return String(value)
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
}

const readRows = async (read: Read, size: number, wanted: number) => {
  const file = {
    byteLength: size,
    slice: async (start: number, end = size) => {
      const from = start < 0 ? size + start : start
      const part = await read(from, end)
      return part.buffer
    },
  }
  const metadata = await parquetMetadataAsync(file)
  const names = parquetSchema(metadata).children.map(({ element }) => element.name)
  const all = Number(metadata.num_rows)
  let [rows, packed, unpacked] = [0, 0, 0]
  for (const group of metadata.row_groups) {
    if (rows >= wanted) break
    rows += Number(group.num_rows)
    unpacked += Number(group.total_byte_size)
    packed += group.columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0)
  }
  if (packed > PACKED || unpacked > UNPACKED)
    throw new Failure(
      413,
      'The first rows are too large to be shown',
      `They take ${bytes(packed)}, and ${bytes(unpacked)} once they are unpacked.`,
    )
  const found = await parquetReadObjects({ file, metadata, rowStart: 0, rowEnd: Math.min(all, wanted) })
  return { names, all, rows: found.map((row) => names.map((name) => textOf(row[name]))) }
}

/** The first rows of a Parquet file. */
const ParquetTable = ({ content }: { content: Content }) => {
  const [wanted, setWanted] = useState(ROWS)
  const { data, error, loading } = useRead(content, (read) => readRows(read, content.size, wanted), [wanted])
  if (error && !data) return <Trouble error={error} />
  if (!data) return <Skeleton rows={6} columns={4} />
  const { names, rows, all } = data
  return (
    <>
      <Grid label="Rows" names={names} rows={rows} />
      <Foot error={error} note="text">
        {`First ${counted(rows.length, { one: 'row', many: 'rows' })} of ${count(all)}, ${counted(names.length, { one: 'column', many: 'columns' })}.`}
        {rows.length < all && (
          <Button
            tone="quiet"
            size="sm"
            busy={loading ? 'Loading' : undefined}
            onPress={() => setWanted(wanted + ROWS)}
          >
            {`Load ${count(ROWS)} more`}
          </Button>
        )}
      </Foot>
    </>
  )
}

export default ParquetTable
