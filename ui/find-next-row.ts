import { foldCase } from '../core/protocol/fold-case.ts'
import type { Column } from './table-row.tsx'

/** The next row, cyclically, whose first column starts with the text. */
export const findNextRow = <Row>(rows: readonly Row[], column: Column<Row> | undefined, text: string, from: number) => {
  const matches = (row: Row) => foldCase(String(column?.value(row) ?? '')).startsWith(foldCase(text))
  const nextMatch = rows.findIndex((row, index) => index >= from && matches(row))
  const nextIndex = nextMatch >= 0 ? nextMatch : rows.findIndex(matches)
  return nextIndex >= 0 ? nextIndex : undefined
}
