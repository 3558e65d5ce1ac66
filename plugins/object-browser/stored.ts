/** A span of bytes, both ends included; without `end` to the object's end, without `start` the last `end` bytes. */
export type Range = { start?: number | undefined; end?: number | undefined }

/** Headers that S3 stores with an object and returns with it, besides its type. */
export const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
] as const

/** Values as they go into a response: UTF-8 bytes read as Latin-1, which is what Node writes. */
export type StoredHeaders = { readonly [Name in (typeof storedHeaders)[number]]?: string }

/** Picks the stored headers out of others; empty values count as absent. */
export const pickStoredHeaders = (read: (name: string) => string): StoredHeaders =>
  Object.fromEntries(storedHeaders.map((name) => [name, read(name)]).filter(([, value]) => value))

/** An object being read. `span` is what the body holds, where a range was asked for. */
export type StoredObject = {
  size: number
  type: string
  headers: StoredHeaders
  etag: string
  modified: Date
  span?: { start: number; end: number }
  body: AsyncIterable<Uint8Array>
}
