import type { Joined, StoredPart, Unfinished } from './parts.ts'

/** A part to be stored: `size` in bytes must be exact, `crc32` that of its bytes. */
export type NewPart = {
  number: number
  crc32: string
  size: number
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

/** What uploads in parts need from an engine. 404 for an upload that is not there, or not any more. */
export type PartsBackend = {
  /** Begins an object of `size` bytes, all of whose parts but the last have `partSize` bytes. */
  beginUpload(
    bucket: string,
    key: string,
    object: { size: number; partSize?: number; type: string },
  ): Promise<{ id: string }>
  /** At most the first 1,000 below a prefix. */
  listUploads(bucket: string, prefix: string): Promise<{ uploads: Unfinished[]; partial: boolean }>
  listParts(bucket: string, key: string, id: string): Promise<StoredPart[]>
  /**
   * Stores a part, in place of the one that has its number; resolved means durable. 400 where its checksum is another.
   */
  putPart(bucket: string, key: string, id: string, part: NewPart): Promise<{ etag: string }>
  /** Makes one object of all parts; 409 where one is missing or another than was sent. */
  completeUpload(bucket: string, key: string, id: string, parts: readonly Joined[]): Promise<void>
  abortUpload(bucket: string, key: string, id: string): Promise<void>
}
