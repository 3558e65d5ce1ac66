import { setMaxListeners } from 'node:events'
import { crc32 } from 'node:zlib'
import { Failure } from 'stowage'
import type { ObjectsBackend } from '../backend.ts'
import type { Existing } from '../copying/backend.ts'
import { alreadyExists, requireTags, sourceChanged, sourceKept } from '../backend/copy-errors.ts'
import { base64Of } from '../checksums.ts'
import type { Item, Tags } from '../contract.ts'
import { isFatal, settleEach } from '../settle-each.ts'
import {
  copyDiffers,
  createStore,
  etagOf,
  infoOf,
  isMd5,
  isSame,
  md5Of,
  readBody,
  type Store,
  streamOf,
  withAttempts,
} from './content.ts'
import { MAX_OBJECT_SIZE } from './contract.ts'
import * as messages from '../messages.ts'
import type { SendState } from './state.ts'

/** Objects in flight of one call. */
const CONCURRENCY = 16

/** Time after which a call leaves the rest to the next one, in ms, so that no proxy ends it. */
const CALL_TIME = 10_000

/** Objects at the target that one request lists. */
const MAX_LISTED = 1000

/** An object to copy; `size` and `etag` as listed at the source, 0 and empty if unknown. */
export type ObjectToSend = { path: string; to: string; etag: string; size: number }

export type Batch = {
  state: SendState
  source: ObjectsBackend
  target: ObjectsBackend
  bucket: string
  toBucket: string
  objects: readonly ObjectToSend[]
  mode: 'copy' | 'move'
  existing: Existing
  signal: AbortSignal
  /** Called with each object that was copied, and its size in bytes. */
  onStored(object: ObjectToSend, bytes: number): void
}

type Result = {
  path: string
  state: 'copied' | 'unchanged' | 'waiting' | 'failed'
  message?: string
  status?: number
}

const commonPrefix = (keys: readonly string[]) => {
  let prefix = keys[0] ?? ''
  for (const key of keys) while (!key.startsWith(prefix)) prefix = prefix.slice(0, -1)
  // half of a character is no text
  return prefix.replace(/[\uD800-\uDBFF]$/, '')
}

const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/**
 * Returns a function that finds an object at the target. The keys of a batch are close to each other, so one listing
 * after the first of them usually answers for all others.
 */
const findAtTarget = async ({ target, toBucket, objects }: Batch) => {
  const keys = objects.map(({ to }) => to).sort(compare)
  const [first] = keys
  const listing = { prefix: commonPrefix(keys), after: first, recursive: true, versions: false }
  const { objects: items, cursor } = await target
    .list(toBucket, { ...listing, metadata: false, limit: MAX_LISTED })
    .catch((error: unknown) => {
      // an account that may only write asks for each object
      if (error instanceof Failure && error.code === 'RefusedByServer') return { objects: [], cursor: 'unknown' }
      throw error
    })
  const byName = new Map(items.map((item) => [item.name, item]))
  const last = items.at(-1)?.name
  return async (key: string): Promise<Item | undefined> => {
    const isListed = cursor === undefined || (last !== undefined && compare(key, last) <= 0)
    return isListed && key !== first ? byName.get(key) : infoOf(target, toBucket, key)
  }
}

/** Tags of an object at the source. Throws `Failure` 403 if the account may not read them. */
const tagsOf = async ({ source, bucket }: Batch, key: string, count: number | undefined, etag: string) => {
  if (count === 0) return {}
  const item = await source.info(bucket, key)
  if (etagOf(item) !== etag) throw sourceChanged(key)
  return requireTags(item, bucket)
}

/** Sets the tags of a copy if they are missing: some servers ignore those of an upload. */
const ensureTags = async ({ target, toBucket }: Batch, key: string, tags: Tags) => {
  if (Object.keys(tags).length === 0) return
  const { tags: stored = {} } = await target.info(toBucket, key)
  if (Object.keys(tags).some((name) => stored[name] !== tags[name]))
    await target.setTags(toBucket, key, undefined, tags)
}

