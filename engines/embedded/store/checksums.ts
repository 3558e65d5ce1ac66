import { crc32 } from 'node:zlib'

/** So many bytes of a blob have one checksum, which is what the smallest range has to read. */
export const PIECE = 256 * 1024

/** The bytes of a checksum. */
const WIDTH = 4

/** The CRC-32 of each piece of a blob as it lies on the disk, 4 bytes each, the first piece's first. */
export type Checksums = Buffer

/** Gathers the checksums of what goes by, in whatever portions it comes. */
export const sumUp = (): { add(portion: Uint8Array): void; done(): Checksums } => {
  const sums: number[] = []
  let [sum, filled] = [0, 0]
  const close = () => {
    sums.push(sum)
    ;[sum, filled] = [0, 0]
  }
  return {
    add: (portion) => {
      for (let at = 0; at < portion.length; ) {
        const part = portion.subarray(at, at + PIECE - filled)
        sum = crc32(part, sum)
        filled += part.length
        at += part.length
        if (filled === PIECE) close()
      }
    },
    done: () => {
      if (filled > 0) close()
      const all = Buffer.allocUnsafe(sums.length * WIDTH)
      sums.forEach((one, piece) => all.writeUInt32BE(one, piece * WIDTH))
      return all
    },
  }
}

/** The first byte of the first piece that is not what was stored; `bytes` are whole pieces from `start` on, or the end. */
export const firstBroken = (sums: Checksums, bytes: Buffer, start: number): number | undefined => {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const kept = ((start + at) / PIECE) * WIDTH
    const isKept = kept + WIDTH <= sums.length && sums.readUInt32BE(kept) === crc32(bytes.subarray(at, at + PIECE))
    if (!isKept) return start + at
  }
  return undefined
}
