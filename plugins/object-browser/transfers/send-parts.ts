import { call, upload as send } from '../../../core/client.ts'
import { Failure, passesByItself } from '../../../core/failure.ts'
import { objects } from '../contract.ts'
import { countParts, type Joined, parts, partSizeOf, sizeOfPart } from '../parts.ts'
import { again } from './again.ts'
import { checksumOf } from './crc32.ts'
import type { How, Upload } from './jobs.ts'
import { withSlot } from './slots.ts'
import { findEntry, forgetEntry, keepEntry, touchEntry } from './unfinished.ts'

/** Parts of one file that are under way at once. */
const ABREAST = 3

/** How often a part that arrives damaged is sent. */
const SENDINGS = 3

/** What the storage has of an upload. */
type Begun = { id: string; stored: Map<number, Joined> }

const begun = new WeakMap<Upload, Begun>()

/** What is stored of an upload that was begun before; nothing where the storage has given it up. */
const goOn = async ({ bucket, key, file }: Upload, id: string): Promise<Begun | undefined> => {
  try {
    const { parts: all } = await call(parts.listParts, { params: { bucket }, query: { key, id } })
    const whole = all.flatMap(({ number, size, etag, crc32 }) =>
      crc32 !== undefined && size === sizeOfPart(file.size, number) ? [[number, { etag, crc32 }] as const] : [],
    )
    return { id, stored: new Map(whole) }
  } catch (error) {
    if (error instanceof Failure && [403, 404].includes(error.status)) return undefined
    throw error
  }
}

const begin = async (upload: Upload): Promise<Begun> => {
  const { bucket, key, file } = upload
  const before = findEntry(upload)
  const known = before && (await goOn(upload, before.id))
  if (before && !known) forgetEntry(before)
  if (known) return known
  const { id } = await call(parts.beginUpload, { params: { bucket }, body: { key, size: file.size, type: file.type } })
  keepEntry(upload, id)
  return { id, stored: new Map() }
}

/** Whether the object is there: of a call whose answer was lost nobody knows what it did. */
const isThere = async ({ bucket, key, file }: Upload) =>
  (await call(objects.info, { params: { bucket }, query: { prefix: key } }).catch(() => undefined))?.size === file.size

const complete = async (upload: Upload, { id, stored }: Begun, signal: AbortSignal) => {
  const { bucket, key } = upload
  const all = Array.from({ length: stored.size }, (_, at) => stored.get(at + 1)).filter((part) => part !== undefined)
  let lost = false
  await again(signal, async () => {
    try {
      await call(parts.completeUpload, { params: { bucket }, body: { key, id, parts: all } }, { signal })
    } catch (error) {
      if (lost && error instanceof Failure && error.status === 404 && (await isThere(upload))) return
      lost ||= error instanceof Failure && passesByItself(error)
      throw error
    }
  })
}

/** Gives up what is stored of an upload. */
export const giveUp = async (upload: Upload) => {
  const { bucket, key } = upload
  const id = begun.get(upload)?.id
  if (id === undefined) return
  begun.delete(upload)
  forgetEntry({ id })
  await call(parts.abortUpload, { params: { bucket }, query: { key, id } }).catch(() => undefined)
}

/** What is read of a file, or why it cannot be read any more. */
export const readable = async <T>(work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'AbortError') throw error
    throw new Failure(400, 'The file cannot be read any more', 'It was changed or moved since it was chosen.')
  }
}

/** Sends a file in parts, those that are missing; it goes on where it was broken off. */
export const sendParts = async (upload: Upload, { onKept, onProgress, signal }: How) => {
  const { bucket, key, file } = upload
  const state = begun.get(upload) ?? (await again(signal, () => begin(upload)))
  begun.set(upload, state)
  const { id, stored } = state
  const count = countParts(file.size)
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !stored.has(number))
  const under = new Map<number, number>()
  let there = [...stored.keys()].reduce((sum, number) => sum + sizeOfPart(file.size, number), 0)
  const tell = () => onProgress([...under.values()].reduce((sum, sent) => sum + sent, there))
  onKept(there)

  const failing = new AbortController()
  const ended = AbortSignal.any([signal, failing.signal])

  const sendPart = async (number: number) => {
    const start = (number - 1) * partSizeOf(file.size)
    const size = sizeOfPart(file.size, number)
    const blob = file.slice(start, start + size)
    const crc32 = await readable(checksumOf(blob, ended))
    const part = { name: 'part', blob, size }
    const query = { key, id, number: String(number), crc32 }
    const progress = (sent: number) => {
      under.set(number, sent)
      tell()
    }
    const sendOnce = () =>
      withSlot(ended, () =>
        send(parts.putPart, { params: { bucket }, query }, part, { onProgress: progress, signal: ended }),
      )
    for (let sending = 1; ; sending += 1) {
      try {
        const { etag } = await again(ended, sendOnce)
        stored.set(number, { etag, crc32 })
        break
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 400 || sending === SENDINGS) throw error
      }
    }
    under.delete(number)
    there += size
    touchEntry(id)
    tell()
  }

  const work = async () => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) await sendPart(number)
  }
  try {
    await Promise.all(Array.from({ length: ABREAST }, work))
    await complete(upload, state, signal)
    begun.delete(upload)
    forgetEntry({ id })
  } catch (error) {
    failing.abort()
    const isGone = error instanceof Failure && error.status === 404
    if (isGone) {
      begun.delete(upload)
      forgetEntry({ id })
    }
    if (signal.aborted && signal.reason === 'cancelled') await giveUp(upload)
    throw error
  }
}
