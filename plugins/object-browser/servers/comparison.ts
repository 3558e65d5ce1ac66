import { createHash, type Hash } from 'node:crypto'
import type { ObjectsBackend } from '../backend.ts'
import { sourceChanged } from '../backend/copy-errors.ts'
import type { Item } from '../contract.ts'
import { countParts, partSizeOf } from '../parts.ts'
import { etagOf, isMd5, isSame, partCountOf } from './content.ts'

const MiB = 1024 * 1024

/** Part sizes of other programs, in bytes. */
const usualSizes = [5, 8, 15, 16, 32, 64, 128].map((size) => size * MiB)

/** Most unfinished comparisons; dropped ones start again. */
const MAX_UNFINISHED = 1000

/** Computes the ETag of content that is stored in parts of a size; without one, as a whole. */
export const createDigest = (partSize?: number) => {
  const all = createHash('md5')
  let part: Hash = createHash('md5')
  let [count, length] = [0, 0]
  const endPart = () => {
    all.update(part.digest())
    part = createHash('md5')
    ;[count, length] = [count + 1, 0]
  }
  return {
    update: (bytes: Uint8Array) => {
      if (partSize === undefined) return void part.update(bytes)
      for (let rest = bytes; rest.length > 0; ) {
        const piece = rest.subarray(0, partSize - length)
        part.update(piece)
        length += piece.length
        rest = rest.subarray(piece.length)
        if (length === partSize) endPart()
      }
    },
    etag: () => {
      if (partSize === undefined) return part.digest('hex')
      if (length > 0) endPart()
      return `${all.digest('hex')}-${count}`
    },
  }
}

type Compared = {
  source: ObjectsBackend
  from: { bucket: string; key: string; version?: string | undefined }
  /** The source, and what the target has. */
  item: Item
  target: ObjectsBackend
  to: { bucket: string; key: string }
  stored: Item
  /** When to leave the rest to the next call. */
  until: number
  signal: AbortSignal
}

type Progress = { read: number; digests: ReturnType<typeof createDigest>[] }

/** Part sizes that the target may have stored an object with; `undefined` stands for a whole object. */
const sizesAtTarget = async ({ source, from, item, target, to, stored }: Compared) => {
  const [size, count] = [stored.size ?? 0, partCountOf(etagOf(stored))]
  if (count === 0) return [undefined]
  const [own, other] = await Promise.all([
    source.firstPartSize?.(from.bucket, from.key, from.version),
    target.firstPartSize?.(to.bucket, to.key, undefined),
  ])
  // stored in the same parts, but with another ETag
  if (other !== undefined && own === other && count === partCountOf(etagOf(item)) && !item.encryption) return []
  const sizes = other === undefined ? [...new Set([partSizeOf(size), ...usualSizes])] : [other]
  return count === 1 ? [size] : sizes.filter((one) => countParts(size, one) === count)
}

/** Whether only the content can tell if the objects are the same. */
const needsContent = ({ item, stored }: Compared) => {
  const [one, other] = [etagOf(item), etagOf(stored)]
  if (item.size !== stored.size || !item.size || stored.encryption) return false
  return partCountOf(other) > 0 || (isMd5(other) && (partCountOf(one) > 0 || item.encryption !== undefined))
}

/**
 * Compares objects whose ETags differ because they were stored in other parts: reads the source and computes the ETag
 * that it would have at the target.
 */
export const createComparisons = (limit = MAX_UNFINISHED) => {
  const unfinished = new Map<string, Progress>()

  const begin = async (compared: Compared): Promise<Progress> => ({
    read: 0,
    digests: (await sizesAtTarget(compared)).map((size) => createDigest(size)),
  })

  const save = (name: string, progress: Progress) => {
    unfinished.set(name, progress)
    const [oldest] = unfinished.keys()
    if (oldest !== undefined && unfinished.size > limit) unfinished.delete(oldest)
  }

  /** Reads the source until its end, or until the time is over. */
  const read = async ({ source, from, item, until, signal }: Compared, progress: Progress) => {
    const range = { start: progress.read, end: (item.size ?? 0) - 1 }
    const opened = await source.get(from.bucket, from.key, { version: from.version, range })
    const isChanged = etagOf(opened) !== etagOf(item)
    for await (const chunk of opened.body) {
      if (isChanged) throw sourceChanged(from.key)
      signal.throwIfAborted()
      for (const digest of progress.digests) digest.update(chunk)
      progress.read += chunk.length
      if (Date.now() > until) return
    }
    if (progress.read !== item.size) throw sourceChanged(from.key)
  }

  return {
    /** Whether the objects have the same content; until that is known, the number of bytes read so far. */
    compare: async (compared: Compared): Promise<boolean | { read: number }> => {
      const { from, item, stored } = compared
      if (isSame(item, stored)) return true
      if (!needsContent(compared)) return false
      const name = JSON.stringify([from, etagOf(item), etagOf(stored)])
      const progress = unfinished.get(name) ?? (await begin(compared))
      // another call at the same time begins its own
      unfinished.delete(name)
      if (progress.digests.length === 0) return false
      await read(compared, progress)
      if (progress.read < (item.size ?? 0)) {
        save(name, progress)
        return { read: progress.read }
      }
      return progress.digests.some((digest) => digest.etag() === etagOf(stored))
    },
    count: () => unfinished.size,
  }
}

export type Comparisons = ReturnType<typeof createComparisons>
