import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, type CSSProperties, type SyntheticEvent } from 'react'
import { showError } from '../core/web/toasts.ts'
import { Skeleton } from './skeleton.tsx'
import * as styles from './table.css.ts'
import { BESIDE, fittingColumns, tracksOf, useWidth } from './table-fit.ts'
import { TableHead } from './table-head.tsx'
import type { GridProps } from './table-props.ts'
import { hasSecond, narrowColumns, type RowAction, TableRow, type Column } from './table-row.tsx'
import { useNarrow } from './use-narrow.ts'
import { rowAfter } from './row-after.ts'
import { useRowDrag } from './use-row-drag.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useSelection, type SelectedAction } from './use-selection.ts'
import { capitalize } from './noun.ts'

/**
 * Heights in px, equal to `size.row`, `size.rowCompact`, `size.rowTall` and `size.tableHead`; the virtual list needs
 * numbers.
 */
const rowHeight = { comfortable: 40, compact: 32, tall: 56, narrow: 48 }
const headHeight = 32
const overscan = 10
/** Remaining rows below the view at which more are requested. */
const LOAD_AHEAD = 50

const actionsWidth = (actions: number) => {
  const buttons = actions > 3 ? 3 : actions
  return `calc(${buttons} * var(--size-icon-button) + ${buttons - 1} * var(--space-1) + 2 * var(--space-3))`
}

/** Runs the dangerous action for the Delete key; if it is disabled, shows the reason. */
const runDangerAction = (acts: readonly (SelectedAction | RowAction)[]) => {
  const act = acts.find(({ tone }) => tone === 'danger')
  if (act?.disabled) showError(act.disabled)
  else act?.onSelect?.()
}

/** Keeps the row of the open drawer in view; when the drawer closes, the row gets its focus. */
const useOpened = ({
  opened,
  reveal,
  moveTo,
}: {
  opened: number
  reveal: (index: number) => void
  moveTo: (index: number) => void
}) => {
  const last = useRef(opened)
  useEffect(() => {
    if (opened >= 0) reveal(opened)
    else if (last.current >= 0 && document.activeElement === document.body) moveTo(last.current)
    last.current = opened
  }, [opened])
}

/** Number of rows around the pointer or focus that `onReach` reports together. */
const BLOCK_SIZE = 10

const useReach = <Row,>(visible: readonly Row[], onReach: ((rows: readonly Row[]) => void) | undefined) => {
  const last = useRef({ visible, block: -1 })
  if (!onReach) return undefined
  return ({ target }: SyntheticEvent) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-index]')
    if (!row) return
    const block = Math.floor(Number(row.dataset.index) / BLOCK_SIZE)
    if (last.current.visible === visible && last.current.block === block) return
    last.current = { visible, block }
    onReach(visible.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE))
  }
}

