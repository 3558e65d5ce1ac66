import { Failure, toRfc3339 } from 'stowage'
import type { Item } from '../contract.ts'
import { retentionOf } from '../retention.ts'
import { type S3AdapterContext, type lockedError, lockOf, lockingDisabledError } from 'stowage/server'
import { hasCode, isLocked, isSealed, isWithoutLocking, type S3Error } from 'stowage/engines/s3'
import { listPage } from './listing.ts'
import * as messages from '../messages.ts'

/** A version of an object; by default the current one. */
export type VersionLocation = { bucket: string; key: string; version: string | undefined }

/** Bypasses governance retention, if the caller may. */
export const bypassGovernanceHeaders = { 'x-amz-bypass-governance-retention': 'true' }

/** Headers stored with an object, besides user metadata. */
const storedHeaders = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
]

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Text of a header; Node decodes it as Latin-1, but servers send UTF-8. */
const textOf = (headers: Headers, name: string) => Buffer.from(String(headers[name] ?? ''), 'latin1').toString()

const decodeByte = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

const decodeWord = (_word: string, kind: string, text: string) =>
  /b/i.test(kind)
    ? Buffer.from(text, 'base64').toString()
    : Buffer.from(text.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, decodeByte), 'latin1').toString()

/** Decodes RFC 2047 encoded words, which are used for non-ASCII metadata. */
const decodeWords = (text: string) => text.replace(/=\?UTF-8\?([bq])\?([^?]*)\?=(?:\s+(?==\?UTF-8\?))?/gi, decodeWord)

/** Headers that are stored with an object, by name. */
export const metadataOf = (headers: Headers) =>
  Object.fromEntries(
    Object.keys(headers)
      .filter((name) => storedHeaders.includes(name) || name.startsWith('x-amz-meta-'))
      .map((name) => [name, decodeWords(textOf(headers, name))]),
  )

/** Metadata stored with an object, without what listings add. */
const ownMetadata = ({ user_metadata = {} }: Item) =>
  Object.fromEntries(
    Object.entries(user_metadata).filter(([name]) => storedHeaders.includes(name) || /^x-amz-meta-/i.test(name)),
  )

/** Server-side encryption from the response headers: SSE-S3, or SSE-KMS with its key. */
const encryptionOf = (text: (name: string) => string): Pick<Item, 'encryption' | 'kms_key'> => {
  const kind = text('x-amz-server-side-encryption')
  const key = text('x-amz-server-side-encryption-aws-kms-key-id').replace(/^arn:aws:kms:/, '')
  if (kind === 'aws:kms') return { encryption: 'SSE-KMS', ...(key && { kms_key: key }) }
  return kind ? { encryption: 'SSE-S3' } : {}
}

/** Checksum from the response headers; S3 stores one kind per object. */
const checksumOf = (headers: Headers): Pick<Item, 'checksum'> => {
  const [name = ''] = Object.keys(headers).filter((header) => /^x-amz-checksum-(crc|sha)/.test(header))
  return name ? { checksum: `${name.slice('x-amz-checksum-'.length).toUpperCase()} ${textOf(headers, name)}` } : {}
}

/** `ongoing-request="false", expiry-date="Fri, 21 Dec 2012 00:00:00 GMT"` */
const restoreStatusOf = (text: string): Pick<Item, 'restored'> => {
  const [, ongoing] = /ongoing-request="(true|false)"/.exec(text) ?? []
  const [, until] = /expiry-date="([^"]*)"/.exec(text) ?? []
  if (ongoing === undefined) return {}
  return {
    restored: {
      state: ongoing === 'true' ? 'running' : 'available',
      ...(until && { until: toRfc3339(new Date(until)) }),
    },
  }
}

/** Servers that report the number of tags with every object that has some. */
const reportsTags = /^(MinIO|VERSITYGW)/i

/** Number of tags of an object; `undefined` if the server does not report it. */
export const tagCountOf = (client: S3AdapterContext['client'], headers: Headers) => {
  const count = headers['x-amz-tagging-count']
  return count || reportsTags.test(client.software()) ? Number(count ?? 0) : undefined
}

const toItem = ({ client }: S3AdapterContext, key: string, headers: Headers): Item => {
  const text = (name: string) => textOf(headers, name)
  const [hold, mode] = [text('x-amz-object-lock-legal-hold'), text('x-amz-object-lock-mode')]
  return {
    name: key,
    // some servers and proxies compress objects as they send them, and do not know the size
    ...(headers['content-length'] !== undefined && { size: Number(text('content-length')) }),
    last_modified: toRfc3339(new Date(text('last-modified'))),
    content_type: text('content-type'),
    etag: text('etag').replaceAll('"', ''),
    version_id: text('x-amz-version-id') || 'null',
    user_metadata: metadataOf(headers),
    ...(tagCountOf(client, headers) === 0 && { tags: {} }),
    ...encryptionOf(text),
    ...checksumOf(headers),
    storage_class: text('x-amz-storage-class') || 'STANDARD',
    ...restoreStatusOf(text('x-amz-restore')),
    ...(hold && { legal_hold_status: hold }),
    ...(mode && { retention_mode: mode, retention_until_date: toRfc3339(text('x-amz-object-lock-retain-until-date')) }),
  }
}

