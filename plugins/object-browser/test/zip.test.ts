import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { assert, test } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import { listTar, listZip } from '../pages/preview/archive.ts'
import { zip, type ZipFile } from '../zip.ts'
import { safePath } from '../zip-names.ts'
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

test('a zip lists its files with sizes and dates and contains them unchanged', async () => {
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

test('a zip without files is valid, and of very many files the first ones are listed', async () => {
  assert.equal(await list(await zipped([])), { entries: [], partial: false })
  const many = Array.from({ length: 2100 }, (_, at) => file(`${at}`, ''))
  const data = await zipped(many)
  const { entries, partial } = await list(data)
  assert.equal([entries[0]?.name, entries.length, partial], ['0', 2000, true])
})

test('no name in a zip leaves its folder, misleads, or equals that of another key', () => {
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

/** Unpacks a zip in a time zone with the unzip program, if it is installed. */
const unpack = (data: Buffer, zone: string) => {
  const folder = temporaryFolder('zip')
  writeFileSync(join(folder, 'all.zip'), data)
  const { status, stdout } = spawnSync('unzip', ['-o', 'all.zip', '-d', 'out'], {
    cwd: folder,
    env: { ...process.env, TZ: zone },
  })
  assert.is(status, 0, String(stdout))
  const paths = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).sort()
  const found = paths.map((path) => ({ path, modified: statSync(join(folder, 'out', path)).mtime }))
  return found
}

const hasUnzip = spawnSync('unzip', ['-v']).status === 0

test('keys that file systems cannot distinguish get different names in a zip', async () => {
  const keys = [
    'README',
    'readme',
    'Dir/a',
    'dir/a',
    'ü',
    'u\u0308',
    'foo',
    'foo/bar',
    'foo/baz',
    'x/y',
    'x',
    'a.txt',
    'A.TXT',
  ]
  const data = await zipped(keys.map((key) => file(key, key)))
  const { entries } = await list(data)
  assert.equal(
    entries.map(({ name }) => name),
    [
      'README',
      'readme (2)',
      'Dir/a',
      'dir/a (2)',
      'ü',
      'u\u0308 (2)',
      'foo',
      'foo (2)/bar',
      'foo (2)/baz',
      'x/y',
      'x (2)',
      'a.txt',
      'A (2).TXT',
    ],
  )
  if (hasUnzip) assert.is(unpack(data, 'UTC').filter(({ path }) => /ba[rz]$|^foo$/.test(path)).length, 3)
})

test('a zip has no names that Windows changes or refuses', () => {
  for (const [key, name] of Object.entries({
    'end.': 'end%2E',
    'end ': 'end%20',
    'end. .': 'end%2E%20%2E',
    end: 'end',
    CON: '%43ON',
    'aux.txt': '%61ux.txt',
    'con .txt': '%63on .txt',
    console: 'console',
    'com1/x': '%63om1/x',
    'q?.txt': 'q%3F.txt',
    'a<b>:"|*': 'a%3Cb%3E%3A%22%7C%2A',
  }))
    assert.is(safePath(key), name)
})

test('files unpacked in any time zone have the time of the object', async () => {
  const data = await zipped([file('a.txt', 'x')])
  const time = Buffer.alloc(4)
  time.writeInt32LE(modified.getTime() / 1000)
  const field = Buffer.concat([Buffer.of(0x55, 0x54, 5, 0, 1), time])
  assert.is(data.toString('latin1').split(field.toString('latin1')).length - 1, 2)
  if (!hasUnzip) return
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York'])
    assert.equal(unpack(data, zone), [{ path: 'a.txt', modified }], zone)
})

test('an invalid or truncated archive is reported as damaged', async () => {
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
