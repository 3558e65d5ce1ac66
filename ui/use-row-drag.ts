import { type DragEvent, useRef } from 'react'

/** Rows that are dragged by their links onto others. */
export type RowDrag<Row> = {
  /** Whether a row is a drop target for these rows. */
  takes: (row: Row) => boolean
  /** Handles a drop onto a row; `copy` if the copy modifier key was pressed. */
  drop: (dragged: readonly Row[], onto: Row, how: 'move' | 'copy') => void
}

const rowOf = ({ target }: DragEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null

/**
 * Drag and drop of rows within a table: the dragged one, or the whole selection if it is selected. Spread it on the
 * rows' parent.
 */
export const useRowDrag = <Row>(
  rows: readonly Row[],
  isSelected: (index: number) => boolean,
  drag: RowDrag<Row> | undefined,
) => {
  const dragged = useRef<readonly number[]>([])
  const over = useRef<HTMLElement>(null)
  if (!drag) return {}
  const mark = (next: HTMLElement | null) => {
    if (over.current === next) return
    over.current?.removeAttribute('data-over')
    next?.setAttribute('data-over', '')
    over.current = next
  }
  const target = (event: DragEvent) => {
    const place = rowOf(event)
    const index = Number(place?.dataset.index)
    const row = rows[index]
    if (
      !place ||
      row === undefined ||
      dragged.current.length === 0 ||
      dragged.current.includes(index) ||
      !drag.takes(row)
    )
      return undefined
    return { place, row }
  }
  return {
    onDragStart: (event: DragEvent) => {
      const index = Number(rowOf(event)?.dataset.index)
      if (Number.isNaN(index)) return
      dragged.current = isSelected(index) ? rows.flatMap((_, at) => (isSelected(at) ? [at] : [])) : [index]
      event.dataTransfer.effectAllowed = 'copyMove'
    },
    onDragOver: (event: DragEvent) => {
      const at = target(event)
      mark(at?.place ?? null)
      if (!at) return
      event.preventDefault()
      event.dataTransfer.dropEffect = event.ctrlKey || event.altKey ? 'copy' : 'move'
    },
    onDrop: (event: DragEvent) => {
      const at = target(event)
      mark(null)
      if (!at) return
      event.preventDefault()
      const some = dragged.current.flatMap((index) => rows[index] ?? [])
      drag.drop(some, at.row, event.ctrlKey || event.altKey ? 'copy' : 'move')
    },
    onDragEnd: () => {
      mark(null)
      dragged.current = []
    },
  }
}
