import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, type CSSProperties, type SyntheticEvent } from 'react'
import { showError } from '../core/web/toasts.ts'
import { Skeleton } from './skeleton.tsx'
import * as styles from './table.css.ts'
import { CONTROLS_WIDTH, fittingColumns, gridTracks, useElementWidth } from './column-layout.ts'
import { TableHead } from './table-head.tsx'
import type { TableGridProps } from './table-props.ts'
import { hasSecondLine, narrowColumns, type RowAction, TableRow, type Column } from './table-row.tsx'
import { useNarrow } from './use-narrow.ts'
import { usePrinting } from './use-printing.ts'
import { findNextRow } from './find-next-row.ts'
import { rowLookup } from './row-lookup.ts'
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

/** Maximum number of a row's buttons. */
const MAX_BUTTONS = 3

const actionsWidth = (actions: number) => {
  const buttons = Math.min(actions, MAX_BUTTONS)
  return `calc(${buttons} * var(--size-icon-button) + ${buttons - 1} * var(--space-1) + 2 * var(--space-3))`
}

/** Runs the dangerous action for the Delete key; if it is disabled, shows the reason. */
const runDangerAction = (acts: readonly (SelectedAction | RowAction)[]) => {
  const action = acts.find(({ tone }) => tone === 'danger')
  if (action?.disabled) showError(action.disabled)
  else action?.onSelect?.()
}

/** Keeps the row of the open drawer in view; when the drawer closes, the row gets its focus. */
const useOpenedRow = ({
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

/** Number of rows around the pointer or focus that `onPreload` receives together. */
const BLOCK_SIZE = 10

const usePreload = <Row,>(visible: readonly Row[], onPreload: ((rows: readonly Row[]) => void) | undefined) => {
  const last = useRef({ visible, block: -1 })
  if (!onPreload) return undefined
  return ({ target }: SyntheticEvent) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-index]')
    if (!row) return
    const block = Math.floor(Number(row.dataset.index) / BLOCK_SIZE)
    if (last.current.visible === visible && last.current.block === block) return
    last.current = { visible, block }
    onPreload(visible.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE))
  }
}

/** Header, visible rows and keyboard handling. */
export const TableGrid = <Row,>(props: TableGridProps<Row>) => {
  const { rowKey, noun, drawer, more, hasRows, visibleRows, sortedBy, onSort, tableView, lines = 1 } = props
  const { view, changeView, density } = tableView
  const isPrinting = usePrinting()
  const { selection, actions } = isPrinting ? { selection: undefined, actions: undefined } : props
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useElementWidth(scroller)
  const hasOnlyColumns = !selection && !actions
  const columns = useMemo(
    () => fittingColumns(props.columns, width, hasOnlyColumns ? 0 : CONTROLS_WIDTH),
    [props.columns, width, hasOnlyColumns],
  )
  // the footer, rendered later, offers the columns and says which do not fit
  props.fittingColumnsRef.current = columns
  const lookup = useMemo(() => rowLookup(visibleRows, rowKey), [visibleRows])
  const { all, isSelected, select, extend } = useSelection(visibleRows, rowKey, lookup, selection)
  const sizeOf = useMemo(
    () => rowSizer(visibleRows, columns, narrow, lines === 2 ? 'tall' : density),
    [visibleRows, columns, narrow, lines, density],
  )

  const virtual = useVirtualizer({
    count: visibleRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      return current >= visibleRows.length || visible.includes(current)
        ? visible
        : [...visible, current].sort((a, b) => a - b)
    },
  })
  // the virtual list caches the first heights
  useLayoutEffect(() => virtual.measure(), [sizeOf])
  const actionsAt = (index: number) => {
    const row = visibleRows[index]
    return isSelected(index) && selection?.actions ? selection.actions : row === undefined ? [] : (actions?.(row) ?? [])
  }
  const { current, moveTo, rows } = useRowKeys({
    scroller,
    count: visibleRows.length,
    lookup,
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
      const row = visibleRows[index]
      const action = row === undefined ? undefined : actions?.(row).find((one) => one.key === key)
      if (!action?.onSelect || action.disabled) return false
      action.onSelect()
      return true
    },
    find: props.typeahead && ((text, from) => findNextRow(visibleRows, columns[0], text, from)),
    drawer: drawer && {
      isOpen: drawer.key !== undefined,
      close: drawer.close,
      open: (index) => {
        const row = visibleRows[index]
        if (row !== undefined && drawer.has(row)) drawer.open(row)
      },
      toggle: (index) => {
        const row = visibleRows[index]
        if (row === undefined || !drawer.has(row)) return false
        if (rowKey(row) === drawer.key) drawer.close()
        else drawer.open(row)
        return true
      },
    },
  })
  const opened = lookup.indexOf(drawer?.key)
  useOpenedRow({ opened, reveal: (index) => virtual.scrollToIndex(index), moveTo })
  const menu = useRowMenu(lookup, actionsAt, { current, moveTo })
  const preload = usePreload(visibleRows, props.onPreload)
  const dragging = useRowDrag(visibleRows, rowKey, isSelected, props.drag)
  const items = isPrinting
    ? visibleRows.map((_, index) => ({ index, start: 0, size: sizeOf(index) }))
    : virtual.getVirtualItems()

  const sortedOnce = useRef(sortedBy)
  useEffect(() => {
    if (sortedOnce.current === sortedBy) return
    sortedOnce.current = sortedBy
    scroller.current?.scrollTo({ top: 0 })
  }, [sortedBy])

  const requestedAt = useRef(-1)
  const isNearEnd = (virtual.range?.endIndex ?? 0) >= visibleRows.length - LOAD_AHEAD
  // once per length: a failed page is not requested repeatedly, and a search does not load the whole list
  const needsMore =
    more?.partial && !more.loading && isNearEnd && !props.search && requestedAt.current !== visibleRows.length
  useEffect(() => {
    if (!needsMore) return
    requestedAt.current = visibleRows.length
    more?.load()
  }, [needsMore, visibleRows.length])

  const tracks = narrow ? ['minmax(0, 1fr)'] : gridTracks(columns, view.widths)
  const [firstRow] = visibleRows
  const actionCount = actions && firstRow !== undefined ? actions(firstRow).length : (props.actionCount ?? MAX_BUTTONS)
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
        aria-rowcount={more?.partial ? -1 : visibleRows.length + 1}
        aria-busy={!hasRows}
        aria-multiselectable={selection ? true : undefined}
        style={{ '--table-columns': template } as CSSProperties}
      >
        <TableHead
          columns={columns}
          narrow={narrow}
          sort={sortedBy}
          sortable={props.sort !== 'none'}
          onSort={onSort}
          all={all && { ...all, disabled: visibleRows.length === 0 && `${capitalize(noun.many)} are still loading` }}
          hasActions={!!actions}
          onWidths={props.name ? (widths) => changeView({ widths }) : undefined}
        />
        {hasRows && (
          <div
            role="rowgroup"
            className={styles.body}
            style={{ height: virtual.getTotalSize() }}
            {...rows}
            {...dragging}
            onPointerOver={preload}
            onFocusCapture={preload}
            onContextMenu={menu.open}
          >
            {items.map(({ index, start, size }) => {
              const row = visibleRows[index] as Row
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
      {menu.element}
      {!hasRows && (
        <Skeleton
          template={template}
          columns={tracks.length + (selection ? 1 : 0)}
          hasCheckbox={selection !== undefined}
          rows={7}
        />
      )}
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
  return (index: number) => (hasSecondLine(second, rows[index] as Row) ? rowHeight.tall : rowHeight.narrow)
}
