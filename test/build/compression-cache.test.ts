import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { cached } from '../../build/compression-cache.mjs'

const test = suite('the cache of compressed files')
let packages: string
let runs: string[]

const compress = cached(
  'upper',
  async (bytes) => {
    runs.push(String(bytes))
    return Buffer.from(String(bytes).toUpperCase())
  },
  (packages = temporaryFolder('cache')),
)
const folder = join(packages, '.cache/stowage')
const compressed = async (text: string) => String(await compress(Buffer.from(text)))

test.before.each(() => {
  runs = []
})

test('the same content is compressed once, other content again', async () => {
  assert.equal([await compressed('one'), await compressed('one'), await compressed('two')], ['ONE', 'ONE', 'TWO'])
  assert.equal(runs, ['one', 'two'])
})

test('results that no build has used for two weeks are deleted, used ones stay', async () => {
  await compressed('one')
  await compressed('two')
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 0, 0)
  await compressed('one')
  await compressed('three')
  assert.is(readdirSync(folder).length, 2)
  runs = []
  await compressed('one')
  await compressed('two')
  assert.equal(runs, ['two'])
})

test('without a folder for packages nothing is stored', async () => {
  const uncached = cached('plain', async (bytes) => bytes, join(packages, 'absent'))
  assert.is(String(await uncached(Buffer.from('one'))), 'one')
  assert.equal(readdirSync(packages), ['.cache'])
})
