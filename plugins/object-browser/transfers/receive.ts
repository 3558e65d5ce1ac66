import { address, failureOf, showToast, reportUnauthorized } from 'stowage/web'
import { Failure, displayName } from 'stowage'
import { objects } from '../contract.ts'
import { codingsOf, compressedName, fileName, namesCoding } from '../names.ts'
import { withRetries } from './with-retries.ts'
import { decompress } from './decompress.ts'
import type { Download, JobCallbacks } from './jobs.ts'
import { withSlot } from './slots.ts'
import * as messages from '../messages.ts'

/** Bytes per Blob, which the browser may store on disk. */
const BLOB_SIZE = 8 * 1024 * 1024

/** Stored bytes of a download that have arrived, of `total`, with the object's content `encoding`. */
type Received = { pieces: Blob[]; bytes: number; etag: string | null; total: number | undefined; encoding: string }

const partial = new WeakMap<Download, Received>()

const noResponse = () => new Failure(0, 'The server did not respond', { detail: messages.checkConnection })

const throwFailure = async (response: Response): Promise<never> => {
  if (response.status === 401) reportUnauthorized()
  throw failureOf(response.status, await response.json().catch(() => undefined))
}

/** Requests the rest of an object, or all of it if it was replaced since. */
const open = async (download: Download, received: Received, signal: AbortSignal) => {
  const { bucket, key, version, zip } = download
  const href =
    zip ??
    address(objects.download, {
      params: { bucket },
      query: { prefix: key, raw: 'true', ...(version && { version_id: version }) },
    })
  const headers =
    !zip && received.bytes > 0 && received.etag
      ? { range: `bytes=${received.bytes}-`, 'if-range': received.etag }
      : undefined
  const response = await fetch(href, { signal, ...(headers && { headers }) }).catch(() => undefined)
  signal.throwIfAborted()
  if (!response) throw noResponse()
  if (!response.ok) return throwFailure(response)
  if (response.status !== 206) Object.assign(received, { pieces: [], bytes: 0 })
  const { headers: responseHeaders } = response
  const total =
    response.status === 206
      ? responseHeaders.get('content-range')?.split('/')[1]
      : responseHeaders.get('content-length')
  received.etag = responseHeaders.get('etag')
  received.encoding = responseHeaders.get('x-stored-content-encoding') ?? ''
  // the listing may be older than the object
  received.total = zip ? undefined : Number(total ?? download.size)
  return response
}

const receiveRest = async (download: Download, received: Received, { onKept, onProgress, signal }: JobCallbacks) => {
  if (received.total !== undefined && received.bytes > 0 && received.bytes >= received.total) return
  const response = await open(download, received, signal)
  onKept(received.bytes)
  const reader = response.body?.getReader()
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let buffered = 0
  const flush = () => {
    if (buffered > 0) received.pieces.push(new Blob(chunks))
    received.bytes += buffered
    chunks = []
    buffered = 0
  }
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || !value) break
      chunks.push(value)
      buffered += value.length
      onProgress(received.bytes + buffered)
      if (buffered >= BLOB_SIZE) flush()
    }
  } catch {
    flush()
    signal.throwIfAborted()
    throw noResponse()
  }
  flush()
  // an interrupted zip throws while it is read
  if (received.total !== undefined && received.bytes < received.total) throw noResponse()
}

const save = (name: string, blob: Blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // there is no event for when the browser has saved it
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Whether it starts with the gzip signature (RFC 1952). */
const isGzip = async (blob: Blob) => {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer())
  return first === 0x1f && second === 0x8b
}

/** File to save: the decompressed content, or the stored bytes with a notice if they cannot be decompressed. */
const fileOf = async ({ key }: Download, { pieces, encoding }: Received, signal: AbortSignal) => {
  const name = fileName(key)
  const blob = new Blob(pieces, { type: 'application/octet-stream' })
  const codings = codingsOf(encoding)
  if (codings.length === 0 || codings.every((coding) => namesCoding(name, coding))) return { name, blob }
  const plain = await decompress(blob, encoding, signal)
  if (plain) return { name, blob: plain.slice(0, plain.size, 'application/octet-stream') }
  const isPlain = codings.every((coding) => coding.endsWith('gzip')) && !(await isGzip(blob))
  const saved = isPlain ? name : compressedName(name, encoding)
  showToast(
    isPlain
      ? messages.notCompressed(displayName(name), displayName(encoding))
      : messages.notDecompressed(displayName(name), displayName(encoding), displayName(saved)),
  )
  return { name: saved, blob }
}

/** Downloads an object and has the browser save it; resumes after interruptions. */
export const receive = async (download: Download, callbacks: JobCallbacks) => {
  const received = partial.get(download) ?? { pieces: [], bytes: 0, etag: null, total: undefined, encoding: '' }
  partial.set(download, received)
  await withSlot(callbacks.signal, () =>
    withRetries(callbacks.signal, () => receiveRest(download, received, callbacks)),
  )
  const { name, blob } = await fileOf(download, received, callbacks.signal)
  partial.delete(download)
  save(name, blob)
}
