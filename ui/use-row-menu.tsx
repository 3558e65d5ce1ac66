import { lazy, Suspense, useState, type MouseEvent } from 'react'
import { dangerLast } from './menu.tsx'
import type { RowAction } from './table-row.tsx'
import type { SelectedAction } from './use-selection.ts'

// rarely used, so loaded on demand
const ActionMenu = lazy(async () => ({ default: (await import('./open-menu.tsx')).ActionMenu }))

type MenuPosition = { index: number; x: number; y: number; openedBy: 'key' | 'pointer' }

/** Position of the menu: the pointer, or the start of the row if a key opened it. */
const positionOf = ({ clientX: x, clientY: y, button }: MouseEvent, row: Element) => {
  if (button === 2 || x || y) return { x, y, openedBy: 'pointer' } as const
  const { left, bottom } = row.getBoundingClientRect()
  return { x: left, y: bottom, openedBy: 'key' } as const
}

/** Context menu of a table's rows: the actions of the row, or of the selection it belongs to. */
export const useRowMenu = (
  actionsAt: (index: number) => readonly (RowAction | SelectedAction)[],
  moveTo: (index: number) => void,
) => {
  const [position, setPosition] = useState<MenuPosition>()
  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : undefined
    const row = target?.closest<HTMLElement>('[data-index]')
    // links keep the browser's own menu, which can open them in a new tab
    if (!row || target?.closest('a') || event.shiftKey) return
    const index = Number(row.dataset.index)
    if (actionsAt(index).length === 0) return
    event.preventDefault()
    setPosition({ index, ...positionOf(event, row) })
  }
  const close = () => {
    setPosition(undefined)
    // the action may have opened a dialog, which keeps the focus
    const active = document.activeElement
    if (position && (active === document.body || active?.closest('[role=menu]'))) moveTo(position.index)
  }
  const menu = position && (
    <Suspense>
      <ActionMenu
        key={`${position.x} ${position.y}`}
        label="Actions of the row"
        position={position}
        openedBy={position.openedBy}
        onClose={close}
        items={dangerLast(actionsAt(position.index).map((act) => (act.tone ? { ...act, key: 'Del' } : act)))}
      />
    </Suspense>
  )
  return { open, element: menu }
}
