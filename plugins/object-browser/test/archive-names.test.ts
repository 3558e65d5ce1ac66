import { crc32 } from 'node:zlib'
import { assert, test } from '../../../test/lib/suite.ts'
import { pluck } from '../../../test/lib/pluck.ts'
import { listTar } from '../pages/preview/archive.ts'
import { entryName } from '../pages/preview/archive-names.ts'

const none = new Uint8Array()

/** Info-ZIP's extra field with the name in UTF-8, and the checksum of the older name that it belongs to. */
const unicodeField = (name: string, older: string) => {
  const head = Buffer.alloc(9)
  head.writeUInt16LE(0x7075, 0)
  head.writeUInt16LE(5 + Buffer.byteLength(name), 2)
  head.writeUInt8(1, 4)
  head.writeUInt32LE(crc32(older), 5)
  return Buffer.concat([head, Buffer.from(name)])
}

test('the name of a zip entry is decoded in its encoding', () => {
  // "März Größe.txt" as older programs encode it
  const old = Uint8Array.from([0x4d, 0x84, 0x72, 0x7a, 0x20, 0x47, 0x72, 0x94, 0xe1, 0x65, 0x2e, 0x74, 0x78, 0x74])
  assert.is(entryName(old, none, false), 'März Größe.txt')
  for (const isMarked of [true, false]) assert.is(entryName(Buffer.from('größe.txt'), none, isMarked), 'größe.txt')
  const extra = Buffer.concat([Buffer.from([1, 0, 2, 0, 9, 9]), unicodeField('日本.txt', '??.txt')])
  assert.is(entryName(Buffer.from('??.txt'), extra, false), '日本.txt')
})

test('a Unicode name left over from before the entry was renamed is not used', () => {
  assert.is(entryName(Buffer.from('renamed.txt'), unicodeField('日本.txt', '??.txt'), false), 'renamed.txt')
})

test('a damaged field next to a name does not affect it', () => {
  assert.is(entryName(Buffer.from('a'), Uint8Array.from([0x75, 0x70, 0xff, 0xff, 1]), false), 'a')
  assert.is(entryName(Buffer.from('a'), Uint8Array.from([0x75]), false), 'a')
})

/** Header block of an empty file in a tar. */
const header = (name: Uint8Array, prefix: Uint8Array) => {
  const block = new Uint8Array(512)
  block.set(name)
  block.set(Buffer.from('00000000000\0'), 124)
  block.set(Buffer.from('0'), 156)
  block.set(Buffer.from('ustar'), 257)
  block.set(prefix, 345)
  return block
}

test('the names of a tar are decoded in their encoding', async () => {
  const old = Uint8Array.from([0x47, 0x72, 0x94, 0xe1, 0x65])
  const bytes = Buffer.concat([header(old, old), header(Buffer.from('größe.txt'), none), new Uint8Array(1024)])
  const { entries } = await listTar(async (from, to) => new Uint8Array(bytes.subarray(from, to)), bytes.length)
  assert.equal(pluck(entries, 'name'), ['Größe/Größe', 'größe.txt'])
})
