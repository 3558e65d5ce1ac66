import * as v from 'valibot'
import { Failure } from 'stowage'
import { alreadyExists, requireTags, sourceChanged, sourceKept } from '../backend/copy-errors.ts'
import type { CopyBackend, Copying } from '../copying/backend.ts'
import type { ObjectsBackend } from '../backend.ts'
import type { Item, Tags } from '../contract.ts'
import {
  hasCode,
  NO_LOCK,
  NOT_OFFERED,
  encodePath,
  fromXml,
  parseResponse,
  toS3Error,
  fallbackOn,
} from 'stowage/engines/s3'
import { type S3AdapterContext, lockedMoveError, unreadableLocksError } from 'stowage/server'
import { retentionConditions, versionConditions } from '../backend/condition-values.ts'
import { retentionOf } from '../retention.ts'
import { throwSpecificError, readInfo, readSource } from './info.ts'
import { headersOf } from './metadata-headers.ts'
import { completeMultipartUpload, createMultipartUpload } from './upload.ts'
import * as messages from '../messages.ts'

const GiB = 1024 ** 3

/** Largest object that storage servers copy in one call (S3), and the part size for larger ones. */
const defaults = { whole: 5 * GiB, part: GiB }

/** Time limit for the server to copy an object or part, in ms. */
const COPY_TIMEOUT = 600_000

const Part = v.object({ ETag: v.string() })

/**
 * Headers that preserve the source's encryption and storage class. Without them, the server applies the bucket's
 * default, which may be no encryption. A class that is not one of the server's own is the name of a tier, which cannot
 * be written directly.
 */
const storageOf = (
  { encryption, kms_key, storage_class }: Item,
  encrypted: 'as the source' | 'as the bucket says',
) => ({
  ...(storage_class === 'REDUCED_REDUNDANCY' && { 'x-amz-storage-class': storage_class }),
  ...(encrypted === 'as the source' && encryption === 'SSE-S3' && { 'x-amz-server-side-encryption': 'AES256' }),
  ...(encrypted === 'as the source' &&
    encryption === 'SSE-KMS' && {
      'x-amz-server-side-encryption': 'aws:kms',
      ...(kms_key && { 'x-amz-server-side-encryption-aws-kms-key-id': kms_key }),
    }),
})

