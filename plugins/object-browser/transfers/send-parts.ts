import { call, pMap, upload as send } from 'stowage/web'
import { Failure, passesByItself } from 'stowage'
import { objects } from '../contract.ts'
import { countParts, type Joined, parts, partSizeOf, sizeOfPart, smallPartSizeOf } from '../parts.ts'
import { withRetries } from './with-retries.ts'
import { checksumOf } from './crc32.ts'
import type { How, Upload } from './jobs.ts'
import { withSlot } from './slots.ts'
import { findEntry, forgetEntry, keepEntry, touchEntry } from './unfinished.ts'
import * as messages from '../messages.ts'

/** Concurrent parts of one file. */
const CONCURRENCY = 3

/** Attempts to send a part that arrives damaged. */
const MAX_ATTEMPTS = 3

/** Attempts to compare parts with those stored if they cannot be joined. */
const MAX_COMPARISONS = 3

/** A started upload: `listed` are parts in the storage that may be of another file, `stored` those verified. */
type StartedUpload = { id: string; partSize: number; listed: Map<number, Joined>; stored: Map<number, Joined> }

const begun = new WeakMap<Upload, StartedUpload>()

let tooLarge = Infinity

/** Records that a proxy refuses requests of this size. */
export const recordTooLarge = (size: number) => (tooLarge = Math.min(tooLarge, size))

/** Whether a request of this size is likely to pass. */
export const isSmallEnough = (size: number) => size < tooLarge

/** Parts stored of a previous upload; `undefined` if the storage has aborted it. */
const listStored = async ({ bucket, key, file }: Upload, id: string, partSize: number) => {
  const { parts: all } = await call(parts.listParts, { params: { bucket }, query: { key, id } })
  const storedParts = all.flatMap(({ number, size, etag, crc32 }) =>
    crc32 !== undefined && size === sizeOfPart(file.size, number, partSize) ? [[number, { etag, crc32 }] as const] : [],
  )
  return new Map(storedParts)
}

const unless = async <T>(statuses: readonly number[], work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure && statuses.includes(error.status)) return undefined
    throw error
  }
}

const abort = ({ bucket, key }: Pick<Upload, 'bucket' | 'key'>, id: string) =>
  call(parts.abortUpload, { params: { bucket }, query: { key, id } }).catch(() => undefined)

const begin = async (upload: Upload): Promise<StartedUpload> => {
  const { bucket, key, file } = upload
  const usual = partSizeOf(file.size)
  const before = findEntry(upload)
  if (before) {
    const { id, partSize = usual } = before
    const listed = await unless([403, 404], listStored(upload, id, partSize))
    if (listed && isSmallEnough(partSize)) return { id, partSize, listed, stored: new Map() }
    forgetEntry(before)
    if (listed) await abort({ bucket, key }, id)
  }
  const partSize = isSmallEnough(usual) ? usual : smallPartSizeOf(file.size)
  const body = { key, size: file.size, type: file.type, part_size: partSize }
  const { id } = await call(parts.beginUpload, { params: { bucket }, body })
  keepEntry(upload, id, partSize)
  return { id, partSize, listed: new Map(), stored: new Map() }
}

/** Whether the object exists: a call whose response was lost may have succeeded. */
const isThere = async ({ bucket, key, file }: Upload) =>
  (await call(objects.info, { params: { bucket }, query: { prefix: key } }).catch(() => undefined))?.size === file.size

const complete = async (upload: Upload, { id, stored }: StartedUpload, signal: AbortSignal) => {
  const { bucket, key } = upload
  const all = Array.from({ length: stored.size }, (_, at) => stored.get(at + 1)).filter((part) => part !== undefined)
  let lost = false
  await withRetries(signal, async () => {
    try {
      await call(parts.completeUpload, { params: { bucket }, body: { key, id, parts: all } }, { signal })
    } catch (error) {
      if (lost && error instanceof Failure && error.status === 404 && (await isThere(upload))) return
      lost ||= error instanceof Failure && passesByItself(error)
      throw error
    }
  })
}

