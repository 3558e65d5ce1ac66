import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Failure } from '../core/protocol/failure.ts'
import type { CardProps } from './card-grid.tsx'
import type { Sort } from './table-sort.ts'
import type { Column, RowAction } from './table-row.tsx'
import type { useTableView } from './table-view.ts'
import type { RowDrag } from './use-row-drag.ts'
import type { Selection } from './use-selection.ts'
import type { Noun } from './noun.ts'

export type TableProps<Row> = {
  /** `undefined` during the first load. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  noun: Noun
  /** Name under which this browser stores columns and widths; needed for choosing columns and for exports. */
  name?: string
  /** Shows only rows that contain this text. */
  search?: string | undefined
  onClearSearch?: (() => void) | undefined
  selection?: Selection<Row> | undefined
  /**
   * Drawer with details of a row: a click or Space opens it, the arrow keys move it. `key` is that of the open row.
   * Rows without one are selected by Space as usual.
   */
  drawer?:
    | { key: string | undefined; has: (row: Row) => boolean; open: (row: Row) => void; close: () => void }
    | undefined
  /** Actions of a row: up to three icon buttons; of more than three, the first two and a "…" menu. */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** Number of actions of most rows, which gives the columns their width while rows load. Default: three or more. */
  actionCount?: number | undefined
  /** Called when the pointer or focus reaches one of these rows, to load what their actions depend on. */
  onPreload?: ((rows: readonly Row[]) => void) | undefined
  /** Empty state; its sentence is derived from the noun. */
  empty: { icon: LucideIcon; title?: string; text?: ReactNode; action?: ReactNode }
  error?: Failure | undefined
  /** Shown instead of rows that the account may not list. */
  noAccess?: ReactNode
  onRetry?: (() => void) | undefined
  loading?: boolean | undefined
  /**
   * For lists of which only the first part is loaded: `load` is called when scrolling nears its end. `sorted`: only
   * that part is sorted, as the table says.
   */
  more?: { partial: boolean; load: () => void; loading: boolean; sorted?: boolean } | undefined
  /** `page`: the page sorts the rows itself by `sortedBy`; `none`: rows keep their order and no column sorts. */
  sort?: 'client' | 'page' | 'none'
  /** Ids of columns, separated by commas, each with a leading `-` for descending order. */
  initialSort?: Sort
  /** Sort controlled by the page, such as in its address; changed with `onSort`. */
  sortedBy?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /**
   * `page` fills the page and scrolls inside; `content` is as high as its rows, up to about ten; `rows` as all of them,
   * for a few hundred in a page that scrolls itself.
   */
  height?: 'page' | 'content' | 'rows'
  /** Total of all rows, after their count in the footer: `41.8 TiB`. */
  total?: string | undefined
  /** Count of rows in the footer if it is not one of the noun: `3 folders, 4 objects`. */
  countOf?: ((rows: readonly Row[]) => string) | undefined
  /**
   * Reloads the rows on request or periodically, for lists that others change. `asOf` is when they were loaded, in ms.
   */
  refresh?: { reload: () => Promise<void>; asOf: number | undefined } | undefined
  /** Rows that are dragged by their links onto others. */
  drag?: RowDrag<Row> | undefined
  /** `find`: typing letters in a row jumps to the next row whose first column starts with them. */
  typeahead?: 'find'
  /** `2`: 56 px rows, for cells of two lines. */
  lines?: 1 | 2
  /** Shows cards instead of rows. */
  card?: ComponentType<CardProps<Row>> | undefined
}

/** A table with resolved columns, rows and order. */
export type TableGridProps<Row> = TableProps<Row> & {
  /** Whether there are rows to show, or they are still loading. */
  hasRows: boolean
  visibleRows: readonly Row[]
  onSort: (sort: Sort) => void
  tableView: ReturnType<typeof useTableView>
  /** Receives the columns that fit. */
  fittingColumnsRef: { current: readonly { id: string }[] }
}
