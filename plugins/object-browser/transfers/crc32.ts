type Table = Uint32Array

/** Eight tables, to process eight bytes per step (slicing-by-8). */
const makeTables = () => {
  const tables = Array.from({ length: 8 }, () => new Uint32Array(256))
  const [first] = tables as [Table]
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
    first[byte] = sum
  }
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = first[byte]!
    for (const table of tables.slice(1)) {
      sum = (sum >>> 8) ^ first[sum & 0xff]!
      table[byte] = sum
    }
  }
  return tables as [Table, Table, Table, Table, Table, Table, Table, Table]
}

const [t0, t1, t2, t3, t4, t5, t6, t7] = makeTables()

/** CRC-32 of bytes, continued from the one before. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let sum = ~before
  let at = 0
  for (const end = bytes.length - 7; at < end; at += 8) {
    sum ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    sum =
      t7[sum & 0xff]! ^
      t6[(sum >>> 8) & 0xff]! ^
      t5[(sum >>> 16) & 0xff]! ^
      t4[sum >>> 24]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!
  }
  for (; at < bytes.length; at += 1) sum = (sum >>> 8) ^ t0[(sum ^ bytes[at]!) & 0xff]!
  return ~sum >>> 0
}

/** Bytes per read, so that the page stays responsive. */
const PORTION = 1024 * 1024

/** CRC-32 of a file or a part of one, in S3's format. */
export const checksumOf = async (blob: Blob, signal?: AbortSignal): Promise<string> => {
  let sum = 0
  for (let at = 0; at < blob.size; at += PORTION) {
    signal?.throwIfAborted()
    sum = crc32(new Uint8Array(await blob.slice(at, at + PORTION).arrayBuffer()), sum)
  }
  return btoa(String.fromCharCode(sum >>> 24, (sum >>> 16) & 0xff, (sum >>> 8) & 0xff, sum & 0xff))
}
