import type { Existing } from './copying/backend.ts'
import type { CompletedPart, StoredPart, IncompleteUpload } from './parts.ts'

/** A part to store: `size` in bytes must be exact; `crc32` is its checksum. */
type NewPart = {
  number: number
  crc32: string
  size: number
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

/** Port of multipart uploads, implemented by each engine. 404 for an upload that does not exist (any more). */
export type PartsBackend = {
  /** Starts an upload of `size` bytes; all parts but the last have `partSize` bytes. */
  beginUpload(
    bucket: string,
    key: string,
    object: { size: number; partSize?: number; type: string; metadata?: Readonly<Record<string, string>> },
  ): Promise<{ id: string }>
  /** At most the first 1,000 uploads below a prefix. */
  listUploads(bucket: string, prefix: string): Promise<{ uploads: IncompleteUpload[]; partial: boolean }>
  listParts(bucket: string, key: string, id: string): Promise<StoredPart[]>
  /** Stores or replaces a part; it is durable once this resolves. 400 if its checksum does not match. */
  putPart(bucket: string, key: string, id: string, part: NewPart): Promise<{ etag: string }>
  /**
   * Completes an upload from its parts, in order; 409 if one is missing or differs, or if an existing object is to be
   * kept, as far as the storage can check that.
   */
  completeUpload(
    bucket: string,
    key: string,
    id: string,
    parts: readonly CompletedPart[],
    existing?: Existing,
  ): Promise<void>
  abortUpload(bucket: string, key: string, id: string): Promise<void>
  /**
   * Size of the first part of an object that was stored in parts; `undefined` if the storage does not report it. Only
   * on engines of which a console can have several.
   */
  firstPartSize?(bucket: string, key: string, version: string | undefined): Promise<number | undefined>
}
