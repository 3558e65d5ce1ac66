import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useElementWidth } from './column-layout.ts'

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 4

/** Layout before the first measurement: columns, row height including the gap, and offset from the top, in px. */
const INITIAL_LAYOUT = { columns: 1, row: 174, top: 0 }

/**
 * Virtualizes a grid of equally high cards that scrolls with the page: renders the rows near the window, and pads the
 * rest.
 */
export const useVirtualCards = (count: number) => {
  const grid = useRef<HTMLUListElement>(null)
  const width = useElementWidth(grid)
  const [layout, setLayout] = useState(INITIAL_LAYOUT)
  const { columns, row, top } = layout
  const scroller = () => grid.current?.closest('main') ?? null
  const virtual = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: scroller,
    estimateSize: () => row,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    const [list, main] = [grid.current, scroller()]
    const first = list?.firstElementChild
    if (!list || !main || !first) return
    const style = getComputedStyle(list)
    const next = {
      columns: Math.max(1, style.gridTemplateColumns.split(' ').length),
      row: (first as HTMLElement).offsetHeight + (Number.parseFloat(style.rowGap) || 0) || INITIAL_LAYOUT.row,
      top: Math.round(list.getBoundingClientRect().top - main.getBoundingClientRect().top + main.scrollTop),
    }
    if (JSON.stringify(next) !== JSON.stringify(layout)) setLayout(next)
  }, [width, count, layout])
  // the virtualizer caches the first heights
  useLayoutEffect(() => virtual.measure(), [row])
  const rows = virtual.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    grid,
    from: (first?.index ?? 0) * columns,
    to: ((last?.index ?? 0) + 1) * columns,
    room: {
      paddingTop: (first?.start ?? top) - top,
      paddingBottom: last ? virtual.getTotalSize() - (last.end - top) : 0,
    },
  }
}
