import { useState } from 'react'
import { count, counted } from 'stowage'
import { Button, Skeleton, TextGrid } from 'stowage/ui'
import type { ViewerProps } from 'stowage/web'
import { useRows } from './use-rows.ts'

/** Number of rows displayed at first, and added each time. */
const ROW_STEP = 500

/** First rows of a Parquet file. */
export default function ParquetTable({ object, footer, failure }: ViewerProps) {
  const [rowLimit, setRowLimit] = useState(ROW_STEP)
  const { data, error, loading } = useRows(object, rowLimit)
  if (error && !data) return failure(error)
  if (!data) return <Skeleton rows={6} columns={4} />
  const { names, rows, all } = data
  return (
    <>
      <TextGrid label="Rows" names={names} rows={rows} />
      {footer(
        <>
          {`First ${counted(rows.length, { one: 'row', many: 'rows' })} of ${count(all)}, ${counted(names.length, { one: 'column', many: 'columns' })}.`}
          {error && ` ${error.message}.`}
          {rows.length < all && (
            <Button
              tone="quiet"
              size="sm"
              busy={loading ? 'Loading' : undefined}
              onPress={() => setRowLimit(rowLimit + ROW_STEP)}
            >
              {`Load ${count(ROW_STEP)} more`}
            </Button>
          )}
        </>,
        'Shown as text: nothing in the file is executed or loaded.',
      )}
    </>
  )
}
