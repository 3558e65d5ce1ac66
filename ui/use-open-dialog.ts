import { currentLocation, onNavigate, setQuery } from '../core/web/location.ts'
import { useState, useSyncExternalStore } from 'react'
import type { ListAction, NonEmptyRows } from './list-action.ts'

export type OpenDialog<Row> = {
  action: ListAction<Row>
  rows: NonEmptyRows<Row>
  from: 'row' | 'selection'
}

/** `Set Policies` → `set-policies`: the field of the address that holds the row. */
const fieldOf = (label: string) => label.toLowerCase().replace(/\W+/g, '-')

/**
 * The open dialog of a list: that of one row is in the address, so that links and the palette can open it; that of a
 * selection is not. Its row stays as it was when the dialog opened, so that a reload neither closes the dialog nor
 * changes what an edit is compared with.
 */
export const useOpenDialog = <Row>(
  actions: readonly ListAction<Row>[],
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
) => {
  const search = useSyncExternalStore(onNavigate, () => currentLocation().search)
  const [selectionDialog, setSelectionDialog] = useState<OpenDialog<Row>>()
  const query = new URLSearchParams(search)
  const linkedAction = actions.find((action) => 'dialog' in action && query.has(fieldOf(action.label)))
  const field = linkedAction && fieldOf(linkedAction.label)
  const address = field && `${field}=${query.get(field)}`
  const [opened, setOpened] = useState<{ address: string; row: Row }>()
  if (opened?.address !== address) {
    const row = field === undefined ? undefined : rows?.find((one) => rowKey(one) === query.get(field))
    if (address !== undefined && row !== undefined) setOpened({ address, row })
    else if (opened) setOpened(undefined)
  }
  const row = opened?.address === address ? opened?.row : undefined
  const rowDialog =
    linkedAction && row !== undefined ? { action: linkedAction, rows: [row] as const, from: 'row' as const } : undefined
  const current: OpenDialog<Row> | undefined = selectionDialog ?? rowDialog
  const { action } = current ?? {}
  return {
    current: current && action && 'dialog' in action ? { ...current, action } : undefined,
    open: (dialog: OpenDialog<Row>) => {
      if (dialog.from === 'selection') setSelectionDialog(dialog)
      else setQuery({ [fieldOf(dialog.action.label)]: rowKey(dialog.rows[0]) })
    },
    close: () => {
      if (selectionDialog) setSelectionDialog(undefined)
      else if (field) setQuery({ [field]: undefined })
    },
  }
}
