import { randomBytes } from 'node:crypto'

/** S3's limit for object keys, in bytes. */
export const MAX_KEY = 1024

/** UTF-8 never contains this byte, so it sorts after anything that may follow a prefix. */
const LAST = Buffer.of(0xff)

/** Keys cannot contain this byte, so it separates a key from its suffix. */
const END = Buffer.of(0)

/** Index key of an object's current version: the bucket id in 4 bytes, then the key, so rows have S3's order. */
export const objectKey = (bucket: number, key: string): Buffer => {
  const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(key))
  bytes.writeUInt32BE(bucket)
  bytes.write(key, 4)
  return bytes
}

/** Position after everything with this prefix. */
export const afterPrefix = (bucket: number, prefix: string): Buffer => Buffer.concat([objectKey(bucket, prefix), LAST])

/** Position after this key and before any longer one. */
export const afterKey = (bucket: number, key: string): Buffer => Buffer.concat([objectKey(bucket, key), END])

/** Object key inside a key made by `objectKey`. */
export const keyOf = (bytes: Buffer): string => bytes.toString('utf8', 4)

const ORDER = 16

/** Index key of an older version: after its object's key, newest first. */
export const versionKey = (bucket: number, key: string, order: string): Buffer => {
  const bytes = Buffer.from(order.replaceAll('-', ''), 'hex')
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = 0xff - bytes[at]!
  return Buffer.concat([objectKey(bucket, key), END, bytes])
}

/** Removes the order from a key made by `versionKey`. */
export const withoutOrder = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - ORDER - END.length)

/** Range of the older versions of a key. */
export const versionsOf = (bucket: number, key: string) => {
  const start = afterKey(bucket, key)
  return { start, end: Buffer.concat([start, Buffer.alloc(ORDER + 1, 0xff)]) }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text is the id of a version. */
export const isVersionId = (text: string): boolean => uuid.test(text)

/** A version 7 UUID greater than the previous one, even if the clock went back. */
export const nextOrder = (before: string | undefined): string => {
  const last = before === undefined ? 0 : Number.parseInt(before.slice(0, 8) + before.slice(9, 13), 16)
  const bytes = randomBytes(ORDER)
  bytes.writeUIntBE(Math.max(Date.now(), last + 1), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Index key of a blob, by its name in hexadecimal. */
export const blobKey = (name: string): Buffer => Buffer.from(name, 'hex')

/** Index key of a multipart upload: after its object's key, by upload id. */
export const uploadKey = (bucket: number, key: string, id: string): Buffer =>
  Buffer.concat([afterKey(bucket, key), Buffer.from(id, 'hex')])

/** Bucket id and upload id inside a key made by `uploadKey`. */
export const uploadOf = (bytes: Buffer) => ({
  bucket: bytes.readUInt32BE(0),
  id: bytes.subarray(-ORDER).toString('hex'),
})

/** Index key of a part; parts sort by number. */
export const partKey = (id: string, number: number): Buffer => {
  const bytes = Buffer.alloc(ORDER + 4)
  bytes.write(id, 'hex')
  bytes.writeUInt32BE(number, ORDER)
  return bytes
}

/** Range of the parts of a multipart upload. */
export const partsOf = (id: string) => ({ start: partKey(id, 0), end: partKey(id, 0xffffffff) })

/** Part number inside a key made by `partKey`. */
export const partNumberOf = (bytes: Buffer): number => bytes.readUInt32BE(ORDER)