/** Server-side copies (minio-server 5.6). */
export const createCopying = (
  caller: S3AdapterContext,
  { remove, info }: Pick<ObjectsBackend, 'remove' | 'info'>,
  { whole, part } = defaults,
): CopyBackend => {
  const { call, client, keys, paths } = caller
  const { read } = caller.subResources

  const sourceOf = ({ bucket, key, version }: Copying['from']) =>
    `${encodePath(paths.objectPath(bucket, key))}${version ? `?versionId=${encodeURIComponent(version)}` : ''}`

  /**
   * Sends a request that copies the source, or a range of it. Throws `Failure` 409 if it is no longer what was read
   * before; not all servers compare the ETag.
   */
  const copyFrom = async (
    from: Copying['from'],
    { etag }: Item,
    request: { path: string; query?: Record<string, string | number>; headers: Record<string, string> },
  ) => {
    const headers = {
      ...request.headers,
      'x-amz-copy-source': sourceOf(from),
      ...(etag && { 'x-amz-copy-source-if-match': `"${etag}"` }),
    }
    try {
      const copied = await client.call({ method: 'PUT', ...request, headers, deadline: COPY_TIMEOUT }, keys)
      // the status is sent before the work is done, so errors may be in the body
      const text = copied.body.toString()
      if (text.includes('<Error>')) throw toS3Error(500, copied.headers, text)
      return text
    } catch (error) {
      if (hasCode(error, 'PreconditionFailed')) throw sourceChanged(from.key)
      return throwSpecificError(error)
    }
  }

  /** Throws `Failure` 409 if the object exists, or if the caller may not see whether it does. */
  const assertFree = async ({ bucket, key }: Copying['to']) => {
    const lookup = fallbackOn(readInfo(caller, { bucket, key, version: undefined }), ['NoSuchKey'], 'nothing' as const)
    const current = await fallbackOn(lookup, ['AccessDenied'], 'unseen' as const)
    if (current === 'nothing') return
    if (current !== 'unseen') throw alreadyExists(key)
    // the server returns 404 only to callers who may list the bucket
    if (!(await caller.rights()).grants('s3:GetObject', { bucket, key }))
      throw new Failure(409, messages.existenceUnknown(key), {
        detail: messages.chooseReplace,
      })
  }

  const copyInOneCall = ({ from, to, metadata }: Copying, source: Item, preservedHeaders: Record<string, string>) =>
    copyFrom(from, source, {
      path: paths.newObjectPath(to.bucket, to.key),
      headers: {
        ...preservedHeaders,
        'x-amz-tagging-directive': 'COPY',
        ...(metadata && { 'x-amz-metadata-directive': 'REPLACE', ...headersOf(metadata) }),
      },
    })

  /** Whether a version is still the one that was read before. */
  const isUnchanged = async (from: Copying['from'], { etag, version_id }: Item) => {
    const current = await readInfo(caller, from)
    return current.etag === etag && current.version_id === version_id
  }

  const copyParts = async (
    { from, to, existing, metadata }: Copying,
    source: Item,
    tags: Tags,
    preservedHeaders: Record<string, string>,
  ) => {
    const { size = 0, user_metadata = {}, content_type = '' } = source
    const path = paths.newObjectPath(to.bucket, to.key)
    const tagging = String(new URLSearchParams(tags))
    const metadataHeaders = headersOf(
      metadata ?? { ...user_metadata, ...(content_type && { 'content-type': content_type }) },
    )
    const headers = { ...metadataHeaders, ...preservedHeaders, ...(tagging && { 'x-amz-tagging': tagging }) }
    const uploadId = await createMultipartUpload(caller, path, headers)
    try {
      const parts: { ETag: string }[] = []
      for (let at = 0; at < size; at += part) {
        const range = `bytes=${at}-${Math.min(at + part, size) - 1}`
        const query = { partNumber: parts.length + 1, uploadId }
        const copied = await copyFrom(from, source, { path, query, headers: { 'x-amz-copy-source-range': range } })
        parts.push(parseResponse(Part, fromXml(copied, 'CopyPartResult')))
      }
      if (!(await isUnchanged(from, source))) throw sourceChanged(from.key)
      if (existing === 'keep') await assertFree(to)
      await completeMultipartUpload(caller, { path, key: to.key, uploadId, parts, existing })
    } catch (error) {
      await call({ method: 'DELETE', path, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  /** Encryption of a copy: that of its source, unless the target's default is different. */
  const encryptionOf = async ({ from, to }: Copying, { encryption }: Item) => {
    if (!encryption || from.bucket === to.bucket) return 'as the source'
    const unset = ['ServerSideEncryptionConfigurationNotFoundError', 'AccessDenied', NOT_OFFERED]
    return (await fallbackOn(read(to.bucket, 'encryption'), unset, undefined)) ? 'as the bucket says' : 'as the source'
  }

  /** Whether a bucket has object locking, as far as the caller may know. */
  const hasLocking = async (bucket: string) => {
    const unknown = [...NO_LOCK, 'AccessDenied', NOT_OFFERED]
    return (await fallbackOn(read(bucket, 'object-lock'), unknown, undefined)) !== undefined
  }

  /** Whether the server lets the caller read a lock of an object, whether it has one or not. */
  const mayReadLock = async ({ bucket, key, version }: Copying['from'], setting: string) => {
    const request = {
      method: 'GET' as const,
      path: paths.objectPath(bucket, key),
      query: { [setting]: '', versionId: version },
    }
    return call(request).then(
      () => true,
      (error: unknown) => !hasCode(error, 'AccessDenied'),
    )
  }

  /** Throws `Failure` 403 if the caller may not read the locks of an object. */
  const assertMayReadLocks = async ({ bucket, key, version }: Copying['from']) => {
    const rights = await caller.rights()
    const target = { bucket, key, requestContext: versionConditions(version) }
    const lockReads = { 's3:GetObjectLegalHold': 'legal-hold', 's3:GetObjectRetention': 'retention' } as const
    for (const [action, setting] of Object.entries(lockReads) as [keyof typeof lockReads, string][]) {
      if (rights.grants(action, target) || !(await hasLocking(bucket))) continue
      if (rights.areUnknown && (await mayReadLock({ bucket, key, version }, setting))) continue
      throw unreadableLocksError({ bucket, key }, action)
    }
  }

  /**
   * Legal hold and retention for the copy, like those of the source. Throws `Failure` 403 if the caller may not set
   * them.
   */
  const locksOf = async ({ from, to }: Copying, source: Item) => {
    await assertMayReadLocks(from)
    const retention = retentionOf(source)
    const isOnHold = source.legal_hold_status === 'ON'
    const isRetained = retention !== undefined && retention.until.getTime() > Date.now()
    if (isOnHold) await caller.assertGranted('s3:PutObjectLegalHold', to)
    if (isRetained)
      await caller.assertGranted('s3:PutObjectRetention', { ...to, requestContext: retentionConditions(retention) })
    const headers = {
      ...(isOnHold && { 'x-amz-object-lock-legal-hold': 'ON' }),
      ...(isRetained && {
        'x-amz-object-lock-mode': retention.mode.toUpperCase(),
        'x-amz-object-lock-retain-until-date': retention.until.toISOString(),
      }),
    }
    if (Object.keys(headers).length === 0 || from.bucket === to.bucket) return headers
    if (!(await hasLocking(to.bucket))) throw lockedMoveError(from.key, to.bucket)
    return headers
  }

  const copy = async (copying: Copying, locks: 'copied' | 'omitted' = 'omitted') => {
    const { from, to, existing } = copying
    const ontoItself = from.bucket === to.bucket && from.key === to.key
    const source = await readSource(caller, from)
    if (source.encryption === 'SSE-C') throw new Failure(409, messages.readableOnlyWithOwnersKey)
    const preservedHeaders = {
      ...storageOf(source, await encryptionOf(copying, source)),
      ...((ontoItself || locks === 'copied') && (await locksOf(copying, source))),
    }
    // last, because MinIO ignores this condition for a copy
    if (existing === 'keep') await assertFree(to)
    if ((source.size ?? 0) <= whole) await copyInOneCall(copying, source, preservedHeaders)
    else {
      const tags = requireTags(await info(from.bucket, from.key, from.version), from.bucket)
      await copyParts(copying, source, tags, preservedHeaders)
    }
    return source
  }

  return {
    copy: async (copying) => void (await copy(copying)),
    move: async (copying) => {
      const { from, to } = copying
      if (from.bucket === to.bucket && from.key === to.key)
        throw new Failure(400, 'The object is already there', { detail: 'Choose another name' })
      // checks first, to avoid a copy whose source cannot be deleted
      await caller.assertGranted('s3:DeleteObject', { bucket: from.bucket, key: from.key })
      const source = await copy(copying, 'copied')
      if (!(await isUnchanged(from, source))) throw sourceKept(from.key)
      await remove(from.bucket, from.key)
    },
  }
}
