import { fold } from '../core/protocol/fold.ts'
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

/** Sort of a table: a column's id, with a leading minus for descending order. */
export type Sort = string

/** Column and direction of a sort. */
export const parseSort = (sort: Sort) =>
  sort.startsWith('-')
    ? ({ id: sort.slice(1), direction: 'descending' } as const)
    : ({ id: sort, direction: 'ascending' } as const)

/**
 * Sort after a click on a column. Names start ascending; sizes, counts and dates start descending, because the largest
 * and latest matter most.
 */
export const nextSort = (sort: Sort | undefined, id: string, kind: 'name' | 'amount'): Sort => {
  const [first, second] = kind === 'amount' ? [`-${id}`, id] : [id, `-${id}`]
  return sort === first ? second : first
}

/** Sorts stably by one column; missing values are always last. */
export const sortRows = <Row>(rows: readonly Row[], columns: readonly HasValue<Row>[], sort: Sort | undefined) => {
  if (!sort) return rows
  const { id, direction } = parseSort(sort)
  const column = columns.find((one) => one.id === id)
  if (!column) return rows
  const keys = rows.map(column.value)
  const sign = direction === 'ascending' ? 1 : -1
  const compareInDirection = (one: CellValue, other: CellValue) =>
    one === undefined || other === undefined ? compare(one, other) : sign * compare(one, other)
  // lists are mostly sorted already
  if (keys.every((key, index) => index === 0 || compareInDirection(keys[index - 1], key) <= 0)) return rows
  const order = keys
    .map((_, index) => index)
    .sort((one, other) => compareInDirection(keys[one], keys[other]) || one - other)
  return order.map((index) => rows[index] as Row)
}

/** Rows that contain the text in any column, ignoring case and Unicode form. */
export const filterRows = <Row>(rows: readonly Row[], columns: readonly HasValue<Row>[], search: string) => {
  const query = fold(search.trim())
  if (!query) return rows
  return rows.filter((row) => columns.some(({ value }) => fold(String(value(row) ?? '')).includes(query)))
}
