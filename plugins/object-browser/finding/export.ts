import type { Item } from '../contract.ts'

const titles = ['Name', 'Last Modified', 'Size', 'ETag'] as const

// prevents CSV injection: spreadsheets would evaluate such a text as a formula
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const field = (text: string) => {
  const safe = harmless(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Header, entry and footer of each file format. */
export const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${titles.join(',')}\r\n`,
    entry: ({ name, last_modified = '', size = 0, etag = '' }: Item) =>
      `${field(name)},${last_modified},${name.endsWith('/') && !last_modified ? '' : size},${field(etag)}\r\n`,
    between: '',
    foot: '',
  },
  json: {
    type: 'application/json; charset=utf-8',
    head: '[',
    entry: ({ name, last_modified, size = 0, etag }: Item) =>
      `\n${JSON.stringify({ name, ...(last_modified && { last_modified, size, etag }) })}`,
    between: ',',
    foot: '\n]\n',
  },
} as const
