import { crc32 } from 'node:zlib'

/** Bytes per checksum, and so the smallest amount a range request has to read. */
export const BLOCK_SIZE = 256 * 1024

const CHECKSUM_SIZE = 4

/** CRC-32 of each piece of a blob as stored on disk, 4 bytes each, in order. */
export type Checksums = Buffer

/** Computes checksums incrementally, for chunks of any size. */
export const createChecksummer = (): { add(portion: Uint8Array): void; done(): Checksums } => {
  const sums: number[] = []
  let [sum, filled] = [0, 0]
  const finishPiece = () => {
    sums.push(sum)
    ;[sum, filled] = [0, 0]
  }
  return {
    add: (portion) => {
      for (let at = 0; at < portion.length; ) {
        const part = portion.subarray(at, at + BLOCK_SIZE - filled)
        sum = crc32(part, sum)
        filled += part.length
        at += part.length
        if (filled === BLOCK_SIZE) finishPiece()
      }
    },
    done: () => {
      if (filled > 0) finishPiece()
      const all = Buffer.allocUnsafe(sums.length * CHECKSUM_SIZE)
      sums.forEach((one, piece) => all.writeUInt32BE(one, piece * CHECKSUM_SIZE))
      return all
    },
  }
}

/** Offset of the first piece that does not match; `bytes` are whole pieces from `start`, or up to the end. */
export const findMismatch = (sums: Checksums, bytes: Buffer, start: number): number | undefined => {
  for (let at = 0; at < bytes.length; at += BLOCK_SIZE) {
    const offset = ((start + at) / BLOCK_SIZE) * CHECKSUM_SIZE
    const isIntact =
      offset + CHECKSUM_SIZE <= sums.length && sums.readUInt32BE(offset) === crc32(bytes.subarray(at, at + BLOCK_SIZE))
    if (!isIntact) return start + at
  }
  return undefined
}

/** The effect of appending zero bytes to a CRC-32, as a matrix of bit columns over GF(2). */
type Shift = readonly number[]

const applyShift = (by: Shift, sum: number) => {
  let result = 0
  for (let bit = 0; bit < 32; bit += 1) if ((sum >>> bit) & 1) result ^= by[bit]!
  return result >>> 0
}

/** Appends one bit: the reflected polynomial of zlib's CRC-32. */
const oneBit: Shift = [0xedb88320, ...Array.from({ length: 31 }, (_, bit) => (1 << bit) >>> 0)]

const square = (shift: Shift): Shift => shift.map((column) => applyShift(shift, column))

/** Appends this many zero bytes. */
const shiftBy = (bytes: number): Shift => {
  let power: Shift = oneBit
  let all: Shift = Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0)
  for (let bits = bytes * 8; bits > 0; bits = Math.floor(bits / 2)) {
    const now = power
    if (bits % 2 === 1) all = all.map((column) => applyShift(now, column))
    power = square(power)
  }
  return all
}

/** Combines the checksums of all pieces into the CRC-32 of the whole blob. */
export const combineChecksums = (sums: Checksums, size: number): number => {
  const pieces = sums.length / CHECKSUM_SIZE
  const full = shiftBy(BLOCK_SIZE)
  let combined = 0
  for (let piece = 0; piece < pieces; piece += 1) {
    const length = Math.min(BLOCK_SIZE, size - piece * BLOCK_SIZE)
    combined =
      (applyShift(length === BLOCK_SIZE ? full : shiftBy(length), combined) ^
        sums.readUInt32BE(piece * CHECKSUM_SIZE)) >>>
      0
  }
  return combined
}