/** Header, visible rows and keyboard handling. */
export const Grid = <Row,>(props: GridProps<Row>) => {
  const {
    rowKey,
    noun,
    selection,
    actions,
    drawer,
    more,
    hasRows: found,
    visibleRows: shown,
    sortedBy: sort,
    onSort,
    tableView,
    lines = 1,
  } = props
  const { view, change, density } = tableView
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const hasOnlyColumns = !selection && !actions
  const columns = useMemo(
    () => fittingColumns(props.columns, width, hasOnlyColumns ? 0 : BESIDE),
    [props.columns, width, hasOnlyColumns],
  )
  // the footer, rendered later, offers the columns and says which do not fit
  props.fitted.current = columns
  const { all, isSelected, select, extend } = useSelection(shown, rowKey, selection)
  const sizeOf = useMemo(
    () => rowSizer(shown, columns, narrow, lines === 2 ? 'tall' : density),
    [shown, columns, narrow, lines, density],
  )

  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
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
  // the virtual list caches the first heights
  useLayoutEffect(() => virtual.measure(), [sizeOf])
  const actionsAt = (index: number) => {
    const row = shown[index]
    return isSelected(index) && selection?.actions ? selection.actions : row === undefined ? [] : (actions?.(row) ?? [])
  }
  const { current, moveTo, rows } = useRowKeys({
    scroller,
    count: shown.length,
    reveal: (index) => virtual.scrollToIndex(index),
    select: selection && {
      toggle: (index) => select(index, !isSelected(index), false),
      extend,
      all: () => all?.onChange(true),
      none: () => selection.onChange(new Set()),
      press: selection.press,
    },
    remove: (index) => runDangerAction(actionsAt(index)),
    press: (index, key) => {
      const row = shown[index]
      const act = row === undefined ? undefined : actions?.(row).find((one) => one.key === key)
      if (!act?.onSelect || act.disabled) return false
      act.onSelect()
      return true
    },
    find: props.typeahead && ((text, from) => rowAfter(shown, columns[0], text, from)),
    drawer: drawer && {
      isOpen: drawer.key !== undefined,
      close: drawer.close,
      open: (index) => {
        const row = shown[index]
        if (row !== undefined && drawer.has(row)) drawer.open(row)
      },
      toggle: (index) => {
        const row = shown[index]
        if (row === undefined || !drawer.has(row)) return false
        if (rowKey(row) === drawer.key) drawer.close()
        else drawer.open(row)
        return true
      },
    },
  })
  const opened = drawer?.key === undefined ? -1 : shown.findIndex((row) => rowKey(row) === drawer.key)
  useOpened({ opened, reveal: (index) => virtual.scrollToIndex(index), moveTo })
  const menu = useRowMenu(actionsAt, moveTo)
  const reportReach = useReach(shown, props.onReach)
  const dragging = useRowDrag(shown, isSelected, props.drag)
  const items = virtual.getVirtualItems()

  const sortedOnce = useRef(sort)
  useEffect(() => {
    if (sortedOnce.current === sort) return
    sortedOnce.current = sort
    scroller.current?.scrollTo({ top: 0 })
  }, [sort])

  const requestedAt = useRef(-1)
  const isNearEnd = (virtual.range?.endIndex ?? 0) >= shown.length - LOAD_AHEAD
  // once per length: a failed page is not requested repeatedly, and a search does not load the whole list
  const needsMore = more?.partial && !more.loading && isNearEnd && !props.search && requestedAt.current !== shown.length
  useEffect(() => {
    if (!needsMore) return
    requestedAt.current = shown.length
    more?.load()
  }, [needsMore, shown.length])

  const tracks = narrow ? ['minmax(0, 1fr)'] : tracksOf(columns, view.widths)
  const actionCount = actions && shown[0] ? actions(shown[0]).length : 0
  const template = [
    ...(selection ? ['var(--size-check-column)'] : []),
    ...tracks,
    ...(actions ? [narrow ? 'var(--size-icon-button)' : actionsWidth(actionCount)] : []),
  ].join(' ')
  return (
    <>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={capitalize(noun.many)}
        aria-rowcount={more?.partial ? -1 : shown.length + 1}
        aria-busy={!found}
        aria-multiselectable={selection ? true : undefined}
        style={{ '--table-columns': template } as CSSProperties}
      >
        <TableHead
          columns={columns}
          narrow={narrow}
          sort={sort}
          sortable={props.sort !== 'none'}
          onSort={onSort}
          all={all && { ...all, disabled: shown.length === 0 && `${capitalize(noun.many)} are still loading` }}
          hasActions={!!actions}
          onWidths={props.name ? (widths) => change({ widths }) : undefined}
        />
        {found && (
          <div
            role="rowgroup"
            className={styles.body}
            style={{ height: virtual.getTotalSize() }}
            {...rows}
            {...dragging}
            onPointerOver={reportReach}
            onFocusCapture={reportReach}
            onContextMenu={menu.open}
          >
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
                  opened={index === opened}
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
      {menu.shown}
      {!found && <Skeleton template={template} columns={tracks.length + (selection ? 1 : 0)} rows={7} />}
    </>
  )
}

const rowSizer = <Row,>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  narrow: boolean,
  wide: 'comfortable' | 'compact' | 'tall',
) => {
  if (!narrow) return () => rowHeight[wide]
  const { second } = narrowColumns(columns)
  return (index: number) => (hasSecond(second, rows[index] as Row) ? rowHeight.tall : rowHeight.narrow)
}
