import { Failure } from 'stowage'
import { entryName, dataViewOf } from './archive-names.ts'
import type { Read } from './content.ts'
import * as messages from '../../messages.ts'

/** Entry of an archive: its stored name, and its uncompressed size in bytes. */
export type Entry = { name: string; kind: 'file' | 'folder'; size: number; modified: string }

/** Contents of an archive; `partial` if it has more than listed. */
export type Listing = { entries: Entry[]; partial: boolean }

/** Most entries listed. */
const MAX_ENTRIES = 2000

/** Bytes read of a zip's directory; the rest of a larger one is ignored. */
const MAX_DIRECTORY_SIZE = 4 * 1024 * 1024

const [END_SIGNATURE, ZIP64_END_SIGNATURE, ENTRY_SIGNATURE] = [0x06054b50, 0x06064b50, 0x02014b50]

const damagedError = () => new Failure(422, 'The archive cannot be read', { detail: messages.archiveDirectoryDamaged })

const utf8 = new TextDecoder()

const readUint64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

const twoDigits = (value: number) => String(value).padStart(2, '0')

const dosDate = (date: number, time: number) =>
  date === 0
    ? ''
    : `${1980 + (date >> 9)}-${twoDigits((date >> 5) & 15)}-${twoDigits(date & 31)} ${twoDigits(time >> 11)}:${twoDigits((time >> 5) & 63)}:${twoDigits((time & 31) * 2)}`

/** Size of an entry from its Zip64 field, if the regular one is too small. */
const size64 = (view: DataView, from: number, to: number) => {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === 1 && at + 12 <= to) return readUint64(view, at + 4)
  return undefined
}

const entriesIn = (bytes: Uint8Array): Entry[] => {
  const view = dataViewOf(bytes)
  const entries: Entry[] = []
  for (
    let at = 0;
    at + 46 <= bytes.length && entries.length < MAX_ENTRIES && view.getUint32(at, true) === ENTRY_SIGNATURE;
  ) {
    const [nameLength, extra, comment] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ]
    const rest = at + 46 + nameLength
    if (rest + extra > bytes.length) break
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0
    const name = entryName(bytes.subarray(at + 46, rest), bytes.subarray(rest, rest + extra), isUtf8)
    const size = view.getUint32(at + 24, true)
    entries.push({
      name,
      kind: name.endsWith('/') ? 'folder' : 'file',
      size: size === 0xffffffff ? (size64(view, rest, rest + extra) ?? size) : size,
      modified: dosDate(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    })
    at = rest + extra + comment
  }
  return entries
}

/** Lists a zip by its directory, which is at its end. */
export const listZip = async (read: Read, size: number): Promise<Listing> => {
  const start = Math.max(0, size - 66_000)
  const tail = await read(start, size)
  const view = dataViewOf(tail)
  let at = tail.length - 22
  while (at >= 0 && view.getUint32(at, true) !== END_SIGNATURE) at -= 1
  if (at < 0) throw damagedError()
  let [count, length, from] = [
    view.getUint16(at + 10, true),
    view.getUint32(at + 12, true),
    view.getUint32(at + 16, true),
  ]
  if (count === 0xffff || length === 0xffffffff || from === 0xffffffff) {
    const offset = at >= 20 ? readUint64(view, at - 20 + 8) : -1
    const end = offset >= 0 && offset < size ? await read(offset, offset + 56) : tail.subarray(0, 0)
    if (end.length < 56 || dataViewOf(end).getUint32(0, true) !== ZIP64_END_SIGNATURE) throw damagedError()
    ;[count, length, from] = [
      readUint64(dataViewOf(end), 32),
      readUint64(dataViewOf(end), 40),
      readUint64(dataViewOf(end), 48),
    ]
  }
  const entries = entriesIn(await read(from, from + Math.min(length, MAX_DIRECTORY_SIZE)))
  if (entries.length === 0 && count > 0) throw damagedError()
  return { entries, partial: entries.length < count }
}

const BLOCK = 512

/** Bytes per read, since small files are adjacent. */
const READ_SIZE = 64 * 1024

/** Most reads to walk a tar from header to header. */
const MAX_READS = 200

const untilNull = (bytes: Uint8Array) => {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

const field = (head: Uint8Array, from: number, length: number) =>
  utf8.decode(untilNull(head.subarray(from, from + length)))

/** Tar files, like old zips, do not state the encoding of names. */
const tarName = (bytes: Uint8Array) => entryName(untilNull(bytes), new Uint8Array(), false)

/** Parses an octal number, or a binary one for larger values. */
const parseNumber = (head: Uint8Array, from: number, length: number) => {
  if ((head[from] ?? 0) & 0x80) return head.subarray(from + 4, from + length).reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.parseInt(field(head, from, length).trim() || '0', 8)
}

/** Path from a pax header, which applies to the next entry. */
const paxPath = (text: string) => /(?:^|\n)\d+ path=([^\n]*)\n/.exec(text)?.[1]

/** Lists a tar by the headers of its entries, skipping their contents. */
export const listTar = async (read: Read, size: number): Promise<Listing> => {
  const entries: Entry[] = []
  let [window, base, readings, long] = [new Uint8Array(), 0, 0, '']
  const at = async (offset: number, length: number) => {
    if (offset < base || offset + length > base + window.length) {
      readings += 1
      window = await read(offset, offset + Math.max(READ_SIZE, length))
      base = offset
    }
    return window.subarray(offset - base, offset - base + length)
  }
  for (let offset = 0; offset + BLOCK <= size; ) {
    if (entries.length >= MAX_ENTRIES || readings >= MAX_READS) return { entries, partial: true }
    const head = await at(offset, BLOCK)
    if (head.length < BLOCK || head.every((byte) => byte === 0)) break
    if (!field(head, 257, 5).startsWith('ustar')) throw damagedError()
    const length = parseNumber(head, 124, 12)
    if (!Number.isSafeInteger(length)) throw damagedError()
    const type = String.fromCharCode(head[156] ?? 0)
    const next = offset + BLOCK + Math.ceil(length / BLOCK) * BLOCK
    if (type === 'L' || type === 'x') {
      const bytes = await at(offset + BLOCK, Math.min(length, READ_SIZE))
      long = type === 'L' ? tarName(bytes) : (paxPath(utf8.decode(bytes)) ?? long)
    } else if (type !== 'g') {
      const prefix = tarName(head.subarray(345, 500))
      const name = long || (prefix ? `${prefix}/` : '') + tarName(head.subarray(0, 100))
      const seconds = parseNumber(head, 136, 12)
      entries.push({
        name,
        kind: type === '5' ? 'folder' : 'file',
        size: type === '5' ? 0 : length,
        modified:
          seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ') : '',
      })
      long = ''
    }
    offset = next
  }
  return { entries, partial: false }
}
