import { crc32 } from 'node:zlib'
import { Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import type { Existing } from '../copying/backend.ts'
import { alreadyExists, requireTags, sourceChanged, sourceKept } from '../backend/copy-errors.ts'
import { base64Of } from '../checksums.ts'
import type { Item, Tags } from '../contract.ts'
import { countParts, MAX_WHOLE_SIZE, partSizeOf, sizeOfPart } from '../parts.ts'
import { BUFFER_SIZE, type PartBuffer } from './buffers.ts'
import {
  type Content,
  copyDiffers,
  createStore,
  etagOf,
  infoOf,
  isMd5,
  isSame,
  md5Of,
  partCountOf,
  readBody,
  streamOf,
  withAttempts,
} from './content.ts'
import type { ComparedParts } from './part-store.ts'
import type { SendState } from './state.ts'

const MiB = 1024 * 1024

/** Most parts in flight of one object. */
const MAX_PARTS = 4

/** Time after which a call returns an unfinished copy, in ms, so that no proxy ends it. */
const CALL_TIME = 10_000

/** Time in ms for which objects are sent in parts after one took too long as a whole. */
const PARTS_TIME = 10 * 60_000

/** Part sizes of other programs, in bytes, and the smallest one of S3. */
const usualSizes = [5, 8, 16].map((size) => size * MiB)
const [SMALLEST = 0] = usualSizes

/** A copy or move of one object to another server. */
export type SendRequest = {
  state: SendState
  source: ObjectsBackend
  target: ObjectsBackend
  /** The source as it is. */
  item: Item
  from: { bucket: string; key: string; version: string | undefined }
  to: { bucket: string; key: string }
  mode: 'copy' | 'move'
  existing: Existing
  /** Incomplete upload at the target; empty for none. */
  id: string
  signal: AbortSignal
}

/** Bytes that the target has, of all; `partial` if the copy continues in another call, with the upload's `id`. */
export type SendResult = { state: 'partial' | 'copied' | 'unchanged'; size: number; sent: number; id?: string }

/** Whether the object has as many parts as with this size, which fit into a buffer. */
const isPartSize = (content: Content, size: number) =>
  size <= BUFFER_SIZE && countParts(content.size, size) === partCountOf(content.etag)

/** The size with which the source was stored in parts gives the copy the same ETag. */
const partSizeFor = async ({ source, from }: SendRequest, content: Content) => {
  const count = partCountOf(content.etag)
  if (count === 0) return partSizeOf(content.size)
  const first = await source.firstPartSize?.(from.bucket, from.key, from.version)
  const sizes = first === undefined ? usualSizes : [count === 1 ? Math.max(first, SMALLEST) : first]
  return sizes.find((size) => isPartSize(content, size)) ?? partSizeOf(content.size)
}

const metadataOf = ({ user_metadata = {}, content_type = '' }: Item) => ({
  ...user_metadata,
  ...(content_type && { 'content-type': content_type }),
})

/** A range of the source, and the buffer for its bytes. */
type Part = { start: number; size: number; buffer: PartBuffer }

/** Reads a range of the source completely. Throws `Failure` 409 if it was replaced since. */
const readRange = async ({ source, from }: SendRequest, { etag }: Content, { start, size, buffer }: Part) => {
  if (size === 0) return Buffer.alloc(0)
  const range = { start, end: start + size - 1 }
  const stored = await source.get(from.bucket, from.key, { version: from.version, range })
  const bytes = await readBody(stored.body, size, buffer)
  if (etagOf(stored) !== etag || !bytes) throw sourceChanged(from.key)
  return bytes
}

const headOf = ({ size, item }: Content) => ({ size, type: item.content_type ?? '', metadata: metadataOf(item) })

/** Sends an object in one request. Returns whether the source's ETag is the MD5 digest of the content. */
const sendInOneRequest = async (request: SendRequest, content: Content, buffer: PartBuffer): Promise<boolean> => {
  const { target, to, signal } = request
  const bytes = await readRange(request, content, { start: 0, size: content.size, buffer })
  const sum = base64Of(crc32(bytes))
  const object = { ...headOf(content), crc32: sum, signal }
  const store = createStore(request.existing)
  await withAttempts(() =>
    store((existing) => target.put(to.bucket, to.key, { ...object, existing, body: streamOf(bytes) })),
  )
  return md5Of(bytes) === content.etag
}

/** The source as a stream, which is opened once the target accepts it. Throws `Failure` 409 if it was replaced. */
const streamSource = async function* ({ source, from }: SendRequest, { etag }: Content) {
  const stored = await source.get(from.bucket, from.key, { version: from.version })
  const isChanged = etagOf(stored) !== etag
  for await (const chunk of stored.body) {
    if (isChanged) throw sourceChanged(from.key)
    yield chunk
  }
}

/** Whether an object can be sent while it is read: the target then verifies its digest. */
const isStreamable = ({ state, id }: SendRequest, { size, etag, item }: Content) =>
  !id && isMd5(etag) && !item.encryption && size > 0 && size <= MAX_WHOLE_SIZE && Date.now() > state.partsUntil

/** Sends an object while it is read. Returns `false` if it arrived damaged or took so long that a proxy may end it. */
const sendStream = async (request: SendRequest, content: Content): Promise<boolean> => {
  const { target, to, signal } = request
  const limit = AbortSignal.timeout(CALL_TIME)
  const object = { ...headOf(content), md5: content.etag, signal: AbortSignal.any([signal, limit]) }
  const store = createStore(request.existing)
  try {
    await store((existing) =>
      target.put(to.bucket, to.key, { ...object, existing, body: streamSource(request, content) }),
    )
    return true
  } catch (error) {
    if (limit.aborted && !signal.aborted) request.state.partsUntil = Date.now() + PARTS_TIME
    else if (!(error instanceof Failure) || error.status !== 400) throw error
    return false
  }
}

/** Name of an upload of this content in the store of parts. */
const nameOf = (id: string, { etag }: Content) => `${id} ${etag}`

const isNotFound = (error: unknown) => error instanceof Failure && error.status === 404

type Stored = { etag: string; size?: number; crc32?: string | undefined }

/** The incomplete upload, or a new one. */
const openUpload = async ({ state, target, to, id }: SendRequest, content: Content, partSize: number) => {
  if (id) {
    const own = state.parts.get(nameOf(id, content))
    try {
      const listed = await target.listParts(to.bucket, to.key, id)
      return { id, listed: new Map<number, Stored>(listed.map((part) => [part.number, part])) }
    } catch (error) {
      // an account that may not list its parts continues what this process has sent
      if (own && !isNotFound(error)) return { id, listed: new Map<number, Stored>(own) }
      if (!isNotFound(error)) throw error
    }
  }
  const upload = await target.beginUpload(to.bucket, to.key, { ...headOf(content), partSize })
  return { id: upload.id, listed: new Map<number, Stored>() }
}

/** Whether a stored part has these bytes, by its checksum or its ETag. */
const hasBytes = (part: Stored, bytes: Uint8Array, sum: string) =>
  part.crc32 === undefined ? part.etag.replaceAll('"', '') === md5Of(bytes) : part.crc32 === sum

/** Sends parts until all are stored or the time is over. Returns the id of the upload if some are missing. */
const sendParts = async (request: SendRequest, content: Content): Promise<SendResult | undefined> => {
  const { state, target, to, existing, signal } = request
  const { size } = content
  const partSize = await partSizeFor(request, content)
  const { id, listed } = await openUpload(request, content, partSize)
  const name = nameOf(id, content)
  const stored: ComparedParts = state.parts.get(name) ?? new Map()
  const until = Date.now() + CALL_TIME
  const missing = Array.from({ length: countParts(size, partSize) }, (_, at) => at + 1).filter(
    (number) => !stored.has(number) || !listed.has(number),
  )

  const sendPart = async (number: number, buffer: PartBuffer) => {
    signal.throwIfAborted()
    const bytes = await readRange(request, content, {
      start: (number - 1) * partSize,
      size: sizeOfPart(size, number, partSize),
      buffer,
    })
    const sum = base64Of(crc32(bytes))
    const before = listed.get(number)
    if (before && before.size === bytes.length && hasBytes(before, bytes, sum))
      return void stored.set(number, { etag: before.etag, crc32: sum })
    const part = { number, crc32: sum, size: bytes.length, signal }
    const { etag } = await withAttempts(() => target.putPart(to.bucket, to.key, id, { ...part, body: streamOf(bytes) }))
    stored.set(number, { etag, crc32: sum })
  }
  const worker = async () => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      try {
        const next = number
        await state.withBuffer(partSize, (buffer) => sendPart(next, buffer))
      } catch (error) {
        missing.length = 0
        throw error
      }
      if (Date.now() > until) return
    }
  }
  try {
    await Promise.all(Array.from({ length: partSize > BUFFER_SIZE ? 1 : MAX_PARTS }, worker))
  } finally {
    state.parts.set(name, stored)
  }
  if (missing.length > 0) {
    const sent = [...stored.keys()].reduce((sum, number) => sum + sizeOfPart(size, number, partSize), 0)
    return { state: 'partial', size, sent, id }
  }
  const all = Array.from({ length: stored.size }, (_, at) => stored.get(at + 1)).filter((part) => part !== undefined)
  await target.completeUpload(to.bucket, to.key, id, all, existing).catch(async (error: unknown) => {
    // the parts are of no use
    if (error instanceof Failure && error.code === 'ObjectExists')
      await target.abortUpload(to.bucket, to.key, id).catch(() => undefined)
    throw error
  })
  state.parts.delete(name)
  return undefined
}

