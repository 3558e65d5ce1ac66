import { Failure } from 'stowage'
import { pickStoredHeaders, type Range, type StoredObject } from '../stored.ts'
import {
  bucketOf,
  type EmbeddedKit,
  type EventName,
  happeningOf,
  isTold,
  noteEvent,
  type Place,
  readableVersion,
  type Version,
} from 'stowage/engines/embedded'
import { versioned } from './key.ts'

/**
 * Keeps an event of a reading for those who are told of it, and tells whoever watches. On a full disk nobody is, but
 * everybody can still read.
 */
export const noteReading = async (place: Place, name: EventName, version: Version): Promise<void> => {
  const { index, bucket, key } = place
  if (isTold(bucket, name, key)) await index.write(() => noteEvent(place, name, version)).catch(() => undefined)
  else index.happened(happeningOf(place, name, version))
}

/** The bytes that a range names; both ends of a plain range may lie outside, but not the whole of it. */
const spanOf = ({ start, end }: Range, size: number) => {
  const from = start ?? Math.max(0, size - (end ?? 0))
  const to = start === undefined || end === undefined ? size - 1 : Math.min(end, size - 1)
  if (from > to)
    throw new Failure(416, 'The requested range is not satisfiable', { detail: `The object has ${size} bytes` })
  return { start: from, end: to }
}

/** What is to be read. */
type Reading = { key: string; version?: string | undefined; range?: Range | undefined }

const open = async (here: Here, name: string, { key, version, range }: Reading): Promise<StoredObject | undefined> => {
  const { index, blobs, vault, caller } = here
  caller.assert('s3:GetObject', versioned(index, name, key, version))
  const place = { index, bucket: bucketOf(index, name), key, dropped: [], by: caller }
  const found = readableVersion(place, version)
  const { size, type, etag, modified, cipher, metadata = {}, blob = '' } = found
  const span = range && spanOf(range, size)
  const decrypt = cipher && (await vault.decrypt(cipher, span?.start ?? 0))
  const stored = await blobs.read(blob, size, span ?? { start: 0, end: size - 1 })
  if (!stored) return undefined
  await noteReading(place, 's3:ObjectAccessed:Get', found)
  const body = decrypt ? decrypt(stored) : stored
  return {
    size,
    type,
    headers: pickStoredHeaders((header) => Buffer.from(metadata[header] ?? '').toString('latin1')),
    etag: `"${etag}"`,
    modified: new Date(modified),
    ...(span && { span }),
    body,
  }
}

/** The storage and whoever reads it. */
type Here = ReturnType<EmbeddedKit['enter']>

/** Of an object that the index has and the data folder has not. */
export const contentMissing = () => new Failure(503, 'The content of this object is missing from the data folder')

/** An object as whoever is here may read it. Throws `Failure` 403, 404, 416. */
export const readObject = async (here: Here, bucket: string, reading: Reading): Promise<StoredObject> => {
  // a version may be replaced between its lookup and the opening of its file; then there is another one to be found
  const object = (await open(here, bucket, reading)) ?? (await open(here, bucket, reading))
  if (!object) throw contentMissing()
  return object
}
