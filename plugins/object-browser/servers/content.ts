import { createHash } from 'node:crypto'
import { Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import type { Existing } from '../copying/backend.ts'
import type { Item } from '../contract.ts'
import * as messages from '../messages.ts'

/** An object at the source, as it was when the copy began. */
export type Content = { size: number; etag: string; item: Item }

export const etagOf = ({ etag = '' }: Pick<Item, 'etag'>) => etag.replaceAll('"', '')

export const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** Whether an ETag is an MD5 digest of the content, as far as its form tells. */
export const isMd5 = (etag: string) => /^[0-9a-f]{32}$/.test(etag)

export const infoOf = async (backend: ObjectsBackend, bucket: string, key: string) => {
  try {
    return await backend.info(bucket, key)
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined
    throw error
  }
}

/** Number of parts that an object was stored in, by its ETag; 0 for none. */
export const partCountOf = (etag: string) => Number(/-(\d+)$/.exec(etag)?.[1] ?? 0)

/** Whether two objects certainly have the same content, by their ETags or their checksums. */
export const isSame = (one: Item, other: Item) => {
  const [etag, { checksum = '-' }] = [etagOf(one), one]
  // a checksum with a hyphen is one of parts, which depends on their sizes
  const isChecked = !checksum.includes('-') && checksum === other.checksum
  return one.size === other.size && (isChecked || (etag !== '' && etag === etagOf(other)))
}

export const copyDiffers = (key: string) => new Failure(502, messages.copyDiffers(key))

/** Reads a body completely into a buffer; `undefined` if it does not have this size in bytes. */
export const readBody = async (body: AsyncIterable<Uint8Array>, size: number, bytes = Buffer.allocUnsafe(size)) => {
  let length = 0
  for await (const chunk of body) {
    if (length + chunk.length > size) return undefined
    bytes.set(chunk, length)
    length += chunk.length
  }
  return length === size ? bytes.subarray(0, size) : undefined
}

export const streamOf = async function* (bytes: Uint8Array) {
  yield bytes
}

/**
 * Returns a function that stores objects; to `keep` existing ones, on the condition that none exists. If the storage
 * does not support conditions (501), this object and the next ones are stored without one.
 */
export const createStore = (existing: Existing) => {
  let condition = existing
  return async <T>(store: (existing: Existing) => Promise<T>): Promise<T> => {
    try {
      return await store(condition)
    } catch (error) {
      if (existing === 'replace' || !(error instanceof Failure) || error.status !== 501) throw error
      condition = 'replace'
      return store(condition)
    }
  }
}

export type Store = ReturnType<typeof createStore>

/** Attempts to send content that arrived damaged. */
const MAX_ATTEMPTS = 3

/** Repeats work whose content arrived damaged. */
export const withAttempts = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 400 || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
