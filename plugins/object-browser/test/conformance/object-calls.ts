import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { NewBucket } from '../../../buckets/contract.ts'
import type { Listing, ObjectsBackend } from '../../backend.ts'
import { type EngineUnderTest, uniqueName } from '../../../../test/conformance/engines.ts'

export const folderListing = (prefix: string, more: Partial<Listing> = {}): Listing => ({
  prefix,
  recursive: false,
  versions: false,
  metadata: false,
  limit: 1000,
  ...more,
})

export const createBucket = async (peer: EngineUnderTest, more: Partial<NewBucket> = {}) => {
  const name = uniqueName('objects')
  const backend = await peer.as()
  await backend.buckets.add({ name, versioning: false, locking: false, ...more })
  return { name, objects: backend['object-browser'] }
}

export const put = (
  objects: ObjectsBackend,
  bucket: string,
  key: string,
  content: Buffer | string = key,
  type = 'text/plain',
) => {
  const data = Buffer.from(content)
  const chunks = Array.from({ length: Math.ceil(data.length / 65536) }, (_, n) =>
    data.subarray(n * 65536, (n + 1) * 65536),
  )
  return objects.put(bucket, key, {
    size: data.length,
    type,
    body: Readable.from(chunks),
    signal: new AbortController().signal,
  })
}

export const read = async (
  objects: ObjectsBackend,
  bucket: string,
  key: string,
  options: Parameters<ObjectsBackend['get']>[2] = {},
) => {
  const object = await objects.get(bucket, key, options)
  return { ...object, data: await buffer(object.body) }
}

export const listNames = async (objects: ObjectsBackend, bucket: string, listing: Listing) =>
  (await objects.list(bucket, listing)).objects.map(({ name }) => name)

/** The ids of a key's versions, the newest first. */
export const versionsOf = async (objects: ObjectsBackend, bucket: string, key: string) =>
  (await objects.list(bucket, folderListing(key, { versions: true }))).objects.map(({ version_id = '' }) => version_id)

const day = 86_400_000

/** The time `days` days from now, in whole seconds as S3 stores it. */
export const daysFromNow = (days: number) => new Date(Math.ceil((Date.now() + days * day) / 1000) * 1000)

/** What keeps a version: hold, mode and end. */
export const lockOf = async (objects: ObjectsBackend, bucket: string, key: string, version?: string) => {
  const { legal_hold_status, retention_mode, retention_until_date } = await objects.info(bucket, key, version)
  return [legal_hold_status === 'ON', retention_mode, retention_until_date && Date.parse(retention_until_date)]
}
