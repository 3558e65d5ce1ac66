import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { NewBucket } from '../../../buckets/contract.ts'
import type { Listing, ObjectsBackend } from '../../backend.ts'
import { type EngineUnderTest, uniqueName } from '../../../../test/conformance/engines.ts'
import { until } from '../../../../test/lib/until.ts'

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

/** Version IDs of a key, newest first. */
export const versionsOf = async (objects: ObjectsBackend, bucket: string, key: string) =>
  (await objects.list(bucket, folderListing(key, { versions: true }))).objects.map(({ version_id = '' }) => version_id)

const day = 86_400_000

/** The time `days` days from now, in whole seconds as S3 stores it. */
export const daysFromNow = (days: number) => new Date(Math.ceil((Date.now() + days * day) / 1000) * 1000)

/** Lock of a version: whether it is under legal hold, its retention mode, and the end of its retention in ms. */
export const lockOf = async (objects: ObjectsBackend, bucket: string, key: string, version?: string) => {
  const { legal_hold_status, retention_mode, retention_until_date } = await objects.info(bucket, key, version)
  return [legal_hold_status === 'ON', retention_mode, retention_until_date && Date.parse(retention_until_date)]
}

const hostile = [
  'plain.txt',
  'with space.txt',
  'a+b&c=d?e#f.txt',
  '100%',
  'a%2Fb%25.txt',
  'quote"s and \'s.txt',
  'übung/naïve/日本語.txt',
  '🦄/🧱.bin',
  '\u202Egnp.exe',
  '__proto__',
  'constructor/prototype',
  '<img src=x onerror=alert(1)>.html',
  `long/${'k'.repeat(240)}/${'l'.repeat(240)}/${'m'.repeat(240)}/${'n'.repeat(240)}`,
  '~tilde*(paren)!.txt',
]

/** Keys that broke consoles in the past. SeaweedFS reads a backslash as a slash. */
export const hostileKeys = ({ name }: EngineUnderTest) =>
  name === 'seaweedfs' ? hostile : [...hostile, 'back\\slash.txt']

/**
 * Returns a time in ms after all of these versions, once it has passed. The API or the storage server may round dates
 * to whole seconds.
 */
export const momentAfter = async (versions: readonly { last_modified?: string | undefined }[]) => {
  const times = versions.map(({ last_modified = '' }) => Date.parse(last_modified))
  const last = Math.max(...times)
  const areRounded = times.some((time) => time % 1000 === 0)
  const moment = areRounded ? Math.floor(last / 1000) * 1000 + 1500 : last + 20
  await until(() => Date.now() > moment + (areRounded ? 500 : 30))
  return moment
}
