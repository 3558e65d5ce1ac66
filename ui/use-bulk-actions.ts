import type { LucideIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { currentLocation, setQuery } from '../core/web/location.ts'
import type { Selection, SelectedAction } from './use-selection.ts'
import type { Noun } from './noun.ts'

/** An action on several rows. */
type BulkAction<Row> = {
  label: string
  icon: LucideIcon
  tone?: 'danger'
  where?: 'server'
  /** Why it is disabled for these rows. */
  disabled?: string | false | ((rows: readonly Row[]) => string | false | undefined)
  onSelect: (rows: readonly Row[]) => void
}

type BulkOptions<Row> = {
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  noun: Noun
  actions: readonly BulkAction<Row>[]
  blocked?: (row: Row) => string | undefined
}

/** Selections of more rows are not in the address, whose length is limited. */
const MAX_IN_ADDRESS = 50

const keysInAddress = () => new Set(new URLSearchParams(currentLocation().search).getAll('selected'))

/** Keys of the selected rows, from the address, which follows them. */
const useKeys = () => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(keysInAddress)
  const change = (next: ReadonlySet<string>) => {
    setKeys(next)
    setQuery({ selected: next.size > MAX_IN_ADDRESS ? [] : [...next] })
  }
  return [keys, change] as const
}

/**
 * Selection of a list and its actions: pass `selection` to its `Table`, `selected` to the `SelectionBar`. Rows that
 * leave the list are deselected.
 */
export const useBulkActions = <Row>({ rows, rowKey, noun, actions, blocked }: BulkOptions<Row>) => {
  const [keys, setKeys] = useKeys()
  const selectedRows = useMemo(() => rows?.filter((row) => keys.has(rowKey(row))) ?? [], [rows, keys])
  const boundActions = actions.map(({ disabled, onSelect, ...action }): SelectedAction => {
    const reason = typeof disabled === 'function' ? disabled(selectedRows) : disabled
    return { ...action, disabled: reason, onSelect: () => onSelect(selectedRows) }
  })
  const clear = () => setKeys(new Set())
  const selection: Selection<Row> = { keys, onChange: setKeys, blocked, actions: boundActions }
  return {
    chosen: selectedRows,
    clear,
    selection,
    selected: { count: selectedRows.length, noun, actions: boundActions, onClear: clear },
  }
}
