import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { CardGrid, CardSkeleton } from './card-grid.tsx'
import { Empty, LoadError } from './empty.tsx'
import * as styles from './table.css.ts'
import { noMatchText, TableFoot } from './table-foot.tsx'
import { Grid } from './table-grid.tsx'
import { filterRows, sortRows, type Sort } from './table-order.ts'
import type { TableProps } from './table-props.ts'
import type { Column, RowAction } from './table-row.tsx'
import { useTableView } from './table-view.ts'
import { useRefresh } from './use-refresh.ts'
import type { Selection } from './use-selection.ts'

export type { Column, RowAction, Selection, Sort, TableProps }

/** The sort, controlled by the table or the page, and the matching rows in its order. */
const useOrder = <Row,>({ rows, columns, sort: sorting = 'client', ...props }: TableProps<Row>) => {
  const search = useDeferredValue(props.search ?? '')
  const [own, setOwn] = useState(props.initialSort)
  const sort = sorting === 'none' ? undefined : (props.sortedBy ?? own)
  const found = useMemo(() => rows && filterRows(rows, columns, search), [rows, columns, search])
  const shown = useMemo(
    () => (sorting === 'client' ? sortRows(found ?? [], columns, sort) : (found ?? [])),
    [sorting, found, columns, sort],
  )
  return { search, sort, onSort: props.onSort ?? setOwn, found, shown }
}

/** A list of objects: search, sort, selection and actions; only rows in view are in the document. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const {
    rows,
    columns,
    name,
    noun,
    empty,
    error,
    noAccess,
    onRetry,
    onClearSearch,
    refresh,
    height = 'page',
    card,
  } = props
  const { search, sort, onSort, found, shown } = useOrder(props)
  const arranged = useTableView(name)
  const { hidden, every } = arranged.view
  const visible = useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [columns, hidden])
  const fitted = useRef<readonly { id: string }[]>(visible)
  useRefresh(refresh ? every : 0, refresh?.reload)
  if (noAccess && error?.status === 403 && !rows) return noAccess
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
  const foot = rows && found && (
    <TableFoot {...props} {...{ rows, shown, visible, arranged, fitted }} columns={card ? [] : columns} />
  )
  if (card)
    return (
      <>
        {found ? <CardGrid {...props} card={card} rows={shown} selection={props.selection} /> : <CardSkeleton />}
        {foot}
      </>
    )
  return (
    <div className={styles.frame[height]}>
      <Grid
        {...props}
        {...{ columns: visible, hasRows: !!found, visibleRows: shown, sortedBy: sort, onSort, arranged, fitted }}
      />
      {foot}
    </div>
  )
}
