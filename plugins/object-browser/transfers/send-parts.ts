import { call, pMap, upload as send } from 'stowage/web'
import { Failure, isTemporaryFailure } from 'stowage'
import { objects } from '../contract.ts'
import { countParts, type CompletedPart, parts, partSizeOf, sizeOfPart, smallPartSizeOf } from '../parts.ts'
import { withRetries } from './with-retries.ts'
import { checksumOf } from './crc32.ts'
import type { JobCallbacks, Upload } from './jobs.ts'
import { withSlot } from './slots.ts'
import { findEntry, removeEntry, addEntry, touchEntry } from './unfinished.ts'
import * as messages from '../messages.ts'

/** Concurrent parts of one file. */
const CONCURRENCY = 3

/** Attempts to send a part that arrives damaged. */
const MAX_ATTEMPTS = 3

/** Attempts to compare parts with those stored if the upload cannot be completed. */
const MAX_COMPARISONS = 3

/** A started upload: `listed` are parts in the storage that may be of another file, `stored` those verified. */
type StartedUpload = {
  id: string
  partSize: number
  listed: Map<number, CompletedPart>
  stored: Map<number, CompletedPart>
}

/** Begun uploads, also while the storage begins them. */
const startedUploads = new WeakMap<Upload, Promise<StartedUpload>>()

/** Running and paused uploads of this tab by their id: the same file may be added again meanwhile. */
const owners = new Map<string, Upload>()

/** Whether no other upload of this tab uses an id. */
const isFreeFor = (upload: Upload, id: string) => (owners.get(id) ?? upload) === upload

/** Releases paused uploads, so that they can be resumed by choosing the file again. */
export const releasePaused = () => owners.clear()

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

const undefinedOn = async <T>(statuses: readonly number[], work: Promise<T>) => {
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
  const defaultPartSize = partSizeOf(file.size)
  const previous = findEntry(upload)
  if (previous && isFreeFor(upload, previous.id)) {
    const { id, partSize = defaultPartSize } = previous
    owners.set(id, upload)
    const listed = await undefinedOn([403, 404], listStored(upload, id, partSize)).catch((error: unknown) => {
      owners.delete(id)
      throw error
    })
    if (listed && isSmallEnough(partSize)) return { id, partSize, listed, stored: new Map() }
    owners.delete(id)
    removeEntry(previous)
    if (listed) await abort({ bucket, key }, id)
  }
  const partSize = isSmallEnough(defaultPartSize) ? defaultPartSize : smallPartSizeOf(file.size)
  const body = { key, size: file.size, type: file.type, part_size: partSize }
  const { id } = await call(parts.beginUpload, { params: { bucket }, body })
  owners.set(id, upload)
  addEntry(upload, id, partSize)
  return { id, partSize, listed: new Map(), stored: new Map() }
}

const start = (upload: Upload) => {
  const started = begin(upload)
  startedUploads.set(upload, started)
  started.catch(() => startedUploads.delete(upload))
  return started
}

/** Starts an upload, or continues it if no other one has taken it over meanwhile. */
const open = async (upload: Upload) => {
  const started = startedUploads.get(upload)
  if (!started) return start(upload)
  const state = await started
  return isFreeFor(upload, state.id) ? state : start(upload)
}

/** Whether the object exists: a call whose response was lost may have succeeded. */
const isStored = async ({ bucket, key, file }: Upload) =>
  (await call(objects.info, { params: { bucket }, query: { prefix: key } }).catch(() => undefined))?.size === file.size

const complete = async (upload: Upload, { id, stored }: StartedUpload, signal: AbortSignal) => {
  const { bucket, key } = upload
  const all = Array.from({ length: stored.size }, (_, at) => stored.get(at + 1)).filter((part) => part !== undefined)
  let responseLost = false
  await withRetries(signal, async () => {
    try {
      await call(parts.completeUpload, { params: { bucket }, body: { key, id, parts: all } }, { signal })
    } catch (error) {
      if (responseLost && error instanceof Failure && error.status === 404 && (await isStored(upload))) return
      responseLost ||= error instanceof Failure && isTemporaryFailure(error)
      throw error
    }
  })
}

