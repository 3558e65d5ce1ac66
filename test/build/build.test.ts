import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assert, suite } from '../lib/suite.ts'
import { freePort } from '../../testing/process.ts'
import { copyProject, type Project } from '../lib/project.ts'

type File = { size: number; br?: number; gz?: number; etag: string; type: string; immutable: boolean; previous?: true }
type Manifest = { mode: string; page: string; entry: string; closure: string[]; files: Record<string, File> }

const test = suite('build.mjs')
let project: Project

const read = (path: string) => readFileSync(join(project.root, path))
/** The style sheet in the page. */
const style = () => /<style>(.*?)<\/style>/s.exec(String(read('dist/public/index.html')))?.[1] ?? ''
const manifest = () => JSON.parse(String(read('dist/manifest.json'))) as Manifest
const page = (colour: string) =>
  `import { style } from '@vanilla-extract/css'\nexport const page = style({ color: '${colour}' })`
const main = `
  import '../themes/all.ts'
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  const root = document.getElementById('root')
  if (root) createRoot(root).render(createElement('p', null, __DEV__ ? 'under development' : 'finished'))
  void import('../plugins/tiers/pages/list.tsx')`
const server = (answer: string) => `
  import { createServer } from 'node:http'
  const server = createServer((_, response) => response.end('${answer}'))
  server.listen(Number(process.argv[3]), '127.0.0.1')
  process.on('SIGTERM', () => process.exit())`

const folders = [
  'build',
  'build.mjs',
  'ui/shims',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'themes',
]
const writeSources = () => {
  project.write('core/main.tsx', main)
  project.write('plugins/tiers/pages/list.tsx', `export { page } from './list.css.ts'`)
  project.write('plugins/tiers/pages/list.css.ts', page('teal'))
  project.write('server/main.ts', server('one'))
}

test.before(() => {
  project = copyProject(...folders)
  writeSources()
  const { ended, errors } = project.run(['build.mjs'])
  assert.is(ended, 0, errors)
})
test.before.each(writeSources)
test.after(() => project.remove())

test('the page links every file it needs by its own address, and inlines the theme first', () => {
  const html = String(read('dist/public/index.html'))
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  assert.match(script, 'prefers-color-scheme')
  assert.ok(html.indexOf(script) < html.indexOf('<link'))
  const links = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path = '']) => path)
  const { entry, closure, files } = manifest()
  assert.is(links.at(-1), entry)
  for (const path of closure) assert.ok(links.includes(path))
  for (const path of links) assert.ok(files[path]?.immutable, path)
  assert.is(html.replaceAll('="/', '="/console/').match(/="\/(?!console\/)/), null)
})

test('the manifest states the hash and size of every file, compressed and uncompressed', () => {
  const { files } = manifest()
  for (const [path, file] of Object.entries(files)) {
    const bytes = read(`dist/public/${path}`)
    assert.is(bytes.length, file.size)
    if (file.br) assert.equal(brotliDecompressSync(read(`dist/public/${path}.br`)), bytes)
    if (file.gz) assert.equal(gunzipSync(read(`dist/public/${path}.gz`)), bytes)
    const isText = /\.(html|js|css)$/.test(path)
    assert.is(file.br !== undefined, isText && file.size > 512, path)
  }
})

test('the styles of a lazy page are in the inline style sheet of the page', () => {
  assert.is(Object.keys(manifest().files).filter((path) => path.endsWith('.css')).length, 0)
  assert.match(style(), 'teal')
})

test('a production build contains no development code', () => {
  const script = String(read(`dist/public/${manifest().entry}`))
  assert.match(script, 'finished')
  assert.not.match(script, 'under development')
})

test('two builds of the same sources are identical', () => {
  const first = String(read('dist/manifest.json'))
  project.run(['build.mjs', '--out', 'again'])
  assert.is(String(read('again/manifest.json')), first)
})

test('a rebuild from the same sources is identical and restores missing files', () => {
  const first = String(read('dist/manifest.json'))
  const deletedFile = `dist/public/${manifest().entry}.br`
  rmSync(join(project.root, deletedFile))
  project.run(['build.mjs'])
  assert.is(String(read('dist/manifest.json')), first)
  assert.equal(brotliDecompressSync(read(deletedFile)), read(deletedFile.slice(0, -3)))
})

