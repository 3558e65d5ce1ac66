import { crc32 } from 'node:zlib'
import { misleading } from './names.ts'

/** What goes into a zip, under the path that it has as a key. */
export type ZipFile = { path: string; kind: 'file' | 'folder'; modified: Date; body: AsyncIterable<Uint8Array> }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const ENTRY = 0x02014b50
const [END64, LOCATOR, END] = [0x06064b50, 0x07064b50, 0x06054b50]

/** Names are UTF-8, and sums and sizes stand behind the content, of which nobody knows them before. */
const FLAGS = 0x0808

/**
 * Sizes of 64 bits (Zip64), which every reader of today knows; made on Unix, so that rights are what they are there.
 */
const [NEEDS, MADE] = [45, (3 << 8) | 45]

/** So many bytes of the directory are kept in one piece. */
const PIECE = 64 * 1024

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[.!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * A key as a path that stays below the folder which it is unpacked into, and looks like what it is. What cannot stand
 * in it is written as in an address, and so is a `%` that would read like that: no two keys become one.
 */
export const safePath = (key: string, kind: ZipFile['kind'] = 'file'): string => {
  const folder = kind === 'folder' && key.endsWith('/') ? '/' : ''
  const segments = (folder ? key.slice(0, -1) : key).split('/')
  const safe = segments.map((segment) => {
    if (segment === '') return '%2F'
    if (/^\.{1,2}$/.test(segment)) return escaped(segment)
    return segment
      .replace(/%(?=[\da-f]{2})/gi, '%25')
      .replace(misleading, escaped)
      .replace(/\p{Cs}/gu, '_')
  })
  // a drive of Windows
  return safe.join('/').replace(/^([a-z]):/i, '$1%3A') + folder
}

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

const write = (fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]) => {
  const record = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) record.writeUInt16LE(value, at)
    else if (bytes === 4) record.writeUInt32LE(value, at)
    else record.writeBigUInt64LE(BigInt(value), at)
    at += bytes
  }
  return record
}

/** The directory at the end of a zip, in few pieces: a hundred thousand entries take some ten MB. */
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

/** A zip of files, as a stream: nothing is held but its directory. Contents are stored as they are. */
export async function* zip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const directory = createDirectory()
  let at = 0
  for await (const { path, kind, modified, body } of files) {
    const name = Buffer.from(safePath(path, kind))
    const time = dosTime(modified)
    const place = at
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
        [2, 20],
      ]),
      name,
      // readers take sizes of 64 bits from behind the content where this field is here
      write([
        [2, 1],
        [2, 16],
        [8, 0],
        [8, 0],
      ]),
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
          [2, MADE],
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
          [2, 28],
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
          [8, place],
        ]),
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
      [2, MADE],
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
