import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../failure.ts'
import type { Sort } from './table-order.ts'
import type { Column, RowAction } from './table-row.tsx'
import type { useTableView } from './table-view.ts'
import type { RowDrag } from './use-row-drag.ts'
import type { Selection } from './use-selection.ts'
import type { Noun } from './words.ts'

/** What a table is given. */
export type TableProps<Row> = {
  /** `undefined` while they load for the first time. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  noun: Noun
  /** Under this name the browser keeps which columns are seen and how wide; with it they can be chosen and exported. */
  name?: string
  /** Shows only rows that hold this text in some column. */
  search?: string | undefined
  onClearSearch?: (() => void) | undefined
  selection?: Selection<Row> | undefined
  /**
   * A drawer that tells more of one row: a press in a row or Space opens it, the arrow keys take it along. `key` is the
   * open row's. Rows that have none select by Space as everywhere.
   */
  drawer?:
    | { key: string | undefined; has: (row: Row) => boolean; open: (row: Row) => void; close: () => void }
    | undefined
  /** Up to three as icon buttons; of more the first two, the rest behind "…". */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** The pointer or the focus has reached one of these rows: what their actions depend on can be loaded. */
  onReach?: ((rows: readonly Row[]) => void) | undefined
  /** What stands in place of no rows; the sentence comes from the noun. */
  empty: { icon: LucideIcon; title?: string; text?: ReactNode; action?: ReactNode }
  error?: Failure | undefined
  onRetry?: (() => void) | undefined
  loading?: boolean | undefined
  /**
   * A list of which only the first part is here: `load` is called when scrolling comes near its end. `sorted`: that
   * part by itself, which is told.
   */
  more?: { partial: boolean; load: () => void; loading: boolean; sorted?: boolean } | undefined
  /** `page`: the page sorts the rows itself by `sortedBy`; `none`: rows stay as they come and no head sorts. */
  sort?: 'client' | 'page' | 'none'
  /** A column's id, with `-` in front when the largest comes first. */
  initialSort?: Sort
  /** The order where the page keeps it, in its address say; then `onSort` changes it. */
  sortedBy?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /**
   * `page` fills the page and scrolls inside; `content` is as high as its rows, up to about ten; `rows` as all of them,
   * for a few hundred in a page that scrolls itself.
   */
  height?: 'page' | 'content' | 'rows'
  /** What all rows come to, after their count in the foot: `41.8 TiB`. */
  total?: string | undefined
  /** The rows' count in the foot where it is not one of the noun: `3 folders, 4 objects`. */
  countOf?: ((rows: readonly Row[]) => string) | undefined
  /**
   * Loads the rows again, at will or every so often: a list that others change meanwhile. `asOf` is when they came, in
   * ms.
   */
  refresh?: { reload: () => Promise<void>; asOf: number | undefined } | undefined
  /** Rows that are dragged by their links onto others. */
  drag?: RowDrag<Row> | undefined
  /** `find`: letters that are typed in a row lead to the next one whose first column begins with them. */
  letters?: 'find'
  /** 56 px rows for cells of two lines. */
  lines?: 1 | 2
}

/** A table whose columns, rows and order stand as they are shown. */
export type GridProps<Row> = TableProps<Row> & {
  /** Whether there are rows to show, or they still load. */
  found: boolean
  shown: readonly Row[]
  onSort: (sort: Sort) => void
  arranged: ReturnType<typeof useTableView>
  /** Called with the columns that fit. */
  fitted: { current: readonly { id: string }[] }
}
