import { address, failureOf, sessionRefused } from '../../../../core/client.ts'
import { Failure } from '../../../../core/failure.ts'
import { objects } from '../../contract.ts'

/** The object version to preview; an empty `version` is the latest. `size` in bytes, as the listing states it. */
export type Source = { bucket: string; path: string; version: string; size: number }

/** Returns the bytes from `start` to before `end`; fewer where the content ends earlier. Throws a `Failure`. */
export type Read = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * One content of an object. The listing that led here may be old, so `size` is what the first response states, and
 * every later response must have the same `etag`: bytes of two contents are never mixed.
 */
export type Content = Source & { etag: string; head: Uint8Array<ArrayBuffer> }

/** How many bytes the first request asks for: enough to recognize the type, and all of most text files. */
const FIRST = 64 * 1024

const replaced = () => new Failure(409, 'The object was replaced meanwhile', 'Open its preview again.')

const fetchRange = async ({ bucket, path, version }: Source, start: number, last: number, signal: AbortSignal) => {
  const href = address(objects.download, {
    params: { bucket },
    query: { prefix: path, preview: 'true', ...(version && { version_id: version }) },
  })
  const response = await fetch(href, { headers: { range: `bytes=${start}-${last}` }, signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted()
      throw new Failure(0, 'The server did not answer', String(error))
    },
  )
  if (response.ok || response.status === 416) return response
  if (response.status === 401) sessionRefused()
  throw failureOf(response.status, await response.json().catch(() => undefined))
}

/** Reads the beginning of an object and fixes which content the later reads belong to. Throws a `Failure`. */
export const openContent = async (source: Source, signal: AbortSignal): Promise<Content> => {
  const response = await fetchRange(source, 0, FIRST - 1, signal)
  // no range of an empty object can be satisfied (RFC 9110 14.4)
  if (response.status === 416) return { ...source, size: 0, etag: '', head: new Uint8Array() }
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  if (response.status !== 206 || total === undefined)
    throw new Failure(502, 'The object cannot be read in parts', 'A proxy between here and the console ignores Range.')
  const head = new Uint8Array(await response.arrayBuffer())
  return { ...source, size: Number(total), etag: response.headers.get('etag') ?? '', head }
}

/** Reads parts of a content. Throws a `Failure`: 409 once the object has another content. */
export const createReader = (content: Content, signal: AbortSignal): Read => {
  const { size, etag, head } = content
  return async (start, end) => {
    const last = Math.min(end, size) - 1
    if (last < start) return new Uint8Array()
    if (last < head.length) return head.slice(start, last + 1)
    const response = await fetchRange(content, start, last, signal)
    if (response.status === 206 && (response.headers.get('etag') ?? '') === etag)
      return new Uint8Array(await response.arrayBuffer())
    await response.body?.cancel()
    throw replaced()
  }
}
