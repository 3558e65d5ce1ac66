import type { LucideIcon } from 'lucide-react'
import { useCallback, useRef } from 'react'
import type { RowLookup } from './row-lookup.ts'

/** An action on all selected rows. */
export type SelectedAction = {
  label: string
  icon: LucideIcon
  onSelect: () => void
  tone?: 'danger' | undefined
  /** Acts on the server immediately, so it is disabled while the server is away, as dangerous actions are. */
  where?: 'server' | undefined
  /** Why it is disabled. */
  disabled?: string | false | undefined
}

/** Selected rows by key; `blocked` says why a row cannot be selected. */
export type Selection<Row> = {
  keys: ReadonlySet<string>
  onChange: (keys: Set<string>) => void
  blocked?: ((row: Row) => string | undefined) | undefined
  /** `row` if rows exist only to be selected: a click anywhere in one selects it, without a modifier. */
  press?: 'row'
  /** Actions for the Delete key and a selected row's context menu. */
  actions?: readonly SelectedAction[] | undefined
}

/** Selects rows one by one, ranges with Shift, and all visible ones. */
export const useSelection = <Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  lookup: RowLookup,
  selection: Selection<Row> | undefined,
) => {
  const latest = useRef({ rows, rowKey, lookup, selection })
  latest.current = { rows, rowKey, lookup, selection }
  /** Keys of the anchor and of the last end of a range. */
  const range = useRef<{ anchor?: string | undefined; end?: string | undefined }>({})

  const isSelected = (index: number) => {
    const row = rows[index]
    return row !== undefined && selection !== undefined && selection.keys.has(rowKey(row))
  }

  const change = (changes: readonly { indexes: readonly number[]; on: boolean }[]) => {
    const { rows, rowKey, selection } = latest.current
    if (!selection) return
    const keys = new Set(selection.keys)
    for (const { indexes, on } of changes) {
      for (const index of indexes) {
        const row = rows[index]
        if (row === undefined || selection.blocked?.(row)) continue
        if (on) keys.add(rowKey(row))
        else keys.delete(rowKey(row))
      }
    }
    selection.onChange(keys)
  }

  // stable, so that rows are not rendered again
  const select = useCallback((index: number, on: boolean, shift: boolean) => {
    const { keyAt, indexOf } = latest.current.lookup
    const { anchor } = range.current
    const from = anchor === undefined ? 0 : indexOf(anchor)
    range.current = { anchor: keyAt(index), end: keyAt(index) }
    change([{ indexes: shift && from >= 0 ? between(from, index) : [index], on }])
  }, [])

  /** Selects from the anchor to a row, and deselects the rest of a previous longer range. */
  const extend = (index: number, from: number) => {
    const anchor = lookup.indexOf(range.current.anchor)
    const end = lookup.indexOf(range.current.end)
    const continues = from === end && anchor >= 0
    const start = continues ? anchor : from
    const before = continues && isSelected(anchor) ? between(anchor, end) : []
    range.current = { anchor: lookup.keyAt(start), end: lookup.keyAt(index) }
    change([
      { indexes: before, on: false },
      { indexes: between(start, index), on: true },
    ])
  }

  const all = selection && {
    value: valueOfAll(rows, rowKey, selection),
    onChange: (on: boolean) => change([{ indexes: rows.map((_, index) => index), on }]),
  }
  return { all, isSelected, select, extend }
}

const between = (one: number, other: number) =>
  Array.from({ length: Math.abs(other - one) + 1 }, (_, offset) => Math.min(one, other) + offset)

const valueOfAll = <Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  { keys, blocked }: Selection<Row>,
): boolean | 'some' => {
  if (keys.size === 0) return false
  const selectable = blocked ? rows.filter((row) => !blocked(row)) : rows
  if (selectable.length > 0 && selectable.every((row) => keys.has(rowKey(row)))) return true
  return selectable.some((row) => keys.has(rowKey(row))) ? 'some' : false
}
