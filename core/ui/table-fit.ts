import { useLayoutEffect, useState, type RefObject } from 'react'
import { trackOf, type Column } from './table-row.tsx'

/** What a name needs to be one, and what another text does, in px. */
const least = { name: 200, other: 96 }

/** What boxes and buttons take beside the columns, in px. */
export const BESIDE = 144

/** How wide an element is, in px; 0 before that is known. Steps of 8, so that a window that is drawn does not redraw it each time. */
export const useWidth = (of: RefObject<HTMLElement | null>) => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = of.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.clientWidth / 8) * 8)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return width
}

const needOf = <Row,>(column: Column<Row>, index: number) => {
  if (index === 0) return least.name
  const track = trackOf(column)
  return track === 'var(--size-date)' ? 168 : (/^(\d+)px$/.exec(track)?.[1] ?? least.other)
}

/**
 * The columns that have room beside a readable name, and beside what else stands in a row: of those that a narrow row leaves
 * out, the last go first.
 */
export const fitting = <Row,>(columns: readonly Column<Row>[], width: number, beside = BESIDE): readonly Column<Row>[] => {
  const need = columns.reduce((sum, column, index) => sum + Number(needOf(column, index)), beside)
  const last = columns.findLast(({ narrow }, index) => index > 0 && narrow === 'hidden')
  if (!width || need <= width || !last) return columns
  return fitting(
    columns.filter((column) => column !== last),
    width,
    beside,
  )
}