/** Deletes the source of a move, once the copy has its tags. Throws `Failure` 409 if it was replaced. */
const removeMoved = async (batch: Batch, { path, to }: ObjectToSend, etag: string, isUnchanged: boolean) => {
  const item = await batch.source.info(batch.bucket, path)
  if (etagOf(item) !== etag) throw sourceKept(path)
  if (isUnchanged) await ensureTags(batch, to, requireTags(item, batch.bucket))
  await batch.source.remove(batch.bucket, path)
}

/** Copies an object in one request; `undefined` if it is too large for that. */
const copyOne = async (batch: Batch, object: ObjectToSend, store: Store): Promise<string | undefined> => {
  const { path, to } = object
  const { source, target, bucket, toBucket, signal } = batch
  const stored = await source.get(bucket, path, {})
  const { size, type } = stored
  const etag = etagOf(stored)
  if (size === undefined || size > MAX_OBJECT_SIZE) {
    // ends the response
    for await (const _ of stored.body) break
    if (size === undefined) throw new Failure(502, messages.sizeUnknown(path))
    return undefined
  }
  const bytes = await readBody(stored.body, size)
  if (!bytes) throw sourceChanged(path)
  const tags = await tagsOf(batch, path, stored.tagCount, etag)
  const sum = base64Of(crc32(bytes))
  const content = { size, type, metadata: stored.metadata, tags, crc32: sum, signal }
  const copy = await withAttempts(() =>
    store((existing) => target.put(toBucket, to, { ...content, existing, body: streamOf(bytes) })),
  )
  const sameSource = md5Of(bytes) === etag
  // an encrypted object's ETag may look like a digest
  if (sameSource && isMd5(copy.etag) && copy.etag !== etag) {
    const after = await target.info(toBucket, to)
    if (!after.encryption && etagOf(after) !== etag) throw copyDiffers(to)
  }
  batch.onStored(object, size)
  await ensureTags(batch, to, tags)
  return etag
}

/** Copies or moves small objects to another server. Throws `Failure` if a session or a server is gone. */
export const sendMany = async (batch: Batch): Promise<Result[]> => {
  const { state, source, target, bucket, toBucket, objects, mode, existing, signal } = batch
  setMaxListeners(4 * CONCURRENCY, signal)
  const find = await findAtTarget(batch)
  const store = createStore(existing)
  const until = Date.now() + CALL_TIME

  const sendOne = async (object: ObjectToSend): Promise<Result['state']> => {
    const { path, to, size } = object
    signal.throwIfAborted()
    if (Date.now() > until || size > MAX_OBJECT_SIZE) return 'waiting'
    const before = await find(to)
    let unchanged = before && isSame({ name: path, ...object }, before) ? etagOf(object) : undefined
    if (before && unchanged === undefined && existing === 'keep') {
      // listings have no checksums
      const [item, stored] = await Promise.all([source.info(bucket, path), infoOf(target, toBucket, to)])
      if (stored) {
        const places = { source, from: { bucket, key: path }, target, to: { bucket: toBucket, key: to } }
        const isUnchanged = await state.comparisons.compare({ ...places, item, stored, until, signal })
        if (typeof isUnchanged !== 'boolean') return 'waiting'
        if (!isUnchanged) throw alreadyExists(to)
        unchanged = etagOf(item)
      }
    }
    const copied = unchanged ?? (await copyOne(batch, object, store))
    if (copied === undefined) return 'waiting'
    if (mode === 'move') await removeMoved(batch, object, copied, unchanged !== undefined)
    return unchanged === undefined ? 'copied' : 'unchanged'
  }

  const attempt = async (object: ObjectToSend): Promise<Result> => {
    const { path } = object
    try {
      return { path, state: await state.inMemory(() => sendOne(object)) }
    } catch (error) {
      if (!(error instanceof Failure) || isFatal(error) || error.code === 'SessionEnded') throw error
      return { path, state: 'failed', message: error.message, status: error.status }
    }
  }

  const { succeeded } = await settleEach(objects, attempt, CONCURRENCY)
  return succeeded
}