/** Sets the tags of the copy, also of one that was interrupted before. */
const copyTags = async ({ target, to }: SendRequest, tags: Tags, stored: Item) => {
  if (Object.keys(tags).length > 0 && JSON.stringify(tags) !== JSON.stringify(stored.tags ?? {}))
    await target.setTags(to.bucket, to.key, undefined, tags)
}

const removeSource = async ({ source, from }: SendRequest, { etag }: Content) => {
  if (etagOf(await source.info(from.bucket, from.key)) !== etag) throw sourceKept(from.key)
  await source.remove(from.bucket, from.key)
}

/** Sends the content, or a part of it. Returns whether the source's ETag is known to be its MD5 digest. */
const sendContent = async (request: SendRequest, content: Content): Promise<boolean | SendResult> => {
  if (isStreamable(request, content) && (await sendStream(request, content))) return true
  const isWhole = content.size <= BUFFER_SIZE && (partCountOf(content.etag) === 0 || content.item.encryption)
  if (!isWhole) return (await sendParts(request, content)) ?? false
  return request.state.withBuffer(content.size, (buffer) => sendInOneRequest(request, content, buffer))
}

/** Whether the target has the content already; an unfinished comparison goes on in the next call. */
const compare = async (request: SendRequest, stored: Item | undefined): Promise<boolean | SendResult> => {
  const { state, item, existing } = request
  if (!stored || existing === 'replace') return stored !== undefined && isSame(item, stored)
  const result = await state.comparisons.compare({ ...request, stored, until: Date.now() + CALL_TIME })
  if (typeof result === 'boolean') return result
  return { state: 'partial', size: item.size ?? 0, sent: result.read, id: request.id }
}

/** Copies or moves an object to another server, or a part of it. Throws `Failure`. */
export const send = async (request: SendRequest): Promise<SendResult> => {
  const { target, item, from, to, mode, existing } = request
  const tags = requireTags(item, from.bucket)
  const content: Content = { size: item.size ?? 0, etag: etagOf(item), item }
  const { size } = content
  const before = await infoOf(target, to.bucket, to.key)
  const isUnchanged = await compare(request, before)
  if (typeof isUnchanged !== 'boolean') return isUnchanged
  if (before && !isUnchanged && existing === 'keep') throw alreadyExists(to.key)
  const hasMd5 = !isUnchanged && (await sendContent(request, content))
  if (typeof hasMd5 !== 'boolean') return hasMd5
  const after = before && isUnchanged ? before : await target.info(to.bucket, to.key)
  const isComparable = hasMd5 && !after.encryption && isMd5(etagOf(after))
  if (after.size !== size || (isComparable && !isSame(item, after))) throw copyDiffers(to.key)
  await copyTags(request, tags, after)
  if (mode === 'move') await removeSource(request, content)
  return { state: isUnchanged ? 'unchanged' : 'copied', size, sent: size }
}
