import { XMLParser } from 'fast-xml-parser'
import { Failure } from '../../core/failure.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text as it stands between tags, with its entities resolved. */
export const unescape = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return entities[name] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

/** Text made fit to stand between tags; line ends and tabs come back as they were. */
const escape = (text: string) => text.replace(/[&<>"'\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Whether XML can carry the text: it has no way to write most control characters. */
export const isXmlText = (text: string) => !/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)

type Content = string | number | boolean | Node | readonly Node[]
/** An XML element to be written; entries without a value are left out. */
export type Node = { readonly [name: string]: Content | readonly Content[] | undefined }

const write = (name: string, content: Content | readonly Content[] | undefined): string => {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((each: Content) => write(name, each)).join('')
  const inner = typeof content === 'object' ? children(content as Node) : escape(String(content))
  return `<${name}>${inner}</${name}>`
}

const children = (node: Node) =>
  Object.entries(node)
    .map(([name, content]) => write(name, content))
    .join('')

/** A request body in S3's namespace: `toXml('Tagging', { TagSet: { Tag: [{ Key, Value }] } })`. */
export const toXml = (root: string, node: Node) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${children(node)}</${root}>`

/** Elements that may come once, several times or not at all. */
const lists = new Set(['Deleted', 'Error', 'Bucket', 'Tag'])

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  isArray: (name) => lists.has(name),
  tagValueProcessor: (_name, text) => unescape(text),
})

/** An answer as plain objects, all values texts; 502 for what is no XML with that root. */
export const fromXml = (xml: string, root: string): unknown => {
  try {
    const parsed = (parser.parse(xml) as Record<string, unknown>)[root]
    if (parsed !== undefined) return parsed
  } catch (error) {
    throw new Failure(502, 'The storage server sent an answer that cannot be read', String(error))
  }
  throw new Failure(502, 'The storage server sent an answer that cannot be read', `No ${root} in: ${xml.slice(0, 200)}`)
}
