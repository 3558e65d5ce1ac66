import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowUp from 'lucide-react/icons/arrow-up'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ReactNode,
  type UIEvent,
} from 'react'
import { count } from '../core/protocol/format.ts'
import type { RingBuffer } from './ring-buffer.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import * as styles from './stream-table.css.ts'
import * as table from './table.css.ts'
import { TableHead } from './table-head.tsx'
import { TableViewButton } from './table-view-button.tsx'
import { type Sort, sortKeys } from './table-sort.ts'
import { fittingColumns, gridTracks, useElementWidth } from './column-layout.ts'
import { useTableView } from './table-view.ts'
import { TableRow, type Column } from './table-row.tsx'
import { useNarrow } from './use-narrow.ts'
import { useRowKeys } from './use-row-keys.ts'
import { capitalize, type Noun } from './noun.ts'
import { rowsLeftOut } from './messages.ts'

type StreamTableProps<Row> = {
  ring: RingBuffer<Row>
  /** Name under which this browser stores the columns and their widths; without it they are fixed. */
  name?: string
  /**
   * The time first. If there is too little room, columns that narrow rows hide are dropped from the last one on. Pass
   * the same array each time.
   */
  columns: readonly Column<Row>[]
  noun: Noun
  /** Order of the ring's rows, and what a click on the head of a sortable column does; default: the newest first. */
  sort?: { by: Sort; keeps: 'latest' | 'slowest'; onSort: (column: string) => void } | undefined
  /** Shown if there are no rows. */
  empty: ReactNode
  /** Status at the left of the footer. */
  note?: string | undefined
  /** Shows a row that is clicked, or on which Enter is pressed. */
  onOpen?: (row: Row) => void
  /** Row of the open drawer, which follows the arrow keys. */
  opened?: Row | undefined
  onClose?: () => void
  /** Keeps visible rows in place while new ones arrive; `end` is called when the user goes to the newest. */
  pause?: { on: boolean; end: () => void }
}

/**
 * Heights in px, equal to `size.row`, `size.rowCompact`, `size.rowTall` and `size.tableHead`; the virtual list needs
 * numbers.
 */
const rowHeight = { comfortable: 40, compact: 32, narrow: 56 }
const headHeight = 32
const overscan = 10

const noop = () => {}

/** The visible rows: live, or a snapshot from when the user started to read. */
const useFrozenRows = <Row,>(ring: RingBuffer<Row>) => {
  useSyncExternalStore(ring.subscribe, ring.version)
  const [frozen, setFrozen] = useState<{ rows: Row[]; total: number }>()
  // the ring was cleared
  if (frozen && frozen.total > ring.total()) setFrozen(undefined)
  return {
    size: frozen ? frozen.rows.length : ring.size(),
    at: (index: number) => (frozen ? (frozen.rows[index] as Row) : ring.at(index)),
    newer: frozen ? ring.total() - frozen.total : 0,
    freeze: () => setFrozen((before) => before ?? { rows: ring.latest(), total: ring.total() }),
    release: () => setFrozen(undefined),
  }
}

/**
 * Latest rows of a stream, newest on top. Scrolling down or focusing a row freezes them until the user returns to the
 * top.
 */
