import { Failure } from 'stowage'
import type { Bytes } from 'stowage/server'
import type { Range, StoredObject } from './stored-object.ts'
import { compressedName, fileName } from './names.ts'

/**
 * Parses a `Range` header with a single range; ignores anything else (several ranges, another unit), as RFC 9110 14.2
 * permits.
 */
export const parseRange = (header: string | string[] | undefined): Range | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(String(header ?? ''))
  if (!match || (!match[1] && !match[2])) return undefined
  return { start: match[1] ? Number(match[1]) : undefined, end: match[2] ? Number(match[2]) : undefined }
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * `Content-Disposition` for a key's last segment (RFC 6266 and 8187): an ASCII name for old clients, and the exact one.
 */
export const disposition = (key: string, dispositionType: 'attachment' | 'inline' = 'attachment') => {
  const name = fileName(key)
  const ascii = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  return `${dispositionType}; filename="${ascii}"; filename*=UTF-8''${encode(name)}`
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
type State = Pick<StoredObject, 'etag' | 'modified'>

/** Whether the client's copy is current (`If-None-Match`; RFC 9110 13.1.2 compares weakly). */
const isNotModified = ({ etag }: State, headers: Headers): boolean => {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch === undefined) return false
  return String(ifNoneMatch)
    .split(',')
    .some((entry) => ['*', etag].includes(entry.trim().replace(/^W\//, '')))
}

/** Whether the client's partial copy is current (`If-Range`; RFC 9110 13.1.5 compares strongly, dates exactly). */
const matchesIfRange = ({ etag, modified }: State, part: string) =>
  part.startsWith('"') ? part === etag : Date.parse(part) === Math.floor(modified.getTime() / 1000) * 1000

/** Closes a body that is not needed, ignoring errors. */
const discard = async ({ body }: Pick<StoredObject, 'body'>) => {
  try {
    for await (const _chunk of body) break
  } catch {}
}

/** Runs work that a response needs besides the object, whose body is closed if it fails. */
export const discardOnError = async <T>(object: Pick<StoredObject, 'body'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    await discard(object)
    throw error
  }
}

/**
 * Reads an object, or the range that the headers ask for: a range only if the client's partial copy is current, else
 * the whole. Throws 416 for a range outside the object.
 */
const readPart = async <Object extends StoredObject>(
  headers: Headers,
  get: (range: Range | undefined) => Promise<Object>,
): Promise<Object> => {
  const range = parseRange(headers.range)
  const ifRange = headers['if-range']
  if (!range || ifRange === undefined) return get(range)
  const undefinedOn416 = (error: unknown) => {
    if (!(error instanceof Failure) || error.status !== 416) throw error
    return undefined
  }
  const part = await get(range).catch(undefinedOn416)
  if (part && matchesIfRange(part, String(ifRange))) return part
  if (part) await discard(part)
  const object = await get(undefined)
  if (part || !matchesIfRange(object, String(ifRange))) return object
  await discard(object)
  return get(range)
}

/** Type and disposition that replace the stored ones in a preview. */
export type PreviewHeaders = { type: string; how: 'inline' | 'attachment' }

/**
 * Treatment of the stored headers. A download keeps its encoding. `raw` and `PreviewHeaders` only name the encoding in
 * a header, so that the bytes arrive as stored; `PreviewHeaders` also replace the type. A link keeps all headers, and
 * is displayed inline only with the type in `inline`.
 */
export type ResponseForm = 'download' | 'raw' | PreviewHeaders | { link: { inline?: string } }

const isAttachment = (disposition: string) => /^\s*attachment\s*(?:;|$)/i.test(disposition)

/** Whether the object's stored headers ask for inline display. */
export const wantsInline = ({ headers }: Pick<StoredObject, 'headers'>) =>
  /^\s*inline\s*(?:;|$)/i.test(headers['content-disposition'] ?? '')

/** Header with the encoding of bytes that are sent as stored. */
const STORED_ENCODING = 'x-stored-content-encoding'

const contentHeaders = ({ type, headers }: StoredObject, key: string, form: ResponseForm): Record<string, string> => {
  if (typeof form === 'object' && 'link' in form) {
    const { inline } = form.link
    const { 'content-disposition': stored = '', ...others } = headers
    return {
      ...others,
      'content-type': inline ?? (type || 'application/octet-stream'),
      'content-disposition': inline !== undefined || isAttachment(stored) ? stored : disposition(key),
    }
  }
  const preview = typeof form === 'object' ? form : undefined
  const encoding = headers['content-encoding']
  return {
    'content-type': preview?.type ?? (type || 'application/octet-stream'),
    'content-disposition': disposition(form === 'raw' ? compressedName(key, encoding) : key, preview?.how),
    ...(encoding && { [form === 'download' ? 'content-encoding' : STORED_ENCODING]: encoding }),
  }
}

/**
 * Response to a download: an attachment that no browser renders and whose scripts cannot run, or a
 * preview. `keyOf` returns the key for the file name.
 */
export const objectResponse = async <Object extends StoredObject>(
  headers: Headers,
  get: (range: Range | undefined) => Promise<Object>,
  keyOf: (object: Object) => string,
  requestedForm: ResponseForm | ((object: Object) => Promise<ResponseForm>) = 'download',
): Promise<Bytes> => {
  const object = await readPart(headers, get)
  const { span, size } = object
  const length = span ? span.end - span.start + 1 : size
  const validators = { etag: object.etag, 'last-modified': object.modified.toUTCString() }
  if (isNotModified(object, headers)) return { status: 304, headers: validators, body: object.body }
  const form =
    typeof requestedForm === 'function' ? await discardOnError(object, () => requestedForm(object)) : requestedForm
  return {
    status: span ? 206 : 200,
    headers: {
      ...(length !== undefined && { 'content-length': String(length) }),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'accept-ranges': 'bytes',
      ...validators,
      ...contentHeaders(object, keyOf(object), form),
      ...(span && { 'content-range': `bytes ${span.start}-${span.end}/${size}` }),
    },
    body: object.body,
  }
}
