import { XMLParser } from 'fast-xml-parser'
import { Failure } from '../../core/protocol/failure.ts'
import { responseUnreadable } from './messages.ts'

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves the entities in character data. */
export const unescape = (text: string) =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
        (entity, hex?: string, decimal?: string, name?: string) => {
          if (name !== undefined) return entities[name] ?? entity
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
          return code <= 0x10ffff ? String.fromCodePoint(code) : entity
        },
      )
    : text

/** Escapes character data; also line ends and tabs, which parsers would normalize. */
export const escape = (text: string) => text.replace(/[&<>"'\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Whether XML can represent the text: it excludes most control characters. */
export const isXmlText = (text: string) => !/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text)

type Content = string | number | boolean | Node | readonly Node[]
/** An XML element to write; entries without a value are omitted. */
export type Node = { readonly [name: string]: Content | readonly Content[] | undefined }

/** Formats an element; empty without a value. */
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

/** Formats a request body in S3's namespace: `toXml('Tagging', { TagSet: { Tag: [{ Key, Value }] } })`. */
export const toXml = (root: string, node: Node) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${children(node)}</${root}>`

/** An element in a text: with tags, opening tag, content, and position. */
export type Span = { name: string; text: string; head: string; inner: string; from: number; to: number }

/** Child elements of a text in order, for edits that leave everything else unchanged. */
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

/** Comments, CDATA and declarations, which contain no tags; and tags, whose attributes may contain any text. */
const tags =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^>]*>|<(\/?)([^\s/>]+)(?:[^>"'/]|"[^"]*"|'[^']*'|\/(?!>))*(\/?)>/g

/** Replaces some child elements of a text; everything else stays byte for byte. */
export const rewriteElements = (xml: string, next: (span: Span) => string): string => {
  let at = 0
  let text = ''
  for (const span of elementsIn(xml)) {
    text += xml.slice(at, span.from) + next(span)
    at = span.to
  }
  return text + xml.slice(at)
}

/** An element with its original start tag and another content. */
export const wrapElement = ({ name, head }: Span, inner: string) => `${head}${inner}</${name}>`

/** Elements that may occur any number of times. */
const listElements = new Set(['Deleted', 'Error', 'Bucket', 'Tag', 'Upload', 'Part'])

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  isArray: (name) => listElements.has(name),
  tagValueProcessor: (_name, text) => unescape(text),
})

/** Parses a response to plain objects with string values. Throws 502 if it is not XML with that root. */
export const fromXml = (xml: string, root: string): unknown => {
  try {
    const parsed = (parser.parse(xml) as Record<string, unknown>)[root]
    if (parsed !== undefined) return parsed
  } catch (error) {
    throw new Failure(502, responseUnreadable, { detail: String(error) })
  }
  throw new Failure(502, responseUnreadable, {
    detail: `No ${root} in: ${xml.slice(0, 200)}`,
  })
}
