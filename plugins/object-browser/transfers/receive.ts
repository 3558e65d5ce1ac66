import { address, failureOf, showToast, reportUnauthorized } from 'stowage/web'
import { Failure, displayName } from 'stowage'
import { objects } from '../contract.ts'
import { codingsOf, compressedName, fileName, namesCoding } from '../names.ts'
import { withRetries } from './with-retries.ts'
import { decompress } from './decompress.ts'
import type { Download, How } from './jobs.ts'
import { withSlot } from './slots.ts'
import * as messages from '../messages.ts'

/** Bytes per Blob, which the browser may store on disk. */
const BLOB_SIZE = 8 * 1024 * 1024

/** Stored bytes of a download that have arrived, of `total`, with the object's content `encoding`. */
type Received = { pieces: Blob[]; bytes: number; etag: string | null; total: number | undefined; encoding: string }

const partial = new WeakMap<Download, Received>()

const unanswered = () =>
  new Failure(0, 'The server did not respond', { detail: messages.checkConnectionAndWhetherConsole })

const refuse = async (answer: Response): Promise<never> => {
  if (answer.status === 401) reportUnauthorized()
  throw failureOf(answer.status, await answer.json().catch(() => undefined))
}

/** Requests the rest of an object, or all of it if it was replaced since. */
const open = async (download: Download, got: Received, signal: AbortSignal) => {
  const { bucket, key, version, zip } = download
  const href =
    zip ??
    address(objects.download, {
      params: { bucket },
      query: { prefix: key, raw: 'true', ...(version && { version_id: version }) },
    })
  const headers = !zip && got.bytes > 0 && got.etag ? { range: `bytes=${got.bytes}-`, 'if-range': got.etag } : undefined
  const answer = await fetch(href, { signal, ...(headers && { headers }) }).catch(() => undefined)
  signal.throwIfAborted()
  if (!answer) throw unanswered()
  if (!answer.ok) return refuse(answer)
  if (answer.status !== 206) Object.assign(got, { pieces: [], bytes: 0 })
  const { headers: answered } = answer
  const total = answer.status === 206 ? answered.get('content-range')?.split('/')[1] : answered.get('content-length')
  got.etag = answered.get('etag')
  got.encoding = answered.get('x-stored-content-encoding') ?? ''
  // the listing may be older than the object
  got.total = zip ? undefined : Number(total ?? download.size)
  return answer
}

const receiveRest = async (download: Download, got: Received, { onKept, onProgress, signal }: How) => {
  if (got.total !== undefined && got.bytes > 0 && got.bytes >= got.total) return
  const answer = await open(download, got, signal)
  onKept(got.bytes)
  const reader = answer.body?.getReader()
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let buffered = 0
  const flush = () => {
    if (buffered > 0) got.pieces.push(new Blob(chunks))
    got.bytes += buffered
    chunks = []
    buffered = 0
  }
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || !value) break
      chunks.push(value)
      buffered += value.length
      onProgress(got.bytes + buffered)
      if (buffered >= BLOB_SIZE) flush()
    }
  } catch {
    flush()
    signal.throwIfAborted()
    throw unanswered()
  }
  flush()
  // an interrupted zip throws while it is read
  if (got.total !== undefined && got.bytes < got.total) throw unanswered()
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
      ? messages.isNotCompressedAlthoughContent(displayName(name), displayName(encoding))
      : messages.browserCouldNotDecompressStored(displayName(name), displayName(encoding), displayName(saved)),
  )
  return { name: saved, blob }
}

/** Downloads an object and has the browser save it; resumes after interruptions. */
export const receive = async (download: Download, how: How) => {
  const got = partial.get(download) ?? { pieces: [], bytes: 0, etag: null, total: undefined, encoding: '' }
  partial.set(download, got)
  await withSlot(how.signal, () => withRetries(how.signal, () => receiveRest(download, got, how)))
  const { name, blob } = await fileOf(download, got, how.signal)
  partial.delete(download)
  save(name, blob)
}
