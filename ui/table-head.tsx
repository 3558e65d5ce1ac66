import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { KeyboardEvent } from 'react'
import { Checkbox } from './choice.tsx'
import { Icon } from './icon.tsx'
import * as styles from './table.css.ts'
import { addToSort, nextSort, sortKeys, type Sort } from './table-sort.ts'
import { alignOf, narrowColumns, type Column } from './table-row.tsx'
import { ResizeHandle, resizeOnKey } from './resize-handle.tsx'
import * as text from './text.css.ts'

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  narrow: boolean
  /** `undefined` if the table does not sort. */
  sort: Sort | undefined
  sortable: boolean
  onSort: (sort: Sort) => void
  /** The select-all checkbox; `undefined` if rows cannot be selected. */
  all: { value: boolean | 'some'; onChange: (on: boolean) => void; disabled: string | false } | undefined
  hasActions: boolean
  /** Sets the column widths; `undefined` if they are fixed. */
  onWidths?: ((widths: Record<string, number>) => void) | undefined
}

const kindOf = <Row,>({ look }: Column<Row>) => (look === 'number' || look === 'date' ? 'amount' : 'name')

const HeadCell = <Row,>({
  column,
  sort,
  sortable,
  onSort,
  onWidths,
}: Pick<TableHeadProps<Row>, 'sort' | 'sortable' | 'onSort' | 'onWidths'> & { column: Column<Row> }) => {
  const keys = sortKeys(sort ?? '')
  const at = keys.findIndex(({ id }) => id === column.id)
  const isSorted = at >= 0
  const press = (isAdded: boolean) => onSort((isAdded ? addToSort : nextSort)(sort, column.id, kindOf(column)))
  // not every browser passes the Shift key on to the click
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey) return
    event.preventDefault()
    press(true)
  }
  const isSortable = sortable && column.sortable !== false
  const arrow = (
    <>
      <Icon of={keys[at]?.direction === 'descending' ? ArrowDown : ArrowUp} size={14} />
      {keys.length > 1 && (
        <>
          <span className={styles.sortNumber} aria-hidden>
            {at + 1}
          </span>
          <span className={text.hidden}>{`, sort ${at + 1} of ${keys.length}`}</span>
        </>
      )}
    </>
  )
  return (
    <div
      role="columnheader"
      className={styles.headCellAlign[alignOf(column)]}
      data-column={column.id}
      aria-sort={keys[at]?.direction}
      // a header without a button is focusable so that keys can resize its column
      tabIndex={onWidths && !isSortable ? 0 : undefined}
      onKeyDown={onWidths && ((event) => resizeOnKey(event, onWidths))}
    >
      {isSortable ? (
        <button
          type="button"
          className={styles.sortButton}
          onClick={(event) => press(event.shiftKey)}
          onKeyDown={pressKey}
        >
          <span className={text.truncated}>{column.title}</span>
          {isSorted && arrow}
        </button>
      ) : (
        <span className={isSorted ? styles.sortButton : text.truncated}>
          {column.title}
          {isSorted && arrow}
        </span>
      )}
      {onWidths && <ResizeHandle onWidths={onWidths} />}
    </div>
  )
}

/** Header row: sorts, resizes and selects all. */
export const TableHead = <Row,>({ columns, narrow, all, hasActions, onWidths, ...sorting }: TableHeadProps<Row>) => {
  const { main } = narrowColumns(columns)
  const visibleColumns = narrow ? (main ? [main] : []) : columns
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" className={styles.head} aria-rowindex={1}>
        {all && (
          <div role="columnheader" className={styles.checkCell}>
            <Checkbox look="hidden" label="Select all" {...all} />
          </div>
        )}
        {visibleColumns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            onWidths={narrow || index === visibleColumns.length - 1 ? undefined : onWidths}
            {...sorting}
          />
        ))}
        {hasActions && (
          <div role="columnheader">
            <span className={text.hidden}>Actions</span>
          </div>
        )}
      </div>
    </div>
  )
}
