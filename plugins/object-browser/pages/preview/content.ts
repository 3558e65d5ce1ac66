import { address, failureOf, reportUnauthorized } from 'stowage/web'
import { bytes as size, Failure, displayName } from 'stowage'
import { objects } from '../../contract.ts'
import { codingsOf } from '../../names.ts'
import { type Decompressed, decompressStart } from './decompressed.ts'
import * as messages from '../../messages.ts'

/** The object version to preview; an empty `version` is the latest. `size` in bytes, from the listing. */
export type Source = { bucket: string; path: string; version: string; size: number }

/** Returns the bytes from `start` to before `end`; fewer if the content ends earlier. Throws a `Failure`. */
export type Read = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * One content of an object. The listing may be outdated, so `size` is from the first response, and every later response
 * must have the same `etag`: bytes of two contents are never mixed.
 */
export type Content = Source & {
  etag: string
  head: Uint8Array<ArrayBuffer>
  /** The decompressed contents if the object has a `Content-Encoding`; `size` and `head` refer to them. */
  decompressed?: Decompressed
  /** Explains how the contents were decompressed, or why not; otherwise empty. */
  note: string
}

/** Bytes in the first request: enough to recognize the type, and all of most text files. */
const FIRST_READ_SIZE = 64 * 1024

const replacedError = () => new Failure(409, messages.objectReplacedMeanwhile, { detail: messages.openPreviewAgain })

const fetchRange = async ({ bucket, path, version }: Source, start: number, last: number, signal: AbortSignal) => {
  const href = address(objects.download, {
    params: { bucket },
    query: { prefix: path, preview: 'true', ...(version && { version_id: version }) },
  })
  const response = await fetch(href, { headers: { range: `bytes=${start}-${last}` }, signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted()
      throw new Failure(0, 'The server did not respond', { detail: String(error) })
    },
  )
  if (response.ok || response.status === 416) return response
  if (response.status === 401) reportUnauthorized()
  throw failureOf(response.status, await response.json().catch(() => undefined))
}

/** Reads the start of an object and fixes which content later reads belong to. Throws a `Failure`. */
export const openContent = async (source: Source, signal: AbortSignal): Promise<Content> => {
  const response = await fetchRange(source, 0, FIRST_READ_SIZE - 1, signal)
  // an empty object cannot satisfy any range (RFC 9110 14.4)
  if (response.status === 416) return { ...source, size: 0, etag: '', head: new Uint8Array(), note: '' }
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  if (response.status !== 206 || total === undefined)
    throw new Failure(502, messages.objectCannotBeRead, {
      detail: messages.proxyIgnoresRanges,
    })
  const head = new Uint8Array(await response.arrayBuffer())
  const etag = response.headers.get('etag') ?? ''
  const stored = { ...source, size: Number(total), etag, head, note: '' }
  const encoding = response.headers.get('x-stored-content-encoding') ?? ''
  return codingsOf(encoding).length > 0 ? decompressContent(stored, encoding, signal) : stored
}

/** Decompressed start of the stored bytes, or the bytes themselves if they cannot be decompressed. */
const decompressContent = async (stored: Content, encoding: string, signal: AbortSignal): Promise<Content> => {
  const plain = await decompressStart({ size: stored.size, read: createReader(stored, signal) }, encoding)
  if (!plain)
    return {
      ...stored,
      note: messages.storedBytesShown(displayName(encoding)),
    }
  const { bytes, isPart } = plain
  const note = messages.decompressedFrom(size(stored.size), displayName(encoding))
  return {
    ...stored,
    decompressed: plain,
    head: bytes.slice(0, FIRST_READ_SIZE),
    size: bytes.length,
    note: isPart ? messages.onlyStartWasDecompressed(note) : note,
  }
}

/** Whether there is more content than `size` states. */
export const isPart = ({ decompressed }: Content) => decompressed?.isPart ?? false

/** How much of the content was read, as text. */
export const readOf = (content: Content, bytes: number) =>
  isPart(content) ? `${size(bytes)} read.` : messages.bytesRead(size(bytes), size(content.size))

/** Reads parts of a content. Throws a `Failure`: 409 if the object was replaced. */
export const createReader = (content: Content, signal: AbortSignal): Read => {
  const { size, etag, head, decompressed } = content
  if (decompressed) return async (start, end) => decompressed.bytes.slice(start, end)
  return async (start, end) => {
    const last = Math.min(end, size) - 1
    if (last < start) return new Uint8Array()
    if (last < head.length) return head.slice(start, last + 1)
    const first = head.slice(start)
    const response = await fetchRange(content, start + first.length, last, signal)
    if (response.status === 206 && (response.headers.get('etag') ?? '') === etag)
      return new Uint8Array(await new Blob([first, await response.arrayBuffer()]).arrayBuffer())
    await response.body?.cancel()
    throw replacedError()
  }
}
