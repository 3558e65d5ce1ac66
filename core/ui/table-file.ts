import type { Value } from './table-order.ts'

/** What a file of a table holds: a title for each column, and the rows' values under them. */
export type TableFile = { titles: readonly string[]; values: readonly (readonly Value[])[] }

// a program for tables would take such a text for a formula and run it
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const field = (value: Value) => {
  if (typeof value === 'number') return String(value)
  const text = harmless(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A table as CSV (RFC 4180), sizes as plain numbers. A text that a program could run as a formula has a `'` in front.
 */
export const csv = ({ titles, values }: TableFile) =>
  [titles, ...values].map((row) => `${row.map(field).join(',')}\r\n`).join('')

/** A table as a JSON list of objects under the columns' titles; what a row has not is left out. */
export const json = ({ titles, values }: TableFile) =>
  `${JSON.stringify(
    values.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index]]))),
    null,
    2,
  )}\n`

/** Hands a file of this name to the browser. */
export const save = (name: string, content: Blob) => {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}

/** Hands a text to the browser as a file of this name. */
export const saveText = (name: string, text: string, type: string) => save(name, new Blob([text], { type }))
