import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type CSSProperties } from 'react'
import { Skeleton } from './skeleton.tsx'
import * as styles from './table.css.ts'
import { TableHead } from './table-head.tsx'
import { sorted } from './table-order.ts'
import { hasSecond, narrowColumns, TableRow, type Column } from './table-row.tsx'
import type { TableProps } from './table-props.ts'
import { useNarrow } from './use-narrow.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useSelection } from './use-selection.ts'
import { capitalised } from './words.ts'

/** Heights in px, the same as `size.row`, `size.rowTall` and `size.tableHead`: the virtual list needs numbers. */
const rowHeight = { one: 40, two: 56, narrow: 48 }
const headHeight = 32
const overscan = 10
/** Rows left below the view when more are asked for. */
const ahead = 50

const actionsWidth = (actions: number) => {
  const buttons = actions > 3 ? 3 : actions
  return `calc(${buttons} * var(--size-icon-button) + ${buttons - 1} * var(--space-1) + 2 * var(--space-3))`
}

/** The rows in view under their head, and the keyboard. */
export const Grid = <Row,>(props: TableProps<Row> & { found: readonly Row[] | undefined }) => {
  const { columns, rowKey, noun, selection, actions, more, found, lines = 1, sort: sorting = 'client' } = props
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const [ownSort, setOwnSort] = useState(props.initialSort)
  const sort = sorting === 'none' ? undefined : (props.sortedBy ?? ownSort)
  const shown = useMemo(
    () => (sorting === 'client' ? sorted(found ?? [], columns, sort) : (found ?? [])),
    [sorting, found, columns, sort],
  )
  const { all, isSelected, select } = useSelection(shown, rowKey, selection)

  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: useMemo(() => sizer(shown, columns, narrow, lines), [shown, columns, narrow, lines]),
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      return current >= shown.length || visible.includes(current)
        ? visible
        : [...visible, current].sort((a, b) => a - b)
    },
  })
  const { current, ...keys } = useRowKeys({
    scroller,
    count: shown.length,
    reveal: (index) => virtual.scrollToIndex(index),
    toggle: selection && ((index) => select(index, !isSelected(index), false)),
  })
  const items = virtual.getVirtualItems()
  const askedAt = useRef(-1)
  const nearEnd = (virtual.range?.endIndex ?? 0) >= shown.length - ahead
  // once for each length: a page that failed is not asked for again and again, a search does not load the whole list
  const wantsMore = more?.partial && !more.loading && nearEnd && !props.search && askedAt.current !== shown.length
  useEffect(() => {
    if (!wantsMore) return
    askedAt.current = shown.length
    more?.load()
  }, [wantsMore, shown.length])

  const tracks = narrow ? ['minmax(0, 1fr)'] : columns.map(({ width = 'minmax(0, 1fr)' }) => width)
  const actionCount = actions && shown[0] ? actions(shown[0]).length : 0
  const template = [
    ...(selection ? ['var(--size-check-column)'] : []),
    ...tracks,
    ...(actions ? [narrow ? 'var(--size-icon-button)' : actionsWidth(actionCount)] : []),
  ].join(' ')
  const grid = (
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      aria-label={capitalised(noun.many)}
      aria-rowcount={more?.partial ? -1 : shown.length + 1}
      aria-busy={!found}
      aria-multiselectable={selection ? true : undefined}
      style={{ '--table-columns': template } as CSSProperties}
    >
      <TableHead
        columns={columns}
        narrow={narrow}
        sort={sort}
        sortable={sorting !== 'none'}
        onSort={props.onSort ?? setOwnSort}
        all={all && { ...all, disabled: shown.length === 0 && `${capitalised(noun.many)} are still loading` }}
        hasActions={!!actions}
      />
      {found && (
        <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }} {...keys}>
          {items.map(({ index, start, size }) => {
            const row = shown[index] as Row
            return (
              <TableRow
                key={rowKey(row)}
                row={row}
                index={index}
                top={start - headHeight}
                height={size}
                columns={columns}
                narrow={narrow}
                current={index === current}
                selected={selection && isSelected(index)}
                blocked={selection?.blocked?.(row)}
                actions={actions}
                onSelect={select}
              />
            )
          })}
        </div>
      )}
    </div>
  )
  return (
    <>
      {grid}
      {!found && <Skeleton template={template} columns={tracks.length + (selection ? 1 : 0)} rows={7} />}
    </>
  )
}

const sizer = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], narrow: boolean, lines: 1 | 2) => {
  if (!narrow) return () => (lines === 2 ? rowHeight.two : rowHeight.one)
  const { second } = narrowColumns(columns)
  return (index: number) => (hasSecond(second, rows[index] as Row) ? rowHeight.two : rowHeight.narrow)
}
