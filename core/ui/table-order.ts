import { fold } from '../fold.ts'
/** A cell as it is sorted and searched by. */
export type Value = string | number | undefined

type Valued<Row> = { id: string; value: (row: Row) => Value }

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const compare = (one: Value, other: Value) => {
  if (one === other) return 0
  if (one === undefined) return 1
  if (other === undefined) return -1
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))
}

/** How a table is sorted: a column's id, with a minus in front when the largest comes first. */
export type Sort = string

/** The column and direction that a sort names. */
export const sortOf = (sort: Sort) =>
  sort.startsWith('-')
    ? ({ id: sort.slice(1), direction: 'descending' } as const)
    : ({ id: sort, direction: 'ascending' } as const)

/**
 * The sort after a press on a column. Names begin at A; of sizes, counts and dates the largest and latest come first,
 * since those are what one looks for.
 */
export const nextSort = (sort: Sort | undefined, id: string, kind: 'name' | 'amount'): Sort => {
  const [first, second] = kind === 'amount' ? [`-${id}`, id] : [id, `-${id}`]
  return sort === first ? second : first
}

/** Sorts by one column; what has no value stands last either way, and equal rows keep their order. */
export const sorted = <Row>(rows: readonly Row[], columns: readonly Valued<Row>[], sort: Sort | undefined) => {
  if (!sort) return rows
  const { id, direction } = sortOf(sort)
  const column = columns.find((one) => one.id === id)
  if (!column) return rows
  const keys = rows.map(column.value)
  const turn = direction === 'ascending' ? 1 : -1
  const inOrder = (one: Value, other: Value) =>
    one === undefined || other === undefined ? compare(one, other) : turn * compare(one, other)
  // lists mostly come in order already
  if (keys.every((key, index) => index === 0 || inOrder(keys[index - 1], key) <= 0)) return rows
  const order = keys.map((_, index) => index).sort((one, other) => inOrder(keys[one], keys[other]) || one - other)
  return order.map((index) => rows[index] as Row)
}

/** The rows that hold the text in any column, in whichever case and Unicode form. */
export const matching = <Row>(rows: readonly Row[], columns: readonly Valued<Row>[], search: string) => {
  const wanted = fold(search.trim())
  if (!wanted) return rows
  return rows.filter((row) => columns.some(({ value }) => fold(String(value(row) ?? '')).includes(wanted)))
}
