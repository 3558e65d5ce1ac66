import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { CardGrid, CardSkeleton } from './card-grid.tsx'
import { Empty, LoadError } from './no-access.tsx'
import * as styles from './table.css.ts'
import { noMatchText, TableFoot } from './table-foot.tsx'
import { TableGrid } from './table-grid.tsx'
import { filterRows, sortRows, type Sort } from './table-sort.ts'
import type { TableProps } from './table-props.ts'
import type { Column, RowAction } from './table-row.tsx'
import { useTableView } from './table-view.ts'
import { useRefresh } from './use-refresh.ts'
import { noneYet } from './messages.ts'

export type { Column, RowAction, Sort, TableProps }

/** The sort, controlled by the table or the page, and the matching rows in its order. */
const useRowOrder = <Row,>({ rows, columns, sort: sortMode = 'client', ...props }: TableProps<Row>) => {
  const search = useDeferredValue(props.search ?? '')
  const [ownSort, setOwnSort] = useState(props.initialSort)
  const sort = sortMode === 'none' ? undefined : (props.sortedBy ?? ownSort)
  const matches = useMemo(() => rows && filterRows(rows, columns, search), [rows, columns, search])
  const sortedRows = useMemo(
    () => (sortMode === 'client' ? sortRows(matches ?? [], columns, sort) : (matches ?? [])),
    [sortMode, matches, columns, sort],
  )
  return { search, sort, onSort: props.onSort ?? setOwnSort, matches, sortedRows }
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
  const { search, sort, onSort, matches, sortedRows } = useRowOrder(props)
  const tableView = useTableView(name)
  const { hidden, every } = tableView.view
  const visibleColumns = useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [columns, hidden])
  const fittingColumnsRef = useRef<readonly { id: string }[]>(visibleColumns)
  useRefresh(refresh ? every : 0, refresh?.reload)
  if (noAccess && error?.status === 403 && !rows) return noAccess
  if (error && !rows) return <LoadError what={noun.many} error={error} onRetry={onRetry} />
  if (rows && matches && rows.length === 0 && !props.more?.partial) {
    return <Empty {...empty} title={empty.title ?? noneYet(noun.many)} />
  }
  const noMatch = rows && matches?.length === 0 && search && (
    <Empty
      icon={SearchX}
      title={`No ${noun.one} matches "${search}"`}
      text={noMatchText(rows, props)}
      action={onClearSearch && <Button onPress={onClearSearch}>Clear search</Button>}
    />
  )
  const foot = rows && matches && (
    <TableFoot
      {...props}
      look={noMatch ? 'hidden' : 'visible'}
      {...{ rows, exportedRows: sortedRows, exportedColumns: visibleColumns, tableView, fittingColumnsRef }}
      columns={card ? [] : columns}
    />
  )
  if (card)
    return (
      <>
        {noMatch ||
          (matches ? (
            <CardGrid {...props} card={card} rows={sortedRows} selection={props.selection} />
          ) : (
            <CardSkeleton />
          ))}
        {foot}
      </>
    )
  return (
    <div className={styles.frame[height]}>
      {noMatch || (
        <TableGrid
          {...props}
          {...{
            columns: visibleColumns,
            hasRows: !!matches,
            visibleRows: sortedRows,
            sortedBy: sort,
            onSort,
            tableView,
            fittingColumnsRef,
          }}
        />
      )}
      {foot}
    </div>
  )
}
