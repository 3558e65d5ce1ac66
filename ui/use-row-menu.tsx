import { useEffect, useState, type MouseEvent } from 'react'
import { ActionMenu, dangerLast } from './menu.tsx'
import type { RowLookup } from './row-lookup.ts'
import type { RowAction } from './table-row.tsx'
import type { SelectedAction } from './use-selection.ts'

type MenuPosition = { rowKey: string; x: number; y: number; openedBy: 'key' | 'pointer' }

/** Position of the menu: the pointer, or the start of the row if a key opened it. */
const positionOf = ({ clientX: x, clientY: y, button }: MouseEvent, row: Element) => {
  if (button === 2 || x || y) return { x, y, openedBy: 'pointer' } as const
  const { left, bottom } = row.getBoundingClientRect()
  return { x: left, y: bottom, openedBy: 'key' } as const
}

/** Context menu of a table's rows: the actions of the row, or of the selection it belongs to. */
export const useRowMenu = (
  { keyAt, indexOf }: RowLookup,
  actionsAt: (index: number) => readonly (RowAction | SelectedAction)[],
  { current, moveTo }: { current: number; moveTo: (index: number) => void },
) => {
  const [position, setPosition] = useState<MenuPosition>()
  const openedIndex = indexOf(position?.rowKey)
  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : undefined
    const row = target?.closest<HTMLElement>('[data-index]')
    // links keep the browser's own menu, which can open them in a new tab
    if (!row || target?.closest('a') || event.shiftKey) return
    const index = Number(row.dataset.index)
    const rowKey = keyAt(index)
    if (rowKey === undefined || actionsAt(index).length === 0) return
    event.preventDefault()
    setPosition({ rowKey, ...positionOf(event, row) })
  }
  const close = () => {
    setPosition(undefined)
    // the action may have opened a dialog, which keeps the focus
    const active = document.activeElement
    if (position && (active === document.body || active?.closest('[role=menu]')))
      moveTo(openedIndex < 0 ? current : openedIndex)
  }
  const isGone = position !== undefined && openedIndex < 0
  useEffect(() => {
    if (isGone) close()
  }, [isGone])
  const menu = position && !isGone && (
    <ActionMenu
      key={`${position.x} ${position.y}`}
      label="Actions of the row"
      position={position}
      openedBy={position.openedBy}
      onClose={close}
      items={dangerLast(actionsAt(openedIndex).map((act) => (act.tone ? { ...act, key: 'Del' } : act)))}
    />
  )
  return { open, element: menu }
}
