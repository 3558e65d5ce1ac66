import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import * as styles from './table.css.ts'

type Widths = Record<string, number>
type OnWidths = (widths: Widths) => void

/** Minimum width of a column, in px. */
const MIN_WIDTH = 56
/** Step of a key, in px. */
const KEY_STEP = 16

const headsOf = (cell: Element) => [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]

const idOf = (head: HTMLElement) => head.dataset.column ?? ''

/** Column widths after moving the line behind one of them: the next column compensates. */
const resizeColumn = (widths: Widths, id: string, by: number): Widths => {
  const ids = Object.keys(widths)
  const next = ids[ids.indexOf(id) + 1]
  const [width, nextWidth] = [widths[id], next === undefined ? undefined : widths[next]]
  if (next === undefined || width === undefined || nextWidth === undefined) return widths
  const change = Math.max(MIN_WIDTH - width, Math.min(by, nextWidth - MIN_WIDTH))
  return { ...widths, [id]: width + change, [next]: nextWidth - change }
}

const measureColumns = (cell: Element): Widths =>
  Object.fromEntries(headsOf(cell).map((head) => [idOf(head), head.getBoundingClientRect().width]))

/** How much wider or narrower a column has to be to fit the texts in view, in px. */
const missingWidth = (cell: HTMLElement) => {
  const column = headsOf(cell).indexOf(cell)
  const cells = [...(cell.closest('[role=grid]')?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].map(
    (row) => row.querySelectorAll<HTMLElement>('[data-cell]')[column],
  )
  const range = document.createRange()
  const widest = cells.reduce((most, one) => {
    if (!one) return most
    range.selectNodeContents(one)
    return Math.max(most, range.getBoundingClientRect().width, one.scrollWidth - padding(one))
  }, 0)
  return Math.ceil(widest + padding(cell)) - cell.getBoundingClientRect().width
}

const padding = (cell: HTMLElement) => {
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  return parseFloat(paddingLeft) + parseFloat(paddingRight)
}

/** Shift+arrow on a header resizes its column. */
export const resizeOnKey = (event: KeyboardEvent<HTMLElement>, onWidths: OnWidths) => {
  const by = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key]
  if (!by || !event.shiftKey) return
  event.preventDefault()
  onWidths(resizeColumn(measureColumns(event.currentTarget), idOf(event.currentTarget), by))
}

/** Resize handle between two headers: drag to resize, double-click to fit the longest text in view. */
export const ResizeHandle = ({ onWidths }: { onWidths: OnWidths }) => {
  const start = useRef<{ x: number; widths: Widths }>(undefined)
  const headOf = (event: { currentTarget: HTMLElement }) => event.currentTarget.parentElement as HTMLElement
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, widths: measureColumns(headOf(event)) }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return
    onWidths(resizeColumn(start.current.widths, idOf(headOf(event)), event.clientX - start.current.x))
  }
  return (
    <span
      className={styles.grip}
      aria-hidden
      onPointerDown={begin}
      onPointerMove={move}
      onLostPointerCapture={() => (start.current = undefined)}
      onDoubleClick={(event) => {
        const head = headOf(event)
        onWidths(resizeColumn(measureColumns(head), idOf(head), missingWidth(head)))
      }}
    />
  )
}
