/** Byte range, inclusive; without `end` to the object's end, without `start` the last `end` bytes. */
export type Range = { start?: number | undefined; end?: number | undefined }

/** Headers that S3 stores with an object and returns with it, besides its type. */
const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
] as const

/** Header values as UTF-8 bytes decoded as Latin-1, which is how Node writes them. */
export type StoredHeaders = { readonly [Name in (typeof storedHeaders)[number]]?: string }

/** Picks the stored headers out of others; empty values count as absent. */
export const pickStoredHeaders = (read: (name: string) => string): StoredHeaders =>
  Object.fromEntries(storedHeaders.map((name) => [name, read(name)]).filter(([, value]) => value))

/** An object being read. `span` is the range in the body, if one was requested. */
export type StoredObject = {
  /** Bytes; `undefined` if the storage does not say. */
  size: number | undefined
  type: string
  headers: StoredHeaders
  etag: string
  modified: Date
  /** All stored headers, by name in lower case; user metadata has the prefix `x-amz-meta-`. */
  metadata: Readonly<Record<string, string>>
  /** Number of tags, if the storage reports it. */
  tagCount: number | undefined
  span?: { start: number; end: number }
  body: AsyncIterable<Uint8Array>
}
