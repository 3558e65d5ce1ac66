import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listTar, listZip } from '../../../plugins/object-browser/pages/preview/archive.ts'
import { safePath, zip, type ZipFile } from '../../../plugins/object-browser/zip.ts'
import { hostileKeys, randomKeys } from './keys.ts'

const modified = new Date('2026-11-22T10:20:30Z')

async function* once(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

const file = (path: string, ...chunks: string[]): ZipFile => ({ path, kind: 'file', modified, body: once(...chunks) })

async function* all(files: readonly ZipFile[]) {
  yield* files
}

const zipped = async (files: readonly ZipFile[]) => buffer(zip(all(files)))

const list = (data: Buffer) => listZip(async (start, end) => new Uint8Array(data.subarray(start, end)), data.length)

test('a zip lists its files with their sizes and dates, and holds them as they are', async () => {
  const data = await zipped([
    file('a.txt', 'hello ', 'world'),
    { ...file('folder/'), kind: 'folder' },
    file('folder/ü.txt', 'deep'),
  ])
  assert.equal((await list(data)).entries, [
    { name: 'a.txt', kind: 'file', size: 11, modified: '2026-11-22 10:20:30' },
    { name: 'folder/', kind: 'folder', size: 0, modified: '2026-11-22 10:20:30' },
    { name: 'folder/ü.txt', kind: 'file', size: 4, modified: '2026-11-22 10:20:30' },
  ])
  assert.ok(data.includes('hello world'))
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32('hello world'))
  assert.ok(data.includes(sum))
})

test('a zip without files is one, and of very many files the first are listed', async () => {
  assert.equal(await list(await zipped([])), { entries: [], partial: false })
  const many = Array.from({ length: 2100 }, (_, at) => file(`${at}`, ''))
  const data = await zipped(many)
  const { entries, partial } = await list(data)
  assert.equal([entries[0]?.name, entries.length, partial], ['0', 2000, true])
})

test('no name in a zip leads out of its folder, deceives, or is that of another key', () => {
  const keys = [
    ...new Set([
      ...hostileKeys,
      ...randomKeys(3000),
      'C:evil',
      'c:/x',
      'a%2E',
      'a%2e',
      '%2F',
      'a/%2F/b',
      'a//b',
      '%2E%2E',
      '..',
      '%252F',
    ]),
  ]
  const names = keys.map((key) => safePath(key))
  for (const [at, name] of names.entries()) {
    const key = JSON.stringify(keys[at])
    assert.not.match(name, /^\/|^[a-z]:|\\|[\p{Cc}\u202e]/iu, key)
    assert.not.ok(
      name.split('/').some((segment) => ['', '.', '..'].includes(segment)),
      `${key} becomes ${name}`,
    )
  }
  assert.is(new Set(names).size, keys.length)
  assert.is(safePath('plain/ü file (1).txt'), 'plain/ü file (1).txt')
})

test('what is no archive, or only its beginning, is told as damaged', async () => {
  const data = await zipped([file('a', 'b')])
  const failed = async (work: Promise<unknown>) =>
    assert.match(
      await work.then(
        () => 'listed',
        (error: Error) => error.message,
      ),
      'The archive cannot be read',
    )
  await failed(list(data.subarray(0, -30)))
  await failed(list(Buffer.from('PK\x03\x04 and nothing more')))
  const junk = Buffer.alloc(2048, 'x')
  await failed(listTar(async (start, end) => new Uint8Array(junk.subarray(start, end)), junk.length))
})

test.run()
