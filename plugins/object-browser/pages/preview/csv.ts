/** Characters that may separate the fields of a row. */
export const separators = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as const

export type Separator = keyof typeof separators

/**
 * Parses a CSV text (RFC 4180). A quote counts only at the start of a field, and a quoted field may contain line
 * breaks. For the `beginning` of a file, an unterminated last row is dropped.
 */
export const parseCsv = (text: string, separator: Separator, of: 'file' | 'beginning' = 'file'): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    let field = ''
    if (text[at] === '"') {
      at += 1
      for (;;) {
        const quote = text.indexOf('"', at)
        field += text.slice(at, quote < 0 ? text.length : quote)
        at = quote < 0 ? text.length : quote + 1
        if (quote < 0 || text[at] !== '"') break
        field += '"'
        at += 1
      }
    }
    let end = at
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
    row.push(field + text.slice(at, end))
    at = end + 1
    if (text[end] === separator) continue
    if (end >= text.length && of === 'beginning') break
    if (text[end] === '\r' && text[at] === '\n') at += 1
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

/** Removes the line `sep=;` by which Excel marks the separator. */
export const splitSeparatorLine = (text: string): { separator?: Separator; body: string } => {
  const [line = '', separator = ''] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? []
  return Object.hasOwn(separators, separator)
    ? { separator: separator as Separator, body: text.slice(line.length) }
    : { body: text }
}

/** Number of rows used to guess the separator. */
const SAMPLE = 20

/** Guesses the separator: the one that splits the first rows into the same number of fields, and into the most. */
export const guessSeparator = (text: string): Separator => {
  const head = text.slice(0, 64 * 1024)
  const all = Object.keys(separators) as Separator[]
  const score = (separator: Separator) => {
    const widths = parseCsv(head, separator)
      .slice(0, SAMPLE)
      .map(({ length }) => length)
    const equalCount = widths.filter((width) => width === widths[0]).length
    return (widths[0] ?? 1) < 2 ? 0 : (equalCount / widths.length) * 1000 + (widths[0] ?? 0)
  }
  return all.reduce((best, next) => (score(next) > score(best) ? next : best))
}
