import type { Value } from './table-order.ts'

/** Table for export: column titles, and the rows' values. */
export type TableFile = { titles: readonly string[]; values: readonly (readonly Value[])[] }

// spreadsheet programs would evaluate such a text as a formula
const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const csvField = (value: Value) => {
  if (typeof value === 'number') return String(value)
  const text = escapeFormula(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Table as CSV (RFC 4180), sizes as plain numbers. Texts that could be evaluated as a formula are prefixed with `'`.
 */
export const csv = ({ titles, values }: TableFile) =>
  [titles, ...values].map((row) => `${row.map(csvField).join(',')}\r\n`).join('')

/** Table as a JSON array of objects keyed by column title; missing values are omitted. */
export const json = ({ titles, values }: TableFile) =>
  `${JSON.stringify(
    values.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index]]))),
    null,
    2,
  )}\n`

/** Saves a file through the browser. */
export const save = (name: string, content: Blob) => {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}

/** Saves a text as a file through the browser. */
export const saveText = (name: string, text: string, type: string) => save(name, new Blob([text], { type }))
