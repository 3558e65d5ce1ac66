import { address, failureOf, sessionRefused } from '../../../core/client.ts'
import { Failure } from '../../../core/failure.ts'
import { objects } from '../contract.ts'
import { fileName } from '../names.ts'
import { again } from './again.ts'
import type { Download, How } from './jobs.ts'
import { withSlot } from './slots.ts'

/** So many bytes are handed to the browser at a time, which may lay them on its disk. */
const PIECE = 8 * 1024 * 1024

/** What has come of a download. */
type Got = { pieces: Blob[]; bytes: number; etag: string | null }

const kept = new WeakMap<Download, Got>()

const unanswered = () =>
  new Failure(0, 'The server did not answer', 'Check your connection and whether the console is running.')

const refuse = async (answer: Response): Promise<never> => {
  if (answer.status === 401) sessionRefused()
  throw failureOf(answer.status, await answer.json().catch(() => undefined))
}

/** Asks for the rest of an object; where it has become another one meanwhile it is asked for from its beginning. */
const open = async ({ bucket, key, version, zip }: Download, got: Got, signal: AbortSignal) => {
  const href =
    zip ??
    address(objects.download, { params: { bucket }, query: { prefix: key, ...(version && { version_id: version }) } })
  const headers = !zip && got.bytes > 0 && got.etag ? { range: `bytes=${got.bytes}-`, 'if-range': got.etag } : undefined
  const answer = await fetch(href, { signal, ...(headers && { headers }) }).catch(() => undefined)
  signal.throwIfAborted()
  if (!answer) throw unanswered()
  if (!answer.ok) return refuse(answer)
  if (answer.status !== 206) Object.assign(got, { pieces: [], bytes: 0 })
  got.etag = answer.headers.get('etag')
  return answer
}

const receiveRest = async (download: Download, got: Got, { onKept, onProgress, signal }: How) => {
  if (!download.zip && got.bytes > 0 && got.bytes >= download.size) return
  const answer = await open(download, got, signal)
  onKept(got.bytes)
  const reader = answer.body?.getReader()
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  const keep = () => {
    if (held > 0) got.pieces.push(new Blob(chunks))
    got.bytes += held
    chunks = []
    held = 0
  }
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || !value) break
      chunks.push(value)
      held += value.length
      onProgress(got.bytes + held)
      if (held >= PIECE) keep()
    }
  } catch {
    keep()
    signal.throwIfAborted()
    throw unanswered()
  }
  keep()
  // a zip that breaks off fails as it is read
  if (!download.zip && got.bytes < download.size && !answer.headers.get('content-encoding')) throw unanswered()
}

const save = (name: string, blob: Blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // the browser copies it, and tells nobody when it has
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Downloads an object and lets the browser save it; it goes on where it was broken off. */
export const receive = async (download: Download, how: How) => {
  const got = kept.get(download) ?? { pieces: [], bytes: 0, etag: null }
  kept.set(download, got)
  await withSlot(how.signal, () => again(how.signal, () => receiveRest(download, got, how)))
  kept.delete(download)
  save(fileName(download.key), new Blob(got.pieces, { type: 'application/octet-stream' }))
}
