import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'

const test = suite('stowage-plugin new')
const root = temporaryFolder('tool')
const installed = join(root, 'node_modules/stowage')

test.before(() => {
  // the package as it is installed, without the packages that only plugins list
  cpSync('build', join(installed, 'build'), { recursive: true })
  cpSync('package.json', join(installed, 'package.json'))
  mkdirSync(join(installed, 'dist/entry'), { recursive: true })
  writeFileSync(join(installed, 'dist/entry/tools.json'), '{ "esbuild": "^0.28.2" }')
})

const create = (id: string) => {
  const tool = join(installed, 'build/stowage-plugin.mjs')
  const { status, stderr } = spawnSync(process.execPath, [tool, 'new', id], { cwd: root, encoding: 'utf8' })
  assert.is(status, 0, stderr)
  return (JSON.parse(readFileSync(join(root, id, 'package.json'), 'utf8')) as { devDependencies: object })
    .devDependencies
}

test('runs before any other package is installed, and needs the version of the console', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal(create('first'), { esbuild: '^0.28.2', stowage: `^${version}` })
})

test('a build outside of a plugin names the folder', () => {
  const empty = temporaryFolder('empty')
  const tool = join(installed, 'build/stowage-plugin.mjs')
  const { status, stderr } = spawnSync(process.execPath, [tool, 'build'], { cwd: empty, encoding: 'utf8' })
  assert.is(status, 1)
  assert.is(stderr, `${empty} contains no plugin: it needs a package.json, and plugin.ts or server.ts\n`)
})

test('installs the console from the same archive as the folder that it runs in', () => {
  const write = (stowage: string) =>
    writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies: { stowage } }))
  write('file:../stowage-1.0.0.tgz')
  assert.equal(create('second'), { esbuild: '^0.28.2', stowage: 'file:../../stowage-1.0.0.tgz' })
  write('file:stowage-1.0.0.tgz')
  assert.equal(create('third'), { esbuild: '^0.28.2', stowage: 'file:../stowage-1.0.0.tgz' })
  write('file:/archives/stowage-1.0.0.tgz')
  assert.equal(create('fourth'), { esbuild: '^0.28.2', stowage: 'file:/archives/stowage-1.0.0.tgz' })
})