/** Aborts an upload and deletes its parts. */
export const abortUpload = async (upload: Upload) => {
  const { bucket, key } = upload
  const id = begun.get(upload)?.id
  if (id === undefined) return
  begun.delete(upload)
  forgetEntry({ id })
  await abort({ bucket, key }, id)
}

/** Wraps reads of a file that may have become unreadable. */
export const wrapReadError = async <T>(work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'AbortError') throw error
    throw new Failure(400, messages.fileUnreadable, {
      detail: messages.itWasChangedOrMoved,
    })
  }
}

const sendMissing = async (upload: Upload, state: StartedUpload, { onKept, onProgress, signal }: How) => {
  const { bucket, key, file } = upload
  const { id, partSize, listed, stored } = state
  const count = countParts(file.size, partSize)
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !stored.has(number))
  const under = new Map<number, number>()
  const sizeOf = (number: number) => sizeOfPart(file.size, number, partSize)
  let sentBytes = [...stored.keys()].reduce((sum, number) => sum + sizeOf(number), 0)
  const all = () => [...under.values()].reduce((sum, sent) => sum + sent, sentBytes)
  onKept(sentBytes)

  const failing = new AbortController()
  const ended = AbortSignal.any([signal, failing.signal])

  const sendPart = async (number: number) => {
    const start = (number - 1) * partSize
    const size = sizeOf(number)
    const blob = file.slice(start, start + size)
    const crc32 = await wrapReadError(checksumOf(blob, ended))
    const before = listed.get(number)
    if (before?.crc32 === crc32) {
      stored.set(number, before)
      sentBytes += size
      onKept(all())
      return
    }
    const part = { name: 'part', blob, size }
    const query = { key, id, number: String(number), crc32 }
    const progress = (sent: number) => {
      under.set(number, sent)
      onProgress(all())
    }
    const sendOnce = () =>
      withSlot(ended, () =>
        send(parts.putPart, { params: { bucket }, query }, part, { onProgress: progress, signal: ended }),
      )
    for (let sending = 1; ; sending += 1) {
      try {
        const { etag } = await withRetries(ended, sendOnce)
        stored.set(number, { etag, crc32 })
        break
      } catch (error) {
        if (error instanceof Failure && error.status === 413) recordTooLarge(size)
        if (!(error instanceof Failure) || error.status !== 400 || sending === MAX_ATTEMPTS) throw error
      }
    }
    under.delete(number)
    sentBytes += size
    touchEntry(id)
    onProgress(all())
  }

  try {
    await pMap(missing, sendPart, { concurrency: CONCURRENCY })
  } catch (error) {
    failing.abort()
    throw error
  }
}

/** Sends missing parts and joins all; parts that another tab has replaced are sent again. */
const sendAndJoin = async (upload: Upload, state: StartedUpload, how: How) => {
  for (let comparison = 1; ; comparison += 1) {
    try {
      await sendMissing(upload, state, how)
      return await complete(upload, state, how.signal)
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 409 || comparison === MAX_COMPARISONS) throw error
      const { id, partSize } = state
      state.listed = (await unless([403], listStored(upload, id, partSize))) ?? new Map()
      state.stored.clear()
    }
  }
}

/**
 * Sends a file in parts, and resumes previous attempts. A stored part counts only if its checksum matches: a file of
 * the same name, size and date may have changed.
 */
export const sendParts = async (upload: Upload, how: How): Promise<void> => {
  const { signal } = how
  const state = begun.get(upload) ?? (await withRetries(signal, () => begin(upload)))
  begun.set(upload, state)
  const { id, partSize } = state
  try {
    await sendAndJoin(upload, state, how)
    begun.delete(upload)
    forgetEntry({ id })
  } catch (error) {
    const isGone = error instanceof Failure && error.status === 404
    if (isGone) {
      begun.delete(upload)
      forgetEntry({ id })
    }
    if (signal.aborted && signal.reason === 'cancelled') await abortUpload(upload)
    if (!(error instanceof Failure) || error.status !== 413) throw error
    await abortUpload(upload)
    if (partSize <= smallPartSizeOf(upload.file.size)) throw error
    return sendParts(upload, how)
  }
}
