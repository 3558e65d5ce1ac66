import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import { onWire } from '../../../core/moment.ts'
import { type Item, RetentionMode } from '../contract.ts'
import { lockOf, type locked, noLocking } from '../../../engines/lock.ts'
import { type Caller, hasCode } from '../../../engines/minio/caller.ts'
import { objectPath } from '../../../engines/minio/paths.ts'

/** A version of an object; without an id the one that readers get. */
export type Place = { bucket: string; key: string; version: string | undefined }

/** With it whoever may bypass governance retention does so. */
export const bypassing = { 'x-amz-bypass-governance-retention': 'true' }

/** Headers that are kept with an object besides those that whoever stored it made up. */
const kept = ['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires']

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A header's text; Node reads as Latin-1 what servers write as UTF-8. */
const textOf = (headers: Headers, name: string) => Buffer.from(String(headers[name] ?? ''), 'latin1').toString()

const byte = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

const word = (_word: string, kind: string, text: string) =>
  /b/i.test(kind)
    ? Buffer.from(text, 'base64').toString()
    : Buffer.from(text.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, byte), 'latin1').toString()

/** Metadata beyond ASCII comes as the encoded words of RFC 2047. */
const decoded = (text: string) => text.replace(/=\?UTF-8\?([bq])\?([^?]*)\?=(?:\s+(?==\?UTF-8\?))?/gi, word)

const metadataOf = (headers: Headers) =>
  Object.fromEntries(
    Object.keys(headers)
      .filter((name) => kept.includes(name) || name.startsWith('x-amz-meta-'))
      .map((name) => [name, decoded(textOf(headers, name))]),
  )

const toItem = (key: string, headers: Headers): Item => {
  const text = (name: string) => textOf(headers, name)
  const [hold, mode] = [text('x-amz-object-lock-legal-hold'), text('x-amz-object-lock-mode')]
  return {
    name: key,
    size: Number(text('content-length')),
    last_modified: onWire(new Date(text('last-modified'))),
    content_type: text('content-type'),
    etag: text('etag').replaceAll('"', ''),
    version_id: text('x-amz-version-id') || 'null',
    user_metadata: metadataOf(headers),
    ...(hold && { legal_hold_status: hold }),
    ...(mode && { retention_mode: mode, retention_until_date: onWire(text('x-amz-object-lock-retain-until-date')) }),
  }
}

/** Says in words of our own what the server refuses with a code of many meanings. */
export const explained = (error: unknown): never => {
  if (hasCode(error, 'MethodNotAllowed')) throw new Failure(404, 'This version is a delete marker', error.detail)
  if (hasCode(error, 'InvalidRequest') && error.message.includes('ObjectLockConfiguration')) throw noLocking()
  throw error
}

/** What the server tells of a version without its tags; what the caller may not see of it is left out. */
export const readInfo = async ({ client, keys }: Caller, { bucket, key, version }: Place): Promise<Item> => {
  const request = { method: 'HEAD' as const, path: objectPath(bucket, key), query: { versionId: version } }
  return toItem(key, (await client.call(request, keys).catch(explained)).headers)
}

const lockIn = ({ legal_hold_status, retention_mode = '', retention_until_date = '' }: Item) => {
  const mode = retention_mode.toLowerCase()
  const retention = v.is(RetentionMode, mode) && { mode, until: new Date(retention_until_date) }
  return lockOf({ hold: legal_hold_status === 'ON', ...(retention && { retention }) })
}

/** Does what a lock may forbid; the refusal then says which lock, where the caller may know. */
export const despiteLock = async <T>(caller: Caller, place: Place, refusal: typeof locked, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!hasCode(error, 'InvalidRequest') || !error.message.includes('WORM')) throw error
    const lock = await readInfo(caller, place).then(lockIn, () => undefined)
    throw lock ? refusal(lock) : error
  }
}
