import { Failure } from '../../core/protocol/failure.ts'
import { unescape } from './xml.ts'
import { keyNotUtf8, listingUnreadable } from './messages.ts'

/** A version of an object in a listing, or a delete marker; times as the server writes them. */
export type Entry = {
  key: string
  size: number
  modified: string
  etag: string
  version?: string
  latest?: boolean
  deleted?: boolean
  metadata?: Record<string, string>
  tags?: Record<string, string>
}

/**
 * A page of ListObjectsV2 or ListObjectVersions: entries and folders (common prefixes), each in the server's order, and
 * the continuation.
 */
export type ListPage = {
  entries: Entry[]
  folders: string[]
  truncated: boolean
  /** Whether tags are among the metadata. MinIO lists them since 2023, together with an element that is never empty. */
  listsTags: boolean
  token?: string
  marker?: { key: string; version: string }
}

const unreadable = (detail: string) => new Failure(502, listingUnreadable, { detail })

/**
 * Calls `visit` for each child element in `xml[from..to]` with its inner text. Does not support an element nested in
 * one of the same name, which listings do not contain.
 */
const eachElement = (xml: string, from: number, to: number, visit: (name: string, inner: string) => void) => {
  let at = from
  while ((at = xml.indexOf('<', at)) !== -1 && at < to) {
    const close = xml.indexOf('>', at)
    if (close === -1) throw unreadable(`A tag without end: ${xml.slice(at, at + 100)}`)
    if (xml[close - 1] === '/') {
      visit(xml.slice(at + 1, close - 1), '')
      at = close + 1
      continue
    }
    const name = xml.slice(at + 1, close)
    const next = xml.indexOf('<', close)
    const end = xml[next + 1] === '/' ? next : xml.indexOf(`</${name}>`, close)
    if (end === -1 || end > to) throw unreadable(`An element without end: ${name.slice(0, 100)}`)
    visit(name, xml.slice(close + 1, end))
    at = end + name.length + 3
  }
}

const unquote = (etag: string) => etag.replace(/&(?:#34|quot);|"/g, '')

/** Decodes keys with `encoding-type=url`: query escaping, where a space is a plus. */
export const decodeUrl = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  try {
    return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
  } catch {
    throw unreadable(keyNotUtf8(text.slice(0, 200)))
  }
}

const scanEntry = (inner: string, kind: string, decode: (text: string) => string): Entry => {
  const entry: Entry = { key: '', size: 0, modified: '', etag: '' }
  if (kind === 'DeleteMarker') entry.deleted = true
  eachElement(inner, 0, inner.length, (name, text) => {
    switch (name) {
      case 'Key':
        entry.key = decode(text)
        break
      case 'LastModified':
        entry.modified = text
        break
      case 'ETag':
        entry.etag = unquote(text)
        break
      case 'Size':
        entry.size = Number(text)
        break
      case 'VersionId':
        entry.version = text
        break
      case 'IsLatest':
        entry.latest = text === 'true'
        break
      case 'UserTags':
        entry.tags = Object.fromEntries(new URLSearchParams(unescape(text)))
        break
      case 'UserMetadata': {
        const metadata: [string, string][] = []
        eachElement(text, 0, text.length, (key, value) => metadata.push([key, unescape(value)]))
        entry.metadata = Object.fromEntries(metadata)
      }
    }
  })
  return entry
}

/**
 * Parses a listing in one pass with text searches, since a general XML parser would block the event loop for some 20 ms
 * on a page of 1,000 keys. Preserves the order of versions and delete markers. Throws 502 for anything else.
 */
export const scanList = (xml: string): ListPage => {
  const root = /<(ListBucketResult|ListVersionsResult)[^>]*?(\/?)>/.exec(xml.slice(0, 1000))
  if (!root) throw unreadable(xml.slice(0, 200))
  const from = root.index + root[0].length
  const to = root[2] ? from : xml.lastIndexOf(`</${root[1]}>`)
  if (to === -1) throw unreadable('The listing is cut short')

  const encoded = xml.includes('<EncodingType>url</EncodingType>')
  const decode = (text: string) => (encoded ? decodeUrl(unescape(text)) : unescape(text))
  const listsTags = xml.includes('<UserTags>') || xml.includes('<Internal>')
  const page: ListPage = { entries: [], folders: [], truncated: false, listsTags }
  const marker = { key: '', version: '' }
  eachElement(xml, from, to, (name, inner) => {
    switch (name) {
      case 'Contents':
      case 'Version':
      case 'DeleteMarker':
        page.entries.push(scanEntry(inner, name, decode))
        break
      case 'CommonPrefixes':
        eachElement(inner, 0, inner.length, (_name, text) => page.folders.push(decode(text)))
        break
      case 'IsTruncated':
        page.truncated = inner === 'true'
        break
      case 'NextContinuationToken':
        page.token = unescape(inner)
        break
      case 'NextKeyMarker':
        marker.key = decode(inner)
        break
      case 'NextVersionIdMarker':
        marker.version = inner
    }
  })
  if (marker.key) page.marker = marker
  return page
}

/** Compares keys like S3, by their UTF-8 bytes; JavaScript's order differs beyond U+FFFF. */
export const compareKeys = (a: string, b: string) => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left === right) continue
    const [beyond, otherBeyond] = [left, right].map((unit) => unit >= 0xd800 && unit <= 0xdfff)
    return beyond === otherBeyond ? left - right : beyond ? 1 : -1
  }
  return a.length - b.length
}
