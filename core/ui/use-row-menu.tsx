import { lazy, Suspense, useState, type MouseEvent } from 'react'
import type { RowAction } from './table-row.tsx'
import type { SelectedAction } from './use-selection.ts'

// most never open one
const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

type At = { index: number; x: number; y: number }

/** Where the menu opens: at the pointer, or under the row's beginning where a key asked for it. */
const placeOf = (event: MouseEvent, row: Element) => {
  if (event.clientX || event.clientY) return { x: event.clientX, y: event.clientY }
  const { left, bottom } = row.getBoundingClientRect()
  return { x: left, y: bottom }
}

/** The context menu of a table's rows: what can be done with the row, or with all that are selected. */
export const useRowMenu = (
  actsOn: (index: number) => readonly (RowAction | SelectedAction)[],
  moveTo: (index: number) => void,
) => {
  const [at, setAt] = useState<At>()
  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : undefined
    const row = target?.closest<HTMLElement>('[data-index]')
    // a link has the browser's own menu, which opens it in another tab
    if (!row || target?.closest('a') || event.shiftKey) return
    const index = Number(row.dataset.index)
    if (actsOn(index).length === 0) return
    event.preventDefault()
    setAt({ index, ...placeOf(event, row) })
  }
  const close = () => {
    setAt(undefined)
    if (at) moveTo(at.index)
  }
  const shown = at && (
    <Suspense>
      <RowMenu x={at.x} y={at.y} items={actsOn(at.index)} onClose={close} />
    </Suspense>
  )
  return { open, shown }
}
