import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useMemo } from 'react'
import { Button } from './button.tsx'
import { Empty, LoadError } from './empty.tsx'
import * as styles from './table.css.ts'
import { noMatchText, TableFoot } from './table-foot.tsx'
import { Grid } from './table-grid.tsx'
import { matching, type Sort } from './table-order.ts'
import type { TableProps } from './table-props.ts'
import type { Column, RowAction } from './table-row.tsx'
import type { Selection } from './use-selection.ts'

export type { Column, RowAction, Selection, Sort, TableProps }

/** A list of things: search, sort, selection and what can be done with each; only rows in view are in the document. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { rows, columns, noun, empty, error, onRetry, onClearSearch, height = 'page' } = props
  const search = useDeferredValue(props.search ?? '')
  const found = useMemo(() => rows && matching(rows, columns, search), [rows, columns, search])
  if (error && !rows) return <LoadError what={noun.many} error={error} onRetry={onRetry} />
  if (rows && found && rows.length === 0 && !props.more?.partial) {
    return <Empty {...empty} title={empty.title ?? `There are no ${noun.many} yet.`} />
  }
  if (rows && found?.length === 0 && search) {
    return (
      <Empty
        icon={SearchX}
        title={`No ${noun.one} matches "${search}"`}
        text={noMatchText(rows.length, noun, props.more?.partial)}
        action={onClearSearch && <Button onPress={onClearSearch}>Clear search</Button>}
      />
    )
  }
  return (
    <div className={styles.frame[height]}>
      <Grid {...props} found={found} />
      {rows && found && <TableFoot {...props} rows={rows} shown={found.length} />}
    </div>
  )
}