export const StreamTable = <Row,>({
  ring,
  name,
  columns: allColumns,
  noun,
  empty,
  note,
  onOpen,
  opened,
  onClose,
  pause,
  sort,
}: StreamTableProps<Row>) => {
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const width = useElementWidth(frame)
  const tableView = useTableView(name && `stream.${name}`)
  const { view, changeView, density } = tableView
  const columns = useMemo(() => {
    const chosen = allColumns.filter(({ id }, at) => at === 0 || !view.hidden.includes(id))
    return narrow ? allColumns : fittingColumns(chosen, width, 0)
  }, [allColumns, width, narrow, view.hidden])
  const { size, at, newer, freeze, release } = useFrozenRows(ring)
  const lost = ring.lost()
  const virtual = useVirtualizer({
    count: size,
    getScrollElement: () => scroller.current,
    estimateSize: () => (narrow ? rowHeight.narrow : name ? rowHeight[density] : rowHeight.comfortable),
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
  })
  useLayoutEffect(() => virtual.measure(), [narrow, density])
  const open = onOpen && ((index: number) => onOpen(at(index)))
  const toggle = (index: number) => {
    if (at(index) === opened) onClose?.()
    else open?.(index)
    return true
  }
  const { current, moveTo, rows } = useRowKeys({
    scroller,
    count: size,
    reveal: (index) => virtual.scrollToIndex(index),
    open,
    drawer: open && onClose && { open, toggle, close: onClose, isOpen: opened !== undefined },
  })
  // when the drawer closes, the focus returns to the rows
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!opened && wasOpen.current && document.activeElement === document.body) moveTo(current)
    wasOpen.current = opened !== undefined
  }, [opened])
  useEffect(() => (pause?.on ? freeze() : release()), [pause?.on])
  const follow = ({ currentTarget }: UIEvent) => (currentTarget.scrollTop > 0 || pause?.on ? freeze() : release())
  const toTop = () => {
    scroller.current?.scrollTo({ top: 0 })
    pause?.end()
    release()
  }
  const template = narrow ? 'minmax(0, 1fr)' : gridTracks(columns, view.widths).join(' ')
  return (
    <div ref={frame} className={styles.frame}>
      {size === 0 && empty}
      {size > 0 && (
        <div
          ref={scroller}
          className={classes(table.scroller, styles.scroller)}
          role="grid"
          aria-label={capitalize(noun.many)}
          aria-rowcount={size + 1}
          style={{ '--table-columns': template } as CSSProperties}
          onScroll={follow}
        >
          <TableHead
            columns={columns}
            narrow={narrow}
            sort={sort?.by ?? `-${columns[0]?.id}`}
            sortable={sort !== undefined}
            // sorts by one column, also with Shift
            onSort={(next) => sort?.onSort(sortKeys(next).at(-1)?.id ?? '')}
            all={undefined}
            hasActions={false}
            onWidths={name ? (widths) => changeView({ widths }) : undefined}
          />
          <div
            role="rowgroup"
            className={classes(table.body, onOpen && styles.opens)}
            style={{ height: virtual.getTotalSize() }}
            {...rows}
            onFocus={(event) => {
              // a row must not move while it has the keyboard focus
              freeze()
              rows.onFocus(event)
            }}
          >
            {virtual.getVirtualItems().map(({ index, start, size: height }) => (
              <TableRow
                // keyed by position: at thousands of rows a second the elements are reused and only their text changes
                key={index}
                row={at(index)}
                index={index}
                top={start - headHeight}
                height={height}
                columns={columns}
                narrow={narrow}
                current={index === current}
                opened={opened !== undefined && at(index) === opened}
                selected={undefined}
                blocked={undefined}
                actions={undefined}
                onSelect={noop}
              />
            ))}
          </div>
        </div>
      )}
      {newer > 0 && (
        <button type="button" className={styles.newer} onClick={toTop}>
          <Icon of={ArrowUp} />
          {count(newer)} newer {newer === 1 ? 'row' : 'rows'}
        </button>
      )}
      <div className={classes(table.foot, styles.foot)}>
        <span role="status" className={table.footText}>
          {note}
        </span>
        <span>
          {lost > 0 && rowsLeftOut(count(lost), lost === 1 ? 'row was' : 'rows were')}
          Keeps the {sort?.keeps ?? 'latest'} {count(ring.capacity)} rows
        </span>
        {name && !narrow && (
          <TableViewButton
            name={name}
            columns={allColumns}
            tableView={tableView}
            refresh={undefined}
            exportedRows={ring.latest}
            exportedColumns={columns}
            fittingColumnsRef={{ current: columns }}
          />
        )}
      </div>
    </div>
  )
}
