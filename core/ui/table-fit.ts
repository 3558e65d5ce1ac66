import { useLayoutEffect, useState, type RefObject } from 'react'
import { trackOf, type Column } from './table-row.tsx'

/** What a name needs to be one, and what another text does, in px. */
const least = { name: 200, other: 96 }

/** What boxes and buttons take beside the columns, in px. */
export const BESIDE = 144

/** The columns' tracks: as they are declared, or as somebody has shared the width between them. */
export const tracksOf = <Row>(columns: readonly Column<Row>[], widths: Readonly<Record<string, number>>) =>
  columns.map((column) => {
    const share = columns.every(({ id }) => widths[id]) && widths[column.id]
    return share ? `minmax(0, ${share}fr)` : trackOf(column)
  })

/**
 * How wide an element is, in px; 0 before that is known. Steps of 8, so that a window that is drawn does not redraw it
 * each time.
 */
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

const needOf = <Row>(column: Column<Row>, index: number) => {
  const track = trackOf(column)
  const [, told, floor] = /^(?:(\d+)px$|minmax\((\d+)px)/.exec(track) ?? []
  if (index === 0) return told ?? (Number(floor) || least.name)
  return track === 'var(--size-date)' ? 168 : (told ?? Math.max(least.other, Number(floor ?? 0)))
}

/**
 * The columns that have room beside a readable name, and beside what else stands in a row: of those that a narrow row
 * leaves out, the last go first.
 */
export const fitting = <Row>(
  columns: readonly Column<Row>[],
  width: number,
  beside = BESIDE,
): readonly Column<Row>[] => {
  const need = columns.reduce((sum, column, index) => sum + Number(needOf(column, index)), beside)
  const last = columns.findLast(({ narrow }, index) => index > 0 && narrow === 'hidden')
  if (!width || need <= width || !last) return columns
  return fitting(
    columns.filter((column) => column !== last),
    width,
    beside,
  )
}
