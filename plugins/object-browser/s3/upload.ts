import * as v from 'valibot'
import { Failure } from 'stowage'
import { type S3AdapterContext, enforceLength } from 'stowage/server'
import { alreadyExists } from '../backend/copy-errors.ts'
import type { NewObject } from '../backend.ts'
import type { Existing } from '../copying/backend.ts'
import type { Tags } from '../contract.ts'
import { fromXml, hasCode, NOT_OFFERED, parseResponse, toS3Error, toXml } from 'stowage/engines/s3'
import { headersOf } from './metadata-headers.ts'

const [MiB, GiB] = [1024 ** 2, 1024 ** 3]

/**
 * Largest object sent in one request (S3), and the smallest part size for larger ones; S3 permits at most 10,000 parts.
 */
const defaults = { whole: 5 * GiB, part: GiB }
const MAX_PARTS = 10_000

/** Parts that the server may still be storing while the next one is sent. */
const MAX_PENDING = 2

/** Time limit for the server to complete an upload, in ms. */
const COMPLETE_TIMEOUT = 300_000

/** Splits a stream into pieces of a given size without buffering them. */
const createSplitter = (source: AsyncGenerator<Uint8Array>) => {
  let rest: Uint8Array | undefined
  return async function* (bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const chunk = rest ?? (await source.next()).value
      if (!chunk) return
      const piece = chunk.subarray(0, left)
      rest = chunk.length > left ? chunk.subarray(left) : undefined
      left -= piece.length
      yield piece
    }
  }
}

/** Wraps a stream, with a promise that resolves when it was read completely or abandoned. */
const observed = (source: AsyncGenerator<Uint8Array>) => {
  let end = () => {}
  const over = new Promise<void>((resolve) => (end = resolve))
  async function* pass() {
    try {
      yield* source
    } finally {
      end()
    }
  }
  return { source: pass(), over }
}

const CreatedUpload = v.object({ UploadId: v.string() })

/** Starts a multipart upload, and returns its id. */
export const createMultipartUpload = async (
  { call }: S3AdapterContext,
  path: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
) => {
  const response = await call({ method: 'POST', path, query: { uploads: '' }, headers, signal })
  return parseResponse(CreatedUpload, fromXml(response.body.toString(), 'InitiateMultipartUploadResult')).UploadId
}

/**
 * Stores an object on the condition that no other one is replaced. Throws `Failure` 409 if there is one, and 501 if the
 * server cannot check that: releases of MinIO before 2024 do not find the object that the condition is about.
 */
const keepExisting = async <T>(key: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'PreconditionFailed')) throw alreadyExists(key)
    if (hasCode(error, 'NoSuchKey')) throw new Failure(501, error.message, { code: NOT_OFFERED, detail: error.detail })
    throw error
  }
}

const ifNoneExists = { 'if-none-match': '*' }

type CompleteUpload = {
  path: string
  key: string
  uploadId: string
  parts: readonly { ETag: string; ChecksumCRC32?: string }[]
  existing?: Existing | undefined
  signal?: AbortSignal
}

/**
 * Completes a multipart upload; the parts must be in order. Throws `Failure` 409 if an existing object is to be kept,
 * unless the server cannot check that.
 */
export const completeMultipartUpload = async (
  { client, keys }: S3AdapterContext,
  { path, key, uploadId, parts, existing, signal }: CompleteUpload,
) => {
  const body = toXml('CompleteMultipartUpload', {
    Part: parts.map((part, index) => ({ PartNumber: index + 1, ...part })),
  })
  const complete = async (headers: Record<string, string> = {}) => {
    const request = { method: 'POST', path, query: { uploadId }, body, headers, deadline: COMPLETE_TIMEOUT } as const
    const response = await client.call({ ...request, signal }, keys)
    // the status is sent before the upload is completed
    const text = response.body.toString()
    if (text.includes('<Error>')) throw toS3Error(500, response.headers, text)
  }
  if (existing !== 'keep') return complete()
  await keepExisting(key, complete(ifNoneExists)).catch((error: unknown) => {
    if (!hasCode(error, NOT_OFFERED)) throw error
    return complete()
  })
}

const taggingOf = (tags: Tags) =>
  Object.entries(tags)
    .map((tag) => tag.map(encodeURIComponent).join('='))
    .join('&')

const storedEtag = ({ headers }: { headers: Readonly<Record<string, string | string[] | undefined>> }) => ({
  etag: String(headers.etag ?? '').replaceAll('"', ''),
})

/** Stores objects while they arrive: in one request if small, else in parts. */
export const createUpload = (acting: S3AdapterContext, { whole, part: least } = defaults) => {
  const { call, client, keys, paths } = acting

  const inParts = async (
    target: Pick<CompleteUpload, 'path' | 'key' | 'existing'>,
    size: number,
    headers: Record<string, string>,
    source: AsyncGenerator<Uint8Array>,
    caller: AbortSignal,
  ) => {
    const { path } = target
    const uploadId = await createMultipartUpload(acting, path, headers, caller)
    const stop = new AbortController()
    const signal = AbortSignal.any([caller, stop.signal])
    const deal = createSplitter(source)
    const parts: Promise<string>[] = []
    const send = async (bytes: number, piece: AsyncGenerator<Uint8Array>) => {
      const query = { partNumber: parts.length + 1, uploadId }
      const stored = await client.upload({ method: 'PUT', path, query, signal }, { size: bytes, source: piece }, keys)
      return String(stored.headers.etag)
    }
    try {
      const length = Math.max(least, Math.ceil(size / MAX_PARTS / MiB) * MiB)
      for (let at = 0; at < size; at += length) {
        const bytes = Math.min(length, size - at)
        const piece = observed(deal(bytes))
        const part = send(bytes, piece.source)
        parts.push(part)
        await Promise.race([piece.over, part])
        await parts.at(-MAX_PENDING)
      }
      await completeMultipartUpload(acting, {
        ...target,
        uploadId,
        parts: (await Promise.all(parts)).map((ETag) => ({ ETag })),
        signal: caller,
      })
    } catch (error) {
      stop.abort()
      await Promise.allSettled(parts)
      await call({ method: 'DELETE', path, query: { uploadId } }).catch(() => undefined)
      throw error
    } finally {
      // not awaited, because it may wait for a client that sends nothing more
      source.return(undefined).catch(() => undefined)
    }
  }

  return async (
    bucket: string,
    key: string,
    { size, type, metadata = {}, tags = {}, crc32, md5, existing, body, signal }: NewObject,
  ) => {
    const path = paths.newObjectPath(bucket, key)
    const source = enforceLength(body, size)
    const headers: Record<string, string> = {
      ...headersOf(metadata),
      'content-type': type || 'application/octet-stream',
    }
    if (Object.keys(tags).length > 0) headers['x-amz-tagging'] = taggingOf(tags)
    if (size > whole) {
      await inParts({ path, key, existing }, size, headers, source, signal)
      return { etag: '' }
    }
    // the server verifies both, and stores the first
    if (crc32) headers['x-amz-checksum-crc32'] = crc32
    if (md5) headers['content-md5'] = Buffer.from(md5, 'hex').toString('base64')
    const send = async (more: Record<string, string> = {}) => {
      const request = { method: 'PUT', path, headers: { ...headers, ...more }, signal } as const
      if (size > 0) return storedEtag(await client.upload(request, { size, source }, keys))
      await source.next()
      return storedEtag(await call(request))
    }
    return existing === 'keep' ? keepExisting(key, send(ifNoneExists)) : send()
  }
}
