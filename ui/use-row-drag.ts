import { type DragEvent, useRef } from 'react'

/** Rows that are dragged by their links onto others. */
export type RowDrag<Row> = {
  /** Whether a row is a drop target for these rows. */
  canDrop: (row: Row) => boolean
  /** Handles a drop onto a row; `copy` if the copy modifier key was pressed. */
  onDrop: (dragged: readonly Row[], onto: Row, how: 'move' | 'copy') => void
}

const rowOf = ({ target }: DragEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null

/**
 * Drag and drop of rows within a table: the dragged one, or the whole selection if it is selected. Spread it on the
 * rows' parent.
 */
export const useRowDrag = <Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  isSelected: (index: number) => boolean,
  drag: RowDrag<Row> | undefined,
) => {
  const dragged = useRef<readonly Row[]>([])
  const dropTarget = useRef<HTMLElement>(null)
  if (!drag) return {}
  const markDropTarget = (next: HTMLElement | null) => {
    if (dropTarget.current === next) return
    dropTarget.current?.removeAttribute('data-over')
    next?.setAttribute('data-over', '')
    dropTarget.current = next
  }
  const target = (event: DragEvent) => {
    const element = rowOf(event)
    const row = rows[Number(element?.dataset.index)]
    if (!element || row === undefined || dragged.current.length === 0 || !drag.canDrop(row)) return undefined
    if (dragged.current.some((one) => rowKey(one) === rowKey(row))) return undefined
    return { element, row }
  }
  return {
    onDragStart: (event: DragEvent) => {
      const index = Number(rowOf(event)?.dataset.index)
      const row = rows[index]
      if (row === undefined) return
      dragged.current = isSelected(index) ? rows.filter((_, at) => isSelected(at)) : [row]
      event.dataTransfer.effectAllowed = 'copyMove'
    },
    onDragOver: (event: DragEvent) => {
      const at = target(event)
      markDropTarget(at?.element ?? null)
      if (!at) return
      event.preventDefault()
      event.dataTransfer.dropEffect = event.ctrlKey || event.altKey ? 'copy' : 'move'
    },
    onDrop: (event: DragEvent) => {
      const at = target(event)
      markDropTarget(null)
      if (!at) return
      event.preventDefault()
      drag.onDrop(dragged.current, at.row, event.ctrlKey || event.altKey ? 'copy' : 'move')
    },
    onDragEnd: () => {
      markDropTarget(null)
      dragged.current = []
    },
  }
}
