import * as v from 'valibot'
import { del, get, list, most, post, text } from 'stowage'
import { Crc32, Key } from './contract.ts'

const MiB = 1024 * 1024

/** Larger files are sent in parts, in bytes. */
export const WHOLE = 64 * MiB

/** S3 takes no more parts of one object. */
const MOST_PARTS = 10_000

/** S3 takes no larger object, in bytes. */
const LARGEST = 5 * 1024 * 1024 * MiB

/** The usual size of the parts of a file, and the smallest that S3 takes, in bytes. */
const [USUAL, SMALLEST] = [16 * MiB, 5 * MiB]

/** How large the parts of a file are, all but the last, in bytes; for one of at most 10,000 parts `least` or more. */
export const partSizeOf = (size: number, least = USUAL) => Math.max(least, Math.ceil(size / MOST_PARTS / MiB) * MiB)

/** How large parts are where something on the way takes no larger ones, in bytes. */
export const smallPartSizeOf = (size: number) => partSizeOf(size, SMALLEST)

/** How many parts a file of this size has. */
export const countParts = (size: number, partSize = partSizeOf(size)) => Math.max(1, Math.ceil(size / partSize))

/** How large one of the parts is, the first being number 1. */
export const sizeOfPart = (size: number, number: number, partSize = partSizeOf(size)) =>
  Math.min(partSize, size - (number - 1) * partSize)

const UploadId = v.pipe(text(most.key), v.nonEmpty('Name the upload'))
const OneUpload = { key: Key, id: UploadId }

const PartNumber = v.pipe(
  text(most.word),
  v.regex(/^\d+$/, 'Enter a whole number'),
  v.transform(Number),
  v.minValue(1, 'Parts are counted from 1'),
  v.maxValue(MOST_PARTS, 'An object has at most 10,000 parts'),
)

/** An upload that was begun and not finished; `size` where the storage knows how large the object is to be. */
export const Unfinished = v.object({
  id: v.string(),
  key: v.string(),
  started: v.string(),
  size: v.optional(v.number()),
})
export type Unfinished = v.InferOutput<typeof Unfinished>

/** A part that the storage has; its checksum where it knows it. */
export const StoredPart = v.object({
  number: v.number(),
  size: v.number(),
  etag: v.string(),
  crc32: v.optional(v.string()),
})
export type StoredPart = v.InferOutput<typeof StoredPart>

/** What joins the parts of an object, in their order. */
const Joined = v.object({ etag: text(most.key), crc32: Crc32 })
export type Joined = v.InferOutput<typeof Joined>

/** Uploads in parts, which go on where they were broken off. */
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
          v.minValue(1, 'An empty object has no parts'),
          v.maxValue(LARGEST, 'An object has at most 5 TiB'),
        ),
        type: v.optional(text(255), ''),
        /** All parts but the last have so many bytes; without it what suits the size. */
        part_size: v.optional(
          v.pipe(
            v.number(),
            v.multipleOf(MiB, 'A part has whole MiB'),
            v.minValue(SMALLEST, 'A part has at least 5 MiB'),
            v.maxValue(1024 * MiB, 'A part has at most 1 GiB'),
          ),
        ),
      }),
      v.check(
        ({ size, part_size }) => countParts(size, part_size ?? partSizeOf(size)) <= MOST_PARTS,
        'An object has at most 10,000 parts',
      ),
    ),
    reply: v.object({ id: v.string() }),
  }),
  /** Those that were begun below a prefix; a MinIO server may tell only of those of exactly one key. */
  listUploads: get('/api/v1/buckets/:bucket/uploads', {
    allow: ['s3:ListBucketMultipartUploads'],
    query: v.object({ prefix: v.optional(text(most.key), '') }),
    reply: v.object({ uploads: v.array(Unfinished), partial: v.boolean() }),
  }),
  listParts: get('/api/v1/buckets/:bucket/uploads/parts', {
    allow: ['s3:ListMultipartUploadParts'],
    query: v.object(OneUpload),
    reply: v.object({ parts: v.array(StoredPart) }),
  }),
  /** Stores one part; 400 where its content is not that of the checksum. */
  putPart: post('/api/v1/buckets/:bucket/uploads/parts', {
    allow: ['s3:PutObject'],
    query: v.object({ ...OneUpload, number: PartNumber, crc32: Crc32 }),
    body: 'files',
    reply: v.object({ etag: v.string() }),
  }),
  /** Makes the parts one object; 409 where some are missing. */
  completeUpload: post('/api/v1/buckets/:bucket/uploads/complete', {
    allow: ['s3:PutObject'],
    body: v.object({ ...OneUpload, parts: v.pipe(list(Joined, MOST_PARTS), v.minLength(1, 'Name at least one part')) }),
  }),
  /** Gives an upload up, and frees what is stored of it. */
  abortUpload: del('/api/v1/buckets/:bucket/uploads', {
    allow: ['s3:AbortMultipartUpload'],
    query: v.object(OneUpload),
  }),
}
