import { mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { createFolderStore, createMemoryStore } from '../../../engines/lib/key-value-store.ts'
import { StartError } from '../../../engines/start-error.ts'

const folder = temporaryFolder('keep')

test('a value is read back, also by another console on the same folder', async () => {
  const own = join(folder, 'new', 'place')
  const [first, second] = [createFolderStore(own), createFolderStore(own)]
  assert.is(await first.read('thing'), undefined)
  await first.write('thing', 'one')
  await first.write('thing', 'two')
  await first.write('other', 'three')
  assert.equal([await second.read('thing'), await second.read('other')], ['two', 'three'])
  assert.equal(readdirSync(own).sort(), ['console.format.json', 'other.json', 'thing.json'])
  assert.is(statSync(join(own, 'thing.json')).mode & 0o077, 0, 'others may read it')
  const memory = createMemoryStore()
  await memory.write('thing', 'one')
  assert.equal([await memory.read('thing'), await memory.read('other'), memory.isDurable], ['one', undefined, false])
})

test('a write interrupted by a kill is not read', async () => {
  const keep = createFolderStore(folder)
  await keep.write('thing', 'whole')
  writeFileSync(join(folder, 'thing.json.new'), 'hal')
  assert.is(await createFolderStore(folder).read('thing'), 'whole')
})

test('writes that overlap succeed, and the last one remains', async () => {
  const own = mkdtempSync(join(folder, 'overlapping-'))
  const store = createFolderStore(own)
  const texts = Array.from({ length: 40 }, (_, at) => `${at} `.repeat(at % 2 === 0 ? 10 : 100_000))
  for (const pair of [texts.slice(0, 20), texts.slice(20)]) {
    await Promise.all(pair.map((text) => store.write('thing', text)))
    assert.ok((await store.read('thing')) === pair.at(-1))
  }
  assert.equal(readdirSync(own).sort(), ['console.format.json', 'thing.json'])
})

test('a failed write leaves no file', async () => {
  const own = mkdtempSync(join(folder, 'failing-'))
  const store = createFolderStore(own)
  mkdirSync(join(own, 'thing.json'))
  const error = await store.write('thing', 'text').then(
    () => undefined,
    (reason: Error) => reason,
  )
  assert.instance(error, Error)
  assert.equal(readdirSync(own).sort(), ['console.format.json', 'thing.json'])
})

test('temporary files that a crash left are deleted at a later start, and no other files', () => {
  const own = mkdtempSync(join(folder, 'crashed-'))
  const abandoned = ['thing.json.new', 'thing.json.0b5e3c1e-9d1f-4c0e-8a51-3f6f1d2b7a90.new']
  const others = ['another-thing.json', 'another-thing.json.new.txt', 'other.new']
  for (const name of [...abandoned, ...others]) {
    writeFileSync(join(own, name), '')
    utimesSync(join(own, name), 0, 0)
  }
  writeFileSync(join(own, 'running.json.new'), '')
  createFolderStore(own)
  assert.equal(readdirSync(own).sort(), [...others, 'console.format.json', 'running.json.new'].sort())
})

test('a folder of a later format is refused', () => {
  const own = mkdtempSync(join(folder, 'later-'))
  writeFileSync(join(own, 'console.format.json'), '{"version":2}')
  assert.throws(
    () => createFolderStore(own),
    (error: Error) =>
      error instanceof StartError && error.message.startsWith(`${own} has data of format 2, and this Stowage reads`),
  )
  writeFileSync(join(own, 'console.format.json'), '')
  assert.throws(() => createFolderStore(own), /console\.format\.json is damaged/)
})

test('an unusable folder is reported at the start', () => {
  writeFileSync(join(folder, 'file'), '')
  assert.throws(
    () => createFolderStore(join(folder, 'file', 'below')),
    (error: Error) => error instanceof StartError && /^CONSOLE_DATA names "/.test(error.message),
  )
})
