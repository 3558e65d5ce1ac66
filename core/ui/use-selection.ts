import { useCallback, useRef } from 'react'

/** Which rows are chosen, by key; `blocked` says why one cannot be. */
export type Selection<Row> = {
  keys: ReadonlySet<string>
  onChange: (keys: Set<string>) => void
  blocked?: (row: Row) => string | undefined
}

/** Selecting rows one by one, with Shift a stretch from the last one, and all that are shown. */
export const useSelection = <Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  selection: Selection<Row> | undefined,
) => {
  const now = useRef({ rows, rowKey, selection })
  now.current = { rows, rowKey, selection }
  const anchor = useRef(0)

  const isSelected = (index: number) => {
    const row = rows[index]
    return row !== undefined && selection !== undefined && selection.keys.has(rowKey(row))
  }

  const change = (indexes: readonly number[], on: boolean) => {
    const { rows, rowKey, selection } = now.current
    if (!selection) return
    const keys = new Set(selection.keys)
    for (const index of indexes) {
      const row = rows[index]
      if (row === undefined || selection.blocked?.(row)) continue
      if (on) keys.add(rowKey(row))
      else keys.delete(rowKey(row))
    }
    selection.onChange(keys)
  }

  // stable, so that rows need not be drawn again
  const select = useCallback((index: number, on: boolean, shift: boolean) => {
    const from = shift ? Math.min(anchor.current, index) : index
    const to = shift ? Math.max(anchor.current, index) : index
    anchor.current = index
    change(
      Array.from({ length: to - from + 1 }, (_, offset) => from + offset),
      on,
    )
  }, [])

  const all = selection && {
    value: valueOfAll(rows, rowKey, selection),
    onChange: (on: boolean) =>
      change(
        rows.map((_, index) => index),
        on,
      ),
  }
  return { all, isSelected, select }
}

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