/** Whether the server refuses because the object is encrypted with SSE-C. */
const needsCustomerKey = (error: unknown): error is S3Error => hasCode(error, 'InvalidRequest') && isSealed(error)

/** Replaces server errors whose code has several meanings with a specific message. */
export const throwSpecificError = (error: unknown): never => {
  if (hasCode(error, 'MethodNotAllowed'))
    throw new Failure(404, messages.versionIsDeleteMarker, { detail: error.detail })
  if (hasCode(error, 'InvalidRequest') && isWithoutLocking(error)) throw lockingDisabledError()
  if (needsCustomerKey(error)) throw new Failure(409, messages.sseCNoCopy, { detail: error.detail })
  throw error
}

export const noSuchVersion = () => new Failure(404, messages.noSuchVersion, { code: 'NoSuchVersion' })

/** Whether a request names a version that only exists in a bucket with versions. */
export const isOneVersion = ({ version }: Pick<VersionLocation, 'version'>) =>
  version !== undefined && version !== '' && version !== 'null'

/** Throws `Failure` 404 for a version on a server without versions, which would use the object itself instead. */
export const assertVersion = async ({ lacksVersions }: S3AdapterContext, location: VersionLocation) => {
  if (isOneVersion(location) && (await lacksVersions(location.bucket))) throw noSuchVersion()
}

/** Reads a version without its tags, if it has some; attributes that the caller may not read are omitted. */
export const readInfo = async (caller: S3AdapterContext, { bucket, key, version }: VersionLocation): Promise<Item> => {
  const { call, paths } = caller
  await assertVersion(caller, { bucket, key, version })
  const request = {
    method: 'HEAD' as const,
    path: paths.objectPath(bucket, key),
    query: { versionId: version },
    headers: { 'x-amz-checksum-mode': 'ENABLED' },
  }
  try {
    return toItem(caller, key, (await call(request)).headers)
  } catch (error) {
    return (needsCustomerKey(error) && (await readSseC(caller, { bucket, key, version }))) || throwSpecificError(error)
  }
}

/**
 * Like `readInfo`, for the source of a copy. Checks the permission on errors, because the server reveals some missing
 * objects before it does.
 */
export const readSource = async (caller: S3AdapterContext, location: VersionLocation): Promise<Item> => {
  try {
    return await readInfo(caller, location)
  } catch (error) {
    await caller.assertGranted('s3:GetObject', { bucket: location.bucket, key: location.key })
    throw error
  }
}

/** Reads a version encrypted with SSE-C from a listing; `undefined` if the caller may not list it. */
const readSseC = async (
  caller: S3AdapterContext,
  { bucket, key, version }: VersionLocation,
): Promise<Item | undefined> => {
  const listing = { prefix: key, recursive: true, versions: true, metadata: true, limit: 1000 }
  let cursor: string | undefined
  do {
    const page = await listPage(caller, bucket, { ...listing, cursor }).catch(() => undefined)
    const listedItem = page?.objects.find(
      (item) => item.name === key && (version ? item.version_id === version : item.is_latest),
    )
    if (listedItem) return { ...listedItem, user_metadata: ownMetadata(listedItem), encryption: 'SSE-C' }
    // the versions of a key are listed before all longer keys
    cursor = page?.objects.at(-1)?.name === key ? page.cursor : undefined
  } while (cursor)
  return undefined
}

const lockOfItem = (item: Item) => {
  const retention = retentionOf(item)
  return lockOf({ hold: item.legal_hold_status === 'ON', ...(retention && { retention }) })
}

/** Whether a lock may be why a call was refused. Some servers answer AccessDenied, without the reason. */
const isAboutLock = async ({ rights }: S3AdapterContext, error: unknown): Promise<boolean> => {
  if (hasCode(error, 'InvalidRequest', 'AccessDenied') && isLocked(error)) return true
  return hasCode(error, 'AccessDenied') && (await rights()).areUnknown
}

/** Runs a call that a lock may forbid; the error then names the lock, if the caller may know it. */
export const withLockReason = async <T>(
  caller: S3AdapterContext,
  location: VersionLocation,
  toError: typeof lockedError,
  work: Promise<T>,
): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(await isAboutLock(caller, error))) throw error
    const lock = await readInfo(caller, location).then(lockOfItem, () => undefined)
    throw lock ? toError(lock) : error
  }
}
