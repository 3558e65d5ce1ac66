import * as v from 'valibot'
import { del, get, list, limits, post, text } from 'stowage'
import { Crc32, Key } from './contract.ts'
import * as messages from './messages.ts'

const MiB = 1024 * 1024

/** Size in bytes above which files are sent in parts. */
export const MAX_WHOLE_SIZE = 64 * MiB

/** Part limit of an object (S3). */
const MAX_PARTS = 10_000

/** Size limit of an object in bytes (S3). */
const LARGEST = 5 * 1024 * 1024 * MiB

/** Default part size, and the minimum of S3, in bytes. */
const [USUAL, SMALLEST] = [16 * MiB, 5 * MiB]

/** Size in bytes of all parts but the last: `least`, or more if a file would exceed 10,000 parts. */
export const partSizeOf = (size: number, least = USUAL) => Math.max(least, Math.ceil(size / MAX_PARTS / MiB) * MiB)

/** Smallest possible part size in bytes, for proxies that limit request bodies. */
export const smallPartSizeOf = (size: number) => partSizeOf(size, SMALLEST)

/** Number of parts of a file. */
export const countParts = (size: number, partSize = partSizeOf(size)) => Math.max(1, Math.ceil(size / partSize))

/** Size of a part; numbers start at 1. */
export const sizeOfPart = (size: number, number: number, partSize = partSizeOf(size)) =>
  Math.min(partSize, size - (number - 1) * partSize)

const UploadId = v.pipe(text(limits.key), v.nonEmpty('Enter the upload id'))
const OneUpload = { key: Key, id: UploadId }

const PartNumber = v.pipe(
  text(limits.word),
  v.regex(/^\d+$/, 'Enter a whole number'),
  v.transform(Number),
  v.minValue(1, 'Part numbers start at 1'),
  v.maxValue(MAX_PARTS, messages.tooManyParts),
)

/** An incomplete upload; `size` if the storage knows that of the object. */
export const IncompleteUpload = v.object({
  id: v.string(),
  key: v.string(),
  started: v.string(),
  size: v.optional(v.number()),
})
export type IncompleteUpload = v.InferOutput<typeof IncompleteUpload>

/** A stored part; its checksum if the storage knows it. */
export const StoredPart = v.object({
  number: v.number(),
  size: v.number(),
  etag: v.string(),
  crc32: v.optional(v.string()),
})
export type StoredPart = v.InferOutput<typeof StoredPart>

/** Reference to a stored part, in a request that completes its upload. */
const CompletedPart = v.object({ etag: text(limits.key), crc32: Crc32 })
export type CompletedPart = v.InferOutput<typeof CompletedPart>

/** Multipart uploads, which can be resumed. */
export const parts = {
  beginUpload: post('/api/v1/buckets/:bucket/uploads', {
    allow: ['s3:PutObject'],
    status: 201,
    body: v.pipe(
      v.object({
        key: Key,
        size: v.pipe(
          v.number(),
          v.safeInteger('Enter a whole number'),
          v.minValue(1, messages.emptyObjectHasNoParts),
          v.maxValue(LARGEST, messages.objectTooLarge),
        ),
        type: v.optional(text(255), ''),
        /** Size in bytes of all parts but the last; by default a size that suits the object. */
        part_size: v.optional(
          v.pipe(
            v.number(),
            v.multipleOf(MiB, 'Enter a multiple of 1 MiB'),
            v.minValue(SMALLEST, messages.partTooSmall),
            v.maxValue(1024 * MiB, messages.partTooLarge),
          ),
        ),
      }),
      v.check(
        ({ size, part_size }) => countParts(size, part_size ?? partSizeOf(size)) <= MAX_PARTS,
        messages.tooManyParts,
      ),
    ),
    reply: v.object({ id: v.string() }),
  }),
  /** Incomplete uploads below a prefix; a MinIO server may list only those of exactly one key. */
  listUploads: get('/api/v1/buckets/:bucket/uploads', {
    allow: ['s3:ListBucketMultipartUploads'],
    query: v.object({ prefix: v.optional(text(limits.key), '') }),
    reply: v.object({ uploads: v.array(IncompleteUpload), partial: v.boolean() }),
  }),
  listParts: get('/api/v1/buckets/:bucket/uploads/parts', {
    allow: ['s3:ListMultipartUploadParts'],
    query: v.object(OneUpload),
    reply: v.object({ parts: v.array(StoredPart) }),
  }),
  /** Stores one part; 400 if its checksum does not match. */
  putPart: post('/api/v1/buckets/:bucket/uploads/parts', {
    allow: ['s3:PutObject'],
    query: v.object({ ...OneUpload, number: PartNumber, crc32: Crc32 }),
    body: 'files',
    reply: v.object({ etag: v.string() }),
  }),
  /** Completes an upload from its parts, in order; 409 if some are missing. */
  completeUpload: post('/api/v1/buckets/:bucket/uploads/complete', {
    allow: ['s3:PutObject'],
    body: v.object({
      ...OneUpload,
      parts: v.pipe(list(CompletedPart, MAX_PARTS), v.minLength(1, 'Send at least one part')),
    }),
  }),
  /** Aborts an upload and deletes its parts. */
  abortUpload: del('/api/v1/buckets/:bucket/uploads', {
    allow: ['s3:AbortMultipartUpload'],
    query: v.object(OneUpload),
  }),
}