/** Aborts an upload, once it has begun, and deletes its parts. */
export const abortUpload = async (upload: Upload) => {
  const { bucket, key } = upload
  const started = startedUploads.get(upload)
  startedUploads.delete(upload)
  const id = (await started?.catch(() => undefined))?.id
  if (id === undefined || !isFreeFor(upload, id)) return
  owners.delete(id)
  removeEntry({ id })
  await abort({ bucket, key }, id)
}

/** Wraps reads of a file that may have become unreadable. */
export const wrapReadError = async <T>(work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'AbortError') throw error
    throw new Failure(400, messages.fileUnreadable, {
      detail: messages.fileChanged,
    })
  }
}

const sendMissing = async (upload: Upload, state: StartedUpload, { onKept, onProgress, signal }: JobCallbacks) => {
  const { bucket, key, file } = upload
  const { id, partSize, listed, stored } = state
  const count = countParts(file.size, partSize)
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !stored.has(number))
  const inFlight = new Map<number, number>()
  const sizeOf = (number: number) => sizeOfPart(file.size, number, partSize)
  let sentBytes = [...stored.keys()].reduce((sum, number) => sum + sizeOf(number), 0)
  const all = () => [...inFlight.values()].reduce((sum, sent) => sum + sent, sentBytes)
  onKept(sentBytes)

  const failure = new AbortController()
  const stopSignal = AbortSignal.any([signal, failure.signal])

  const sendPart = async (number: number) => {
    const start = (number - 1) * partSize
    const size = sizeOf(number)
    const blob = file.slice(start, start + size)
    const crc32 = await wrapReadError(checksumOf(blob, stopSignal))
    const previous = listed.get(number)
    if (previous?.crc32 === crc32) {
      stored.set(number, previous)
      sentBytes += size
      onKept(all())
      return
    }
    const part = { name: 'part', blob, size }
    const query = { key, id, number: String(number), crc32 }
    const progress = (sent: number) => {
      inFlight.set(number, sent)
      onProgress(all())
    }
    const sendOnce = () =>
      withSlot(stopSignal, () =>
        send(parts.putPart, { params: { bucket }, query }, part, { onProgress: progress, signal: stopSignal }),
      )
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { etag } = await withRetries(stopSignal, sendOnce)
        stored.set(number, { etag, crc32 })
        break
      } catch (error) {
        if (error instanceof Failure && error.status === 413) recordTooLarge(size)
        if (!(error instanceof Failure) || error.status !== 400 || attempt === MAX_ATTEMPTS) throw error
      }
    }
    inFlight.delete(number)
    sentBytes += size
    touchEntry(id)
    onProgress(all())
  }

  try {
    await pMap(missing, sendPart, { concurrency: CONCURRENCY })
  } catch (error) {
    failure.abort()
    throw error
  }
}

/** Sends missing parts and completes the upload; parts that another tab has replaced are sent again. */
const sendAndComplete = async (upload: Upload, state: StartedUpload, callbacks: JobCallbacks) => {
  for (let comparison = 1; ; comparison += 1) {
    try {
      await sendMissing(upload, state, callbacks)
      return await complete(upload, state, callbacks.signal)
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 409 || comparison === MAX_COMPARISONS) throw error
      const { id, partSize } = state
      state.listed = (await undefinedOn([403], listStored(upload, id, partSize))) ?? new Map()
      state.stored.clear()
    }
  }
}

/**
 * Sends a file in parts, and resumes previous attempts. A stored part counts only if its checksum matches: a file of
 * the same name, size and date may have changed.
 */
export const sendParts = async (upload: Upload, callbacks: JobCallbacks): Promise<void> => {
  const { signal } = callbacks
  const state = await withRetries(signal, () => open(upload))
  const { id, partSize } = state
  try {
    signal.throwIfAborted()
    owners.set(id, upload)
    await sendAndComplete(upload, state, callbacks)
    startedUploads.delete(upload)
    removeEntry({ id })
  } catch (error) {
    const isNotFound = error instanceof Failure && error.status === 404
    if (isNotFound) {
      startedUploads.delete(upload)
      removeEntry({ id })
    }
    if (signal.aborted && signal.reason === 'cancelled') await abortUpload(upload)
    if (!(error instanceof Failure) || error.status !== 413) throw error
    await abortUpload(upload)
    if (partSize <= smallPartSizeOf(upload.file.size)) throw error
    return sendParts(upload, callbacks)
  } finally {
    if (signal.reason !== 'paused' && isFreeFor(upload, id)) owners.delete(id)
  }
}
