import { createHash } from 'node:crypto'
import { Failure } from 'stowage'
import type { Bytes } from 'stowage/server'
import type { ObjectsBackend } from './backend.ts'
import { discardOnError, type PreviewHeaders } from './download.ts'
import { SNIFFED_BYTES, sniff, type SniffResult } from './sniff.ts'
import type { Range, StoredObject } from './stored-object.ts'

type PreviewTarget = { bucket: string; key: string; version: string | undefined }

/** Detects the type of an object read by `get`; an empty one is text. */
export const sniffContent = async (
  get: (range: Range) => Promise<Pick<StoredObject, 'body'>>,
): Promise<SniffResult> => {
  const head: Uint8Array[] = []
  try {
    const { body } = await get({ start: 0, end: SNIFFED_BYTES - 1 })
    for await (const chunk of body) head.push(chunk)
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 416) throw error
  }
  return sniff(Buffer.concat(head))
}

/** Detects the type of an object from its first bytes. */
export const sniffObject = (backend: ObjectsBackend, { bucket, key, version }: PreviewTarget): Promise<SniffResult> =>
  sniffContent((range) => backend.get(bucket, key, { version, range }))

/** First bytes of a body, and a body that still has them; ending it early ends the original. */
const peek = async (source: AsyncIterable<Uint8Array>, maxBytes: number) => {
  const rest = source[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  for (let length = 0; length < maxBytes; ) {
    const { done, value } = await rest.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  const head = Buffer.concat(chunks).subarray(0, maxBytes)
  // not a generator, which would not end the original if it ended before its first chunk
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => {
      const value = chunks.shift()
      return value ? { done: false, value } : rest.next()
    },
    return: async (value) => {
      await rest.return?.()
      return { done: true, value }
    },
  }
  return { head, body: { [Symbol.asyncIterator]: () => iterator } }
}

/**
 * Adds the detected type to an object that is being read: from its own bytes if it is read from the start, else with
 * `sniffStart`.
 */
export const withType = async <Read extends StoredObject>(
  object: Read,
  sniffStart: () => Promise<SniffResult>,
): Promise<Read & { sniffed: SniffResult }> => {
  const { span, size = Infinity } = object
  const { start, end } = span ?? { start: 0, end: size - 1 }
  if (start > 0 || end < Math.min(SNIFFED_BYTES, size) - 1)
    return { ...object, sniffed: await discardOnError(object, sniffStart) }
  const { head, body } = await peek(object.body, SNIFFED_BYTES)
  return { ...object, body, sniffed: sniff(head) }
}

/** How browsers may receive it: inline if it can neither run scripts, nor load anything, nor become another type. */
export const previewHeadersOf = ({ kind, type }: SniffResult): PreviewHeaders => ({
  type,
  how: kind === 'image' || kind === 'audio' || kind === 'video' || kind === 'text' ? 'inline' : 'attachment',
})

const style = `:root{color-scheme:light dark}html,body{height:100%;margin:0;background:transparent}
body{display:grid;place-items:center;overflow:hidden;font:13px sans-serif}
img,video{max-width:100%;max-height:100%;object-fit:contain}audio{width:min(100%,480px)}`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const elements: Readonly<Partial<Record<SniffResult['kind'], (src: string) => string>>> = {
  image: (src) => `<img src="${src}" alt="File couldn't be loaded. Please try Download instead.">`,
  audio: (src) => `<audio src="${src}" controls preload="metadata"></audio>`,
  video: (src) => `<video src="${src}" controls preload="metadata"></video>`,
}

/**
 * Without `allow-scripts` nothing runs in it; `allow-same-origin` sends the session's cookie with its media request.
 */
const policy = [
  'sandbox allow-same-origin',
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** HTML page for the preview's iframe: one image, audio or video, or a message if the object is none. */
export const framePage = async (backend: ObjectsBackend, target: PreviewTarget): Promise<Bytes> => {
  const element = elements[(await sniffObject(backend, target)).kind]
  const query = new URLSearchParams({
    prefix: target.key,
    preview: 'true',
    encoding: 'plain',
    ...(target.version && { version_id: target.version }),
  })
  const content = element?.(escapeHtml(`download?${query}`)) ?? '<p>This is not an image, audio or video.</p>'
  const page = Buffer.from(
    `<!doctype html><meta charset="utf-8"><title>Preview</title><style>${style}</style>${content}`,
  )
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(page.length),
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
    },
    body: (async function* () {
      yield page
    })(),
  }
}
