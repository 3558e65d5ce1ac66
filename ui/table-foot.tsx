import { count, date } from '../core/protocol/format.ts'
import { Button } from './button.tsx'
import * as styles from './table.css.ts'
import { TableViewButton, type TableViewButtonProps } from './table-view-button.tsx'
import type { TableGridProps } from './table-props.ts'
import type { Column } from './table-row.tsx'
import * as text from './text.css.ts'
import { capitalize, counted, type Noun } from './noun.ts'
import { reloadFailed, onlyFirstSearched, rowsHidden } from './messages.ts'

const hiddenText = (hidden: number, noun: Noun) => rowsHidden(counted(hidden, noun), hidden === 1 ? 'is' : 'are')

/** Text under "No user matches": how many rows the search hides, and whether all were loaded. */
export const noMatchText = <Row,>(
  rows: readonly Row[],
  { noun, more, countOf }: Pick<TableGridProps<Row>, 'noun' | 'more' | 'countOf'>,
) => {
  if (more?.partial) return onlyFirstSearched(counted(rows.length, noun))
  return countOf && rows.length > 1 ? rowsHidden(countOf(rows), 'are') : hiddenText(rows.length, noun)
}

const loadedText = (rows: number, searching: boolean, noun: Noun, more: { loading: boolean; sorted?: boolean }) => {
  if (searching) return onlyFirstSearched(counted(rows, noun))
  return `First ${counted(rows, noun)} loaded${more.sorted ? ', and only they are sorted' : ''}. ${more.loading ? 'Loading more.' : 'Scroll for more.'}`
}

type TableFootProps<Row> = Pick<
  TableGridProps<Row>,
  | 'name'
  | 'noun'
  | 'columns'
  | 'search'
  | 'more'
  | 'error'
  | 'onRetry'
  | 'total'
  | 'countOf'
  | 'refresh'
  | 'tableView'
  | 'fittingColumnsRef'
> & {
  rows: readonly Row[]
  /** Rows that match the search, in order. */
  exportedRows: readonly Row[]
  /** Columns that are not hidden. */
  exportedColumns: readonly Column<Row>[]
  /** Whether it is only read by screen readers, below "No user matches". */
  look: 'visible' | 'hidden'
}

/** Time of the last load, and the view menu. */
const FooterTools = <Row,>(props: TableViewButtonProps<Row>) => (
  <span className={styles.footTools}>
    {props.refresh?.asOf && (
      <span
        className={text.tabularNumbers}
      >{`As of ${date(new Date(props.refresh.asOf).toISOString()).slice(11)}`}</span>
    )}
    <TableViewButton {...props} />
  </span>
)

/** Footer: number of rows, hidden rows, load errors, and the view menu. */
export const TableFoot = <Row,>(props: TableFootProps<Row>) => {
  const { rows, exportedRows, noun, search, more, error, onRetry, total, countOf, name, look } = props
  const isHidden = look === 'hidden'
  const [all, matching] = [rows.length, exportedRows.length]
  const parts = [
    matching < all && `${count(matching)} of ${counted(all, noun)}. ${hiddenText(all - matching, noun)}`,
    more?.partial && loadedText(all, !!search, noun, more),
    matching === all && !more?.partial && (countOf?.(rows) ?? counted(all, noun)) + (total ? `, ${total}` : ''),
    error && reloadFailed(capitalize(noun.many), error.message),
  ].filter((part) => typeof part === 'string')
  return (
    <div className={isHidden ? text.hidden : styles.foot}>
      <span role="status" className={styles.footText}>
        {parts.map((part) => part.replace(/\.?$/, parts.length > 1 ? '.' : '$&')).join(' ')}
      </span>
      {!isHidden && error && onRetry && (
        <Button tone="quiet" size="sm" onPress={onRetry}>
          Try again
        </Button>
      )}
      {!isHidden && name && <FooterTools {...props} name={name} />}
    </div>
  )
}
