import { crc32 } from 'node:zlib'
import { createPathNames, type ZipEntryKind } from './zip-names.ts'

/** A file of a zip, with its key as the path. */
export type ZipFile = { path: string; kind: ZipEntryKind; modified: Date; body: AsyncIterable<Uint8Array> }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const ENTRY = 0x02014b50
const [END64, LOCATOR, END] = [0x06064b50, 0x07064b50, 0x06054b50]

/** Names are UTF-8, and checksums and sizes follow the content, because they are unknown before. */
const FLAGS = 0x0808

/**
 * Version with 64-bit sizes (Zip64), which all current readers support; created on Unix, so that permissions apply
 * there.
 */
const [NEEDS, MADE_BY] = [45, (3 << 8) | 45]

/** Directory bytes per buffer. */
const PIECE = 64 * 1024

const dosTime = (date: Date) => {
  const year = Math.min(2107, Math.max(1980, date.getUTCFullYear()))
  return (
    (((year - 1980) << 25) |
      ((date.getUTCMonth() + 1) << 21) |
      (date.getUTCDate() << 16) |
      (date.getUTCHours() << 11) |
      (date.getUTCMinutes() << 5) |
      (date.getUTCSeconds() >> 1)) >>>
    0
  )
}

/**
 * Extended timestamp of Info-ZIP: seconds in UTC, because the DOS field is in the local time of the reader. It has 31
 * bits; later times have only the DOS field.
 */
const utcTime = (date: Date) => {
  const seconds = Math.floor(date.getTime() / 1000)
  if (seconds < 0 || seconds > 0x7fffffff) return Buffer.alloc(0)
  return write([
    [2, 0x5455],
    [2, 5],
    [1, 1],
    [4, seconds],
  ])
}

const write = (fields: readonly (readonly [bytes: 1 | 2 | 4 | 8, value: number])[]) => {
  const record = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 1) record.writeUInt8(value, at)
    else if (bytes === 2) record.writeUInt16LE(value, at)
    else if (bytes === 4) record.writeUInt32LE(value, at)
    else record.writeBigUInt64LE(BigInt(value), at)
    at += bytes
  }
  return record
}

/** Central directory of a zip, in few buffers: a hundred thousand entries take about 10 MB. */
const createDirectory = () => {
  const pieces: Buffer[] = []
  let open: Buffer[] = []
  let [size, filled, count] = [0, 0, 0]
  const close = () => {
    pieces.push(Buffer.concat(open))
    open = []
    filled = 0
  }
  return {
    add: (record: Buffer) => {
      open.push(record)
      size += record.length
      filled += record.length
      count += 1
      if (filled >= PIECE) close()
    },
    done: () => {
      close()
      return { pieces, size, count }
    },
  }
}

/** Streams a zip of files, uncompressed. Only its directory is kept in memory. */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const directory = createDirectory()
  const nameOf = createPathNames()
  let at = 0
  for await (const { path, kind, modified, body } of files) {
    const name = Buffer.from(nameOf(path, kind))
    const [time, utc] = [dosTime(modified), utcTime(modified)]
    const offset = at
    const head = Buffer.concat([
      write([
        [4, LOCAL],
        [2, NEEDS],
        [2, FLAGS],
        [2, 0],
        [4, time],
        [4, 0],
        [4, 0xffffffff],
        [4, 0xffffffff],
        [2, name.length],
        [2, 20 + utc.length],
      ]),
      name,
      // with this field present, readers expect 64-bit sizes after the content
      write([
        [2, 1],
        [2, 16],
        [8, 0],
        [8, 0],
      ]),
      utc,
    ])
    yield head
    let [sum, size] = [0, 0]
    for await (const chunk of body) {
      sum = crc32(chunk, sum)
      size += chunk.length
      yield chunk
    }
    const tail = write([
      [4, DESCRIPTOR],
      [4, sum],
      [8, size],
      [8, size],
    ])
    yield tail
    at += head.length + size + tail.length
    const rights = kind === 'folder' ? (0o40755 << 16) | 0x10 : 0o100644 << 16
    directory.add(
      Buffer.concat([
        write([
          [4, ENTRY],
          [2, MADE_BY],
          [2, NEEDS],
          [2, FLAGS],
          [2, 0],
          [4, time],
          [4, sum],
          [4, 0xffffffff],
          [4, 0xffffffff],
        ]),
        write([
          [2, name.length],
          [2, 28 + utc.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, rights >>> 0],
          [4, 0xffffffff],
        ]),
        name,
        write([
          [2, 1],
          [2, 24],
          [8, size],
          [8, size],
          [8, offset],
        ]),
        utc,
      ]),
    )
  }
  const { pieces, size, count } = directory.done()
  yield* pieces
  const few = Math.min(count, 0xffff)
  yield Buffer.concat([
    write([
      [4, END64],
      [8, 44],
      [2, MADE_BY],
      [2, NEEDS],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, at],
    ]),
    write([
      [4, LOCATOR],
      [4, 0],
      [8, at + size],
      [4, 1],
    ]),
    write([
      [4, END],
      [2, 0],
      [2, 0],
      [2, few],
      [2, few],
      [4, 0xffffffff],
      [4, 0xffffffff],
      [2, 0],
    ]),
  ])
}
