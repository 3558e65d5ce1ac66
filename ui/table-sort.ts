import { foldCase } from '../core/protocol/fold-case.ts'

/** Value of a cell for sorting and searching. */
export type CellValue = string | number | undefined

type HasValue<Row> = { id: string; value: (row: Row) => CellValue }

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const compare = (one: CellValue, other: CellValue) => {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))
}

/** Sort of a table: ids of columns, most significant first (`-size,name`); a minus stands for descending order. */
export type Sort = string

const keyOf = (sort: string) =>
  sort.startsWith('-')
    ? ({ id: sort.slice(1), direction: 'descending' } as const)
    : ({ id: sort, direction: 'ascending' } as const)

/** Columns and directions of a sort, most significant first. */
export const sortKeys = (sort: Sort) => sort.split(',').filter(Boolean).map(keyOf)

/**
 * Sort after a click on a column. Names start ascending; sizes, counts and dates start descending, because the largest
 * and latest matter most.
 */
export const nextSort = (sort: Sort | undefined, id: string, kind: 'name' | 'amount'): Sort => {
  const [first, second] = kind === 'amount' ? [`-${id}`, id] : [id, `-${id}`]
  return sort === first ? second : first
}

/** Sort after a click with Shift, which adds the column, then reverses it, then removes it. */
export const addToSort = (sort: Sort | undefined, id: string, kind: 'name' | 'amount'): Sort => {
  const keys = (sort ?? '').split(',').filter(Boolean)
  const at = keys.findIndex((key) => keyOf(key).id === id)
  if (at < 0) return [...keys, nextSort(undefined, id, kind)].join(',')
  const next = nextSort(keys[at], id, kind)
  const isReversed = next !== nextSort(undefined, id, kind)
  return keys.flatMap((key, index) => (index !== at ? key : isReversed || keys.length === 1 ? next : [])).join(',')
}

/** Sorts stably by one or several columns; missing values are always last. */
export const sortRows = <Row>(rows: readonly Row[], columns: readonly HasValue<Row>[], sort: Sort | undefined) => {
  const keys = sortKeys(sort ?? '').flatMap(({ id, direction }) => {
    const column = columns.find((one) => one.id === id)
    return column ? [{ values: rows.map(column.value), sign: direction === 'ascending' ? 1 : -1 }] : []
  })
  const compareRows = (one: number, other: number) => {
    for (const { values, sign } of keys) {
      const [left, right] = [values[one], values[other]]
      const order = compare(left, right) * (left === undefined || right === undefined ? 1 : sign)
      if (order !== 0) return order
    }
    return one - other
  }
  // lists are mostly sorted already
  if (rows.every((_, index) => index === 0 || compareRows(index - 1, index) < 0)) return rows
  return rows
    .map((_, index) => index)
    .sort(compareRows)
    .map((index) => rows[index] as Row)
}

/** Rows that contain the text in any column, ignoring case and Unicode form. */
export const filterRows = <Row>(rows: readonly Row[], columns: readonly HasValue<Row>[], search: string) => {
  const query = foldCase(search.trim())
  if (!query) return rows
  return rows.filter((row) => columns.some(({ value }) => foldCase(String(value(row) ?? '')).includes(query)))
}
