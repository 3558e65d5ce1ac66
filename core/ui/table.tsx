import { SearchX, type LucideIcon } from 'lucide-react'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import type { Failure } from '../failure.ts'
import { Button } from './button.tsx'
import { Empty, LoadError } from './empty.tsx'
import * as styles from './table.css.ts'
import { noMatchText, TableFoot } from './table-foot.tsx'
import { Grid } from './table-grid.tsx'
import { matching, type Sort } from './table-order.ts'
import type { Column, RowAction } from './table-row.tsx'
import type { Selection } from './use-selection.ts'
import type { Noun } from './words.ts'

export type { Column, RowAction, Selection, Sort }

export type TableProps<Row> = {
  /** `undefined` while they load for the first time. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  noun: Noun
  /** Shows only rows that hold this text in some column. */
  search?: string | undefined
  onClearSearch?: (() => void) | undefined
  selection?: Selection<Row> | undefined
  /** Up to three as icon buttons; of more the first two, the rest behind "…". */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** What stands in place of no rows; the sentence comes from the noun. */
  empty: { icon: LucideIcon; title?: string; text?: ReactNode; action?: ReactNode }
  error?: Failure | undefined
  onRetry?: (() => void) | undefined
  loading?: boolean | undefined
  /** A list of which only the first part is here: `load` is called when scrolling comes near its end. */
  more?: { partial: boolean; load: () => void; loading: boolean } | undefined
  /** `page`: the page sorts the rows itself by `sortedBy`; `none`: rows stay as they come and no head sorts. */
  sort?: 'client' | 'page' | 'none'
  /** A column's id, with `-` in front when the largest comes first. */
  initialSort?: Sort
  /** The order where the page keeps it, in its address say; then `onSort` changes it. */
  sortedBy?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** `page` fills the page and scrolls inside; `content` is as high as its rows, up to about ten. */
  height?: 'page' | 'content'
  /** What all rows come to, after their count in the foot: `41.8 TiB`. */
  total?: string | undefined
  /** 56 px rows for cells of two lines. */
  lines?: 1 | 2
}

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
