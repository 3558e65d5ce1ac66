import { XMLParser } from 'fast-xml-parser'
import { Failure } from '../../core/failure.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text as it stands between tags, with its entities resolved. */
export const unescape = (text: string) =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
        (whole, hex?: string, decimal?: string, name?: string) => {
          if (name !== undefined) return entities[name] ?? whole
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole
        },
      )
    : text

/** Text made fit to stand between tags; line ends and tabs come back as they were. */
export const escape = (text: string) => text.replace(/[&<>"'\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Whether XML can carry the text: it has no way to write most control characters. */
export const isXmlText = (text: string) => !/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)

type Content = string | number | boolean | Node | readonly Node[]
/** An XML element to be written; entries without a value are left out. */
export type Node = { readonly [name: string]: Content | readonly Content[] | undefined }

/** An element as text; nothing for one without a value. */
export const element = (name: string, content: Content | readonly Content[] | undefined): string => {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((each: Content) => element(name, each)).join('')
  const inner = typeof content === 'object' ? children(content as Node) : escape(String(content))
  return `<${name}>${inner}</${name}>`
}

const children = (node: Node) =>
  Object.entries(node)
    .map(([name, content]) => element(name, content))
    .join('')

/** A request body in S3's namespace: `toXml('Tagging', { TagSet: { Tag: [{ Key, Value }] } })`. */
export const toXml = (root: string, node: Node) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${children(node)}</${root}>`

/** An element as it stands in a text: with its tags, the first of them, what is between them, and where. */
export type Span = { name: string; text: string; head: string; inner: string; from: number; to: number }

/**
 * The elements directly inside a text, in their order; by them it can be changed without touching what is beside them.
 */
export const elementsIn = (xml: string): Span[] => {
  const spans: Span[] = []
  let depth = 0
  let open = { name: '', head: '', from: 0, inner: 0 }
  for (const { 0: tag, 1: slash, 2: name = '', 3: empty, index } of xml.matchAll(tags)) {
    if (name === '') continue
    const to = index + tag.length
    if (depth === 0 && !slash) open = { name, head: empty ? `${tag.slice(0, -2)}>` : tag, from: index, inner: to }
    if (slash) depth -= 1
    else if (!empty) depth += 1
    if (depth > 0) continue
    const inner = slash ? xml.slice(open.inner, index) : ''
    spans.push({ name: open.name, text: xml.slice(open.from, to), head: open.head, inner, from: open.from, to })
  }
  return spans
}

/** Comments, plain character data and declarations, which hold no tags; and tags, with attributes of any text. */
const tags =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)([^\s/>]+)(?:[^>"'/]|"[^"]*"|'[^']*'|\/(?!>))*(\/?)>/g

/** A text with other elements in place of some that are directly inside it; all else stays byte for byte. */
export const rewritten = (xml: string, next: (span: Span) => string): string => {
  let at = 0
  let text = ''
  for (const span of elementsIn(xml)) {
    text += xml.slice(at, span.from) + next(span)
    at = span.to
  }
  return text + xml.slice(at)
}

/** The same element around other text. */
export const around = ({ name, head }: Span, inner: string) => `${head}${inner}</${name}>`

/** Elements that may come once, several times or not at all. */
const lists = new Set(['Deleted', 'Error', 'Bucket', 'Tag', 'Upload', 'Part'])

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
    throw new Failure(502, 'The storage server sent an answer that cannot be read', { detail: String(error) })
  }
  throw new Failure(502, 'The storage server sent an answer that cannot be read', {
    detail: `No ${root} in: ${xml.slice(0, 200)}`,
  })
}
