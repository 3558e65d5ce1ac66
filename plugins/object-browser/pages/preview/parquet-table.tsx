import { useState } from 'react'
import { count, counted } from 'stowage'
import { Button, Skeleton } from 'stowage/ui'
import { Foot, Trouble } from './foot.tsx'
import { Grid } from './grid.tsx'
import type { Content } from './content.ts'
import { readParquet } from './parquet.ts'
import { useRead } from './use-content.ts'

/** Number of rows displayed at first, and added each time. */
const ROWS = 500

/** First rows of a Parquet file. */
const ParquetTable = ({ content }: { content: Content }) => {
  const [wanted, setWanted] = useState(ROWS)
  const { data, error, loading } = useRead(content, (read) => readParquet(read, content.size, wanted), [wanted])
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
