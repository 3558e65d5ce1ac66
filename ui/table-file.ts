import type { CellValue } from './table-sort.ts'

/** Table for export: column titles, and the rows' values. */
export type TableFile = { titles: readonly string[]; values: readonly (readonly CellValue[])[] }

// spreadsheet programs would evaluate such a text as a formula
const escapeFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const csvField = (value: CellValue) => {
  if (typeof value === 'number') return String(value)
  const text = escapeFormula(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Table as CSV (RFC 4180), sizes as plain numbers. Texts that could be evaluated as a formula are prefixed with `'`.
 */
export const toCsv = ({ titles, values }: TableFile) =>
  [titles, ...values].map((row) => `${row.map(csvField).join(',')}\r\n`).join('')

/** Table as a JSON array of objects keyed by column title; missing values are omitted. */
export const toJson = ({ titles, values }: TableFile) =>
  `${JSON.stringify(
    values.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index]]))),
    null,
    2,
  )}\n`

/** Saves a file through the browser. */
export const saveFile = (name: string, content: Blob) => {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href))
}

/** Saves a text as a file through the browser. */
export const saveTextFile = (name: string, text: string, type: string) => saveFile(name, new Blob([text], { type }))
