import { randomBytes } from 'node:crypto'

/** The longest key of an object, in bytes (S3). */
export const MAX_KEY = 1024

/** No byte of UTF-8 is this high, so it comes behind whatever may follow a prefix. */
const LAST = Buffer.of(0xff)

/** No key holds this byte, so it stands between a key and what follows. */
const END = Buffer.of(0)

/** Where an object's current version is kept: the bucket's id in 4 bytes, then the key; so the order is that of S3. */
export const objectKey = (bucket: number, key: string): Buffer => {
  const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(key))
  bytes.writeUInt32BE(bucket)
  bytes.write(key, 4)
  return bytes
}

/** Behind everything that begins with this text. */
export const afterPrefix = (bucket: number, prefix: string): Buffer => Buffer.concat([objectKey(bucket, prefix), LAST])

/** Behind this key, and before any longer one. */
export const afterKey = (bucket: number, key: string): Buffer => Buffer.concat([objectKey(bucket, key), END])

/** The text of a key made by `objectKey`. */
export const keyOf = (bytes: Buffer): string => bytes.toString('utf8', 4)

const ORDER = 16

/** Where an older version is kept: behind its object's key, the newest first. */
export const versionKey = (bucket: number, key: string, order: string): Buffer => {
  const bytes = Buffer.from(order.replaceAll('-', ''), 'hex')
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = 0xff - bytes[at]!
  return Buffer.concat([objectKey(bucket, key), END, bytes])
}

/** The object's key within a key made by `versionKey`. */
export const withoutOrder = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - ORDER - END.length)

/** All older versions of one key. */
export const versionsOf = (bucket: number, key: string) => {
  const start = afterKey(bucket, key)
  return { start, end: Buffer.concat([start, Buffer.alloc(ORDER + 1, 0xff)]) }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether this can be a version's `order`. */
export const isOrder = (text: string): boolean => uuid.test(text)

/** A UUID of version 7 that is greater than the one before it, even where the clock went back. */
export const nextOrder = (before: string | undefined): string => {
  const last = before === undefined ? 0 : Number.parseInt(before.slice(0, 8) + before.slice(9, 13), 16)
  const bytes = randomBytes(ORDER)
  bytes.writeUIntBE(Math.max(Date.now(), last + 1), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Where a blob stands in the index. */
export const blobKey = (name: string): Buffer => Buffer.from(name, 'hex')

/** Where an upload in parts is kept: behind its object's key, by its id. */
export const uploadKey = (bucket: number, key: string, id: string): Buffer =>
  Buffer.concat([afterKey(bucket, key), Buffer.from(id, 'hex')])

/** The bucket and the id of an upload, of a key made by `uploadKey`. */
export const uploadOf = (bytes: Buffer) => ({
  bucket: bytes.readUInt32BE(0),
  id: bytes.subarray(-ORDER).toString('hex'),
})

/** Where a part of an upload is kept, the parts in their order. */
export const partKey = (id: string, number: number): Buffer => {
  const bytes = Buffer.alloc(ORDER + 4)
  bytes.write(id, 'hex')
  bytes.writeUInt32BE(number, ORDER)
  return bytes
}

/** All parts of an upload. */
export const partsOf = (id: string) => ({ start: partKey(id, 0), end: partKey(id, 0xffffffff) })

/** Which part of its upload it is, of a key made by `partKey`. */
export const numberOf = (bytes: Buffer): number => bytes.readUInt32BE(ORDER)