test('after an edit the assets of the previous build remain for open tabs, and older ones are deleted', () => {
  const first = manifest().entry
  const edit = (text: string) => project.write('core/main.tsx', `${main}\nconsole.log('${text}')`)
  const mainScripts = () => Object.keys(manifest().files).filter((path) => /^assets\/main-\w+\.js$/.test(path))
  edit('navy')
  project.run(['build.mjs'])
  assert.is(mainScripts().length, 2)
  assert.is(manifest().files[first]?.previous, true)
  project.run(['build.mjs'])
  assert.ok(existsSync(join(project.root, 'dist/public', first)))
  edit('plum')
  project.run(['build.mjs'])
  assert.is(mainScripts().length, 2)
  assert.is(manifest().files[first], undefined)
  assert.is(
    readdirSync(join(project.root, 'dist/public/assets')).filter((name) => first.includes(name.replace('.br', '')))
      .length,
    0,
  )
})

test('--if-stale builds without a build, after a newer source, and after a development build', () => {
  const buildIfStale = () => project.run(['build.mjs', '--if-stale']).printed
  rmSync(join(project.root, 'dist'), { recursive: true })
  assert.match(buildIfStale(), /^building, since there is no build yet/)
  assert.is(buildIfStale(), 'the build is up to date\n')
  const later = new Date(Date.now() + 5000)
  utimesSync(join(project.root, 'themes/boot.js'), later, later)
  assert.match(buildIfStale(), /^building, since themes is newer than the build/)
})

test('an import the core does not export is reported with the importing script', () => {
  project.write('entry/kit.ts', `export { known } from '../core/known.ts'`)
  project.write('core/known.ts', 'export const known = 1\nexport const other = 2')
  project.write('entry/web.ts', `export { known, other } from '../core/known.ts'`)
  project.write('plugins/tiers/plugin.ts', `export default { id: 'tiers', load: () => import('./pages/first.ts') }`)
  project.write('plugins/tiers/pages/first.ts', `import { known, other } from 'stowage/web'\nconsole.log(known, other)`)
  const { errors, ended } = project.run(['build.mjs'])
  for (const path of ['entry/kit.ts', 'entry/web.ts', 'plugins/tiers/plugin.ts']) rmSync(join(project.root, path))
  assert.is(ended, 1, errors)
  assert.match(
    errors,
    'plugins/tiers/pages/first.ts imports "other" from the core, which entry/kit.ts does not export',
    errors,
  )
  assert.not.match(errors, '"known"')
})

test('a syntax error in a source is reported with its position', () => {
  project.write('server/main.ts', 'const port =')
  const { errors, ended } = project.run(['build.mjs'])
  assert.is(ended, 1)
  assert.match(errors, 'server/main.ts:1:12')
})

test('an unknown command lists the available ones', () => {
  const { errors, ended } = project.run(['build.mjs', 'built'])
  assert.is(ended, 1)
  assert.match(errors, /"built" is no command.*new <id>/s)
})

const eventually = async (check: () => Promise<void>) => {
  for (const end = Date.now() + 60_000; ; ) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

test('--watch rebuilds both halves after edits, survives a syntax error and stops its server', async () => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const watching: ChildProcess = spawn(process.execPath, ['build.mjs', '--watch', '--port', String(port)], {
    cwd: project.root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [watching.stdout, watching.stderr]) stream?.on('data', (text) => (printed += text))
  const answers = (text: string) => eventually(async () => assert.is(await (await fetch(address)).text(), text))
  try {
    await answers('one')
    assert.is(manifest().mode, 'development')
    assert.match(String(read(`dist/public/${manifest().entry}`)), 'under development')

    project.write('plugins/tiers/pages/list.css.ts', page('maroon'))
    await eventually(async () => {
      assert.match(style(), 'maroon')
    })
    project.write('server/main.ts', 'const port =')
    await eventually(async () => assert.match(printed, 'server/main.ts:1:12'))
    await answers('one')
    project.write('server/main.ts', server('two'))
    await answers('two')
  } finally {
    watching.kill('SIGTERM')
    await once(watching, 'exit')
  }
  await eventually(async () => {
    assert.not.ok(await fetch(address).catch(() => undefined))
  })
})
