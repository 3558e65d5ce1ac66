import type { LucideIcon } from 'lucide-react'
import { useCallback, useRef } from 'react'

/** Something that can be done with all rows that are selected. */
export type SelectedAction = {
  label: string
  icon: LucideIcon
  onSelect: () => void
  tone?: 'danger' | undefined
  /** It acts on the server at once, and so waits for one that is away, as what is dangerous does. */
  where?: 'server' | undefined
  /** Why it cannot be done with them. */
  disabled?: string | false | undefined
}

/** Which rows are chosen, by key; `blocked` says why one cannot be. */
export type Selection<Row> = {
  keys: ReadonlySet<string>
  onChange: (keys: Set<string>) => void
  blocked?: ((row: Row) => string | undefined) | undefined
  /** `row` where choosing is all that rows are for: a press anywhere in one chooses it, and no modifier is needed. */
  press?: 'row'
  /** What the Delete key and a selected row's context menu offer. */
  actions?: readonly SelectedAction[] | undefined
}

/** Selecting rows one by one, with Shift a stretch from the last one, and all that are shown. */
export const useSelection = <Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  selection: Selection<Row> | undefined,
) => {
  const now = useRef({ rows, rowKey, selection })
  now.current = { rows, rowKey, selection }
  /** Where a stretch begins, and how far it went last. */
  const stretch = useRef({ anchor: 0, end: 0 })

  const isSelected = (index: number) => {
    const row = rows[index]
    return row !== undefined && selection !== undefined && selection.keys.has(rowKey(row))
  }

  const change = (changes: readonly { indexes: readonly number[]; on: boolean }[]) => {
    const { rows, rowKey, selection } = now.current
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

  // stable, so that rows need not be drawn again
  const select = useCallback((index: number, on: boolean, shift: boolean) => {
    const { anchor } = stretch.current
    stretch.current = { anchor: index, end: index }
    change([{ indexes: shift ? between(anchor, index) : [index], on }])
  }, [])

  /** Selects from where the stretch began up to a row, and what a longer one held before no more. */
  const extend = (index: number, from: number) => {
    const { anchor, end } = stretch.current
    const begins = from === end ? anchor : from
    const before = from === end && isSelected(anchor) ? between(anchor, end) : []
    stretch.current = { anchor: begins, end: index }
    change([
      { indexes: before, on: false },
      { indexes: between(begins, index), on: true },
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
  const free = blocked ? rows.filter((row) => !blocked(row)) : rows
  if (free.length > 0 && free.every((row) => keys.has(rowKey(row)))) return true
  return free.some((row) => keys.has(rowKey(row))) ? 'some' : false
}
