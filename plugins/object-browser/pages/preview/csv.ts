/** What may stand between the fields of a line. */
export const separators = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as const

export type Separator = keyof typeof separators

/** The fields of a text by lines (RFC 4180); a quoted field may hold anything, and a lone quote within one is one. */
export const parseCsv = (text: string, separator: Separator): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const take = (field: string) => void row.push(field)
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
    take(field + text.slice(at, end))
    at = end + 1
    if (text[end] === separator) continue
    if (text[end] === '\r' && text[at] === '\n') at += 1
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

const few = 20

/** What most likely separates the fields: what splits the first lines into as many each, the more the better. */
export const guessSeparator = (text: string): Separator => {
  const head = text.slice(0, 64 * 1024)
  const all = Object.keys(separators) as Separator[]
  const score = (separator: Separator) => {
    const widths = parseCsv(head, separator)
      .slice(0, few)
      .map(({ length }) => length)
    const alike = widths.filter((width) => width === widths[0]).length
    return (widths[0] ?? 1) < 2 ? 0 : (alike / widths.length) * 1000 + (widths[0] ?? 0)
  }
  return all.reduce((best, next) => (score(next) > score(best) ? next : best))
}

/** The text up to its last whole line: a line break within quotes ends none. */
export const wholeLines = (text: string) => {
  let [quoted, end] = [false, 0]
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === '\n' && !quoted) end = at + 1
  }
  return text.slice(0, end)
}

/** What the fields of a column are: all that are not empty have to be it. */
export const columnType = (fields: readonly string[]): 'number' | 'date' | 'text' => {
  const some = fields.filter((field) => field !== '')
  if (some.length === 0) return 'text'
  if (some.every((field) => /^[-+]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[-+]?\d+)?%?$/i.test(field) && /\d/.test(field)))
    return 'number'
  return some.every((field) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?)?$/.test(field))
    ? 'date'
    : 'text'
}
