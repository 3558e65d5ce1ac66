/** A span of bytes, both ends included; without `end` to the object's end, without `start` the last `end` bytes. */
export type Range = { start?: number | undefined; end?: number | undefined }

/** An object being read. `span` is what the body holds, where a range was asked for. */
export type StoredObject = {
  size: number
  type: string
  /** How the bytes are packed (`gzip`), where whoever stored them said so. */
  encoding?: string
  etag: string
  modified: Date
  span?: { start: number; end: number }
  body: AsyncIterable<Uint8Array>
}
