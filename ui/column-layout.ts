import { useLayoutEffect, useState, type RefObject } from 'react'
import { gridTrack, type Column } from './table-row.tsx'

/** Minimum width of a name and of other columns, in px. */
const minWidths = { name: 200, other: 96 }

/** Width of checkboxes and buttons next to the columns, in px. */
export const CONTROLS_WIDTH = 144

/** Grid tracks of the columns: as declared, or as resized. */
export const gridTracks = <Row>(columns: readonly Column<Row>[], widths: Readonly<Record<string, number>>) =>
  columns.map((column) => {
    const share = columns.every(({ id }) => widths[id]) && widths[column.id]
    return share ? `minmax(0, ${share}fr)` : gridTrack(column)
  })

/** Width of an element in px, 0 until known; in steps of 8 to limit rendering during a resize. */
export const useElementWidth = (of: RefObject<HTMLElement | null>) => {
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

const minWidthOf = <Row>(column: Column<Row>, index: number) => {
  const track = gridTrack(column)
  const [, exactWidth, minWidth] = /^(?:(\d+)px$|minmax\((\d+)px)/.exec(track) ?? []
  if (index === 0) return exactWidth ?? (Number(minWidth) || minWidths.name)
  return track === 'var(--size-date)' ? 168 : (exactWidth ?? Math.max(minWidths.other, Number(minWidth ?? 0)))
}

/**
 * Columns that fit next to a readable name and the row's controls; of those that narrow rows hide, the last are dropped
 * first.
 */
export const fittingColumns = <Row>(
  columns: readonly Column<Row>[],
  width: number,
  controlsWidth = CONTROLS_WIDTH,
): readonly Column<Row>[] => {
  const neededWidth = columns.reduce((sum, column, index) => sum + Number(minWidthOf(column, index)), controlsWidth)
  const last = columns.findLast(({ narrow }, index) => index > 0 && narrow === 'hidden')
  if (!width || neededWidth <= width || !last) return columns
  return fittingColumns(
    columns.filter((column) => column !== last),
    width,
    controlsWidth,
  )
}
