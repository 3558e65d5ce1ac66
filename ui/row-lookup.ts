/** Converts between the indexes and the keys of a table's rows: a reload moves rows, and keeps their keys. */
export type RowLookup = {
  /** `undefined` if there is no such row. */
  keyAt: (index: number) => string | undefined
  /** -1 if there is no such row. */
  indexOf: (key: string | undefined) => number
}

export const rowLookup = <Row>(rows: readonly Row[], rowKey: (row: Row) => string): RowLookup => {
  let indexes: Map<string, number> | undefined
  return {
    keyAt: (index) => {
      const row = rows[index]
      return row === undefined ? undefined : rowKey(row)
    },
    indexOf: (key) => {
      if (key === undefined) return -1
      indexes ??= new Map(rows.map((row, index) => [rowKey(row), index]))
      return indexes.get(key) ?? -1
    },
  }
}
