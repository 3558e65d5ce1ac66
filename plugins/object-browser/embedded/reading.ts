import { Failure } from 'stowage'
import { pickStoredHeaders, type Range, type StoredObject } from '../stored-object.ts'
import { type EventName, isSubscribed, type ObjectLocation, tagsOf, type Version } from 'stowage/engines/embedded'
import { versionTarget } from './key.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/**
 * Stores an event of a read for delivery, and emits it. On a full disk the event is dropped, so that reads still work.
 */
export const recordRead = async (location: ObjectLocation, name: EventName, version: Version): Promise<void> => {
  const { index, bucket, key } = location
  if (isSubscribed(bucket, name, key))
    await index.write(() => index.recordEvent(location, name, version)).catch(() => undefined)
  else index.emitEvent(location, name, version)
}

/** Resolves a range to bytes. Either end may be outside the object, but not the whole range. */
const resolveRange = ({ start, end }: Range, size: number) => {
  const from = start ?? Math.max(0, size - (end ?? 0))
  const to = start === undefined || end === undefined ? size - 1 : Math.min(end, size - 1)
  if (from > to) throw new Failure(416, messages.rangeNotSatisfiable, { detail: `The object has ${size} bytes` })
  return { start: from, end: to }
}

type ReadRequest = { key: string; version?: string | undefined; range?: Range | undefined }

const open = async (
  context: CallContext,
  name: string,
  { key, version, range }: ReadRequest,
): Promise<StoredObject | undefined> => {
  const { index, blobs, vault, caller } = context
  caller.assert('s3:GetObject', versionTarget(index, name, key, version))
  const location = { index, bucket: index.bucket(name), key, dropped: [], by: caller }
  const current = index.readableVersion(location, version)
  const { size, type, etag, modified, cipher, metadata = {}, blob = '' } = current
  const span = range && resolveRange(range, size)
  const decrypt = cipher && (await vault.decrypt(cipher, span?.start ?? 0))
  const stored = await blobs.read(blob, size, span ?? { start: 0, end: size - 1 })
  if (!stored) return undefined
  await recordRead(location, 's3:ObjectAccessed:Get', current)
  const body = decrypt ? decrypt(stored) : stored
  return {
    size,
    type,
    headers: pickStoredHeaders((header) => Buffer.from(metadata[header] ?? '').toString('latin1')),
    etag: `"${etag}"`,
    modified: new Date(modified),
    metadata,
    tagCount: Object.keys(tagsOf(current)).length,
    ...(span && { span }),
    body,
  }
}

/** Storage and caller. */
type CallContext = ReturnType<EmbeddedAdapterContext['authenticate']>

/** Thrown if an object is in the index, but its file is missing. */
export const contentMissing = () => new Failure(503, messages.contentIsMissing)

/** Reads an object as the caller. Throws `Failure` 403, 404, 416. */
export const readObject = async (context: CallContext, bucket: string, request: ReadRequest): Promise<StoredObject> => {
  // retries once: a version may be replaced between its lookup and the opening of its file
  const object = (await open(context, bucket, request)) ?? (await open(context, bucket, request))
  if (!object) throw contentMissing()
  return object
}
