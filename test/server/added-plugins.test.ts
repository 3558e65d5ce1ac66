import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import type { ServerPlugin } from '../../core/protocol/serve.ts'
import type { Engine } from '../../engines/engine.ts'
import { openPlugins } from '../../server/adapters.ts'
import { type Installed, readPlugins, versionProblem } from '../../server/installed-plugins.ts'
import { isInside, readTar } from '../../server/plugin-archive.ts'
import { pluginCommand } from '../../server/plugin-command.ts'
import { digestsOf, filesBelow, verifyFolder } from '../../server/plugin-lock.ts'
import { decidePlugins } from '../../server/plugins.ts'

const test = suite('added plugins')
const folder = temporaryFolder('plugins')

type Adapter = Awaited<ReturnType<NonNullable<NonNullable<ServerPlugin['adapters']>['embedded']>>>

/** An entry of a tar archive in the format of POSIX. */
const entry = (path: string, text: string, type = '0') => {
  const header = Buffer.alloc(512)
  header.write(path)
  header.write(text.length.toString(8).padStart(11, '0'), 124)
  header.write(type, 156)
  header.write('ustar', 257)
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512)
  body.write(text)
  return Buffer.concat([header, body])
}
const end = Buffer.alloc(1024)

test('archive files are read, including long paths in pax headers', () => {
  const long = `${'folder/'.repeat(20)}file.txt`
  const pax = `path=${long}\n`
  const length = pax.length + 1 + String(pax.length + 4).length
  const archive = Buffer.concat([
    entry('package/', '', '5'),
    entry('./package/manifest.json', '{}'),
    entry('PaxHeader', `${length} ${pax}`, 'x'),
    entry('short', 'long', '0'),
    end,
  ])
  assert.equal(
    [...readTar(archive)].map(([path, bytes]) => [path, String(bytes)]),
    [
      ['package/manifest.json', '{}'],
      [long, 'long'],
    ],
  )
})

test('an archive with a link or a path outside it is refused', () => {
  for (const path of ['../evil', '/etc/passwd', 'a/../../b', 'a\\b', 'c:/x', 'a//b', 'a/./b'])
    assert.throws(() => readTar(Buffer.concat([entry(path, 'x'), end])), /leads outside/, path)
  for (const type of ['1', '2', '3', '6'])
    assert.throws(() => readTar(Buffer.concat([entry('link', '', type), end])), /not a file/, type)
  assert.throws(() => readTar(entry('cut', 'x').subarray(0, 600).subarray(0, 512)), /incomplete/)
  assert.ok(isInside('public/assets/x/page-ABC.js'))
})

test('a link in a folder is refused', async () => {
  const linked = join(folder, 'linked')
  mkdirSync(linked)
  symlinkSync('/etc/passwd', join(linked, 'data'))
  await filesBelow(linked).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'data is neither a file nor a folder'),
  )
})

test('a changed, added or removed file is named', async () => {
  const own = join(folder, 'own')
  mkdirSync(join(own, 'server'), { recursive: true })
  writeFileSync(join(own, 'manifest.json'), '{}')
  writeFileSync(join(own, 'server/server.mjs'), 'one')
  const locked = { version: '1.0.0', files: await digestsOf(own) }
  await verifyFolder(own, locked)
  const problem = () =>
    verifyFolder(own, locked).then(
      () => '',
      ({ message }: Error) => message,
    )
  writeFileSync(join(own, 'server/server.mjs'), 'two')
  assert.is(await problem(), 'Its file server/server.mjs was changed since it was added')
  writeFileSync(join(own, 'server/server.mjs'), 'one')
  writeFileSync(join(own, 'server/more.mjs'), '')
  assert.is(await problem(), 'Its file server/more.mjs was not part of it when it was added')
  rmSync(join(own, 'server'), { recursive: true })
  assert.is(await problem(), 'Its file server/server.mjs is missing; add the plugin again')
})

test('with a damaged lock file added plugins are off with the reason, in the list as well', async () => {
  const added = join(folder, 'damaged')
  mkdirSync(join(added, 'own'), { recursive: true })
  writeFileSync(join(added, 'plugins.lock'), '{')
  const reason = /plugins\.lock cannot be read \(.+\); delete it and add the plugins again$/
  const about = { dist: join(folder, 'none'), added, version: '1.0.0' }
  const [own] = await readPlugins(about, { only: undefined, disabled: [] })
  assert.match(own?.problem ?? '', reason)
  const printed: string[] = []
  await pluginCommand(['list'], { folder: added, builtIn: '', version: '1.0.0' }, (text) => printed.push(text))
  assert.is(printed.length, 1)
  assert.match(printed[0] ?? '', reason)
})

test('a plugin states the versions it supports', () => {
  assert.is(versionProblem('^1.2.0', '1.3.1'), undefined)
  assert.is(versionProblem('^1.2.0', '2.0.0'), 'It needs Stowage ^1.2.0, and this is 2.0.0')
  assert.match(versionProblem('latest', '1.0.0') ?? '', 'is not a range: "latest"')
})

const installed = (id: string, server: Partial<ServerPlugin> = {}, paths: string[] = []): Installed => ({
  id,
  version: '1.0.0',
  origin: 'added',
  problem: undefined,
  contributes: {},
  folder: '',
  server: { id, pages: {}, routes: [], ...server },
  manifest: {
    id,
    version: '1.0.0',
    stowage: '*',
    server: 'server.mjs',
    style: '',
    scripts: [],
    order: 1000,
    contributes: {},
    files: {},
    routes: paths.map((path) => ({ path, page: path, layout: 'shell' as const, title: '' })),
  },
})

const problems = (plugins: Installed[]) => {
  decidePlugins(plugins, 'embedded')
  return plugins.map(({ problem }) => problem)
}

test('a plugin that conflicts with an earlier one is disabled, and the earlier one runs', () => {
  assert.equal(
    problems([
      installed('a', { pages: { '/a': [] } }, ['/a']),
      installed('a'),
      installed('b', {}, ['/a']),
      installed('c'),
    ]),
    [undefined, 'There is another plugin "a".', 'The route "/a" belongs to another plugin.', undefined],
  )
})

test('a plugin with a route to a page that no contract declares is disabled', () => {
  const [declared, undeclared, withoutServer] = [
    installed('a', { pages: { '/a': [] } }, ['/a']),
    installed('b', { pages: { '/other': [] } }, ['/b']),
    installed('c', {}, ['/c']),
  ]
  if (withoutServer.manifest) withoutServer.manifest.server = undefined
  assert.equal(problems([declared, undeclared, withoutServer]), [
    undefined,
    'Page "/b" is not among the pages of contract.ts.',
    'Page "/c" needs a server.ts, which exports the pages of contract.ts.',
  ])
})

test('a plugin whose adapter has no default export is disabled', async () => {
  const adapter = async () => ({ portOf: () => ({}) }) as unknown as Adapter
  const failures: string[] = []
  const engine = { name: 'embedded', open: async () => () => ({}) } as unknown as Engine
  const log = { debug: () => {}, error: () => {} }
  const plugins = [
    { id: 'a', pages: {}, routes: [], adapters: { embedded: adapter } },
    { id: 'b', pages: {}, routes: [], adapters: { embedded: async () => ({ default: () => ({}) }) } },
  ]
  const running = await openPlugins(plugins, engine, log, (id, reason) => failures.push(`${id}: ${reason}`))
  assert.equal(
    running.map(({ plugin }) => plugin.id),
    ['b'],
  )
  assert.equal(failures, ['a: embedded/index.ts exports no function by default, which creates the port'])
})

test('a plugin whose dependency is disabled is disabled, and so are its dependents', () => {
  const minioOnly = { adapters: { minio: async () => ({ default: () => ({}) }) } }
  assert.equal(
    problems([
      installed('c', { requires: ['b'] }),
      installed('b', { requires: ['a'] }),
      installed('a', minioOnly),
      installed('d', { requires: ['e'] }),
      installed('e'),
    ]),
    [
      'It requires the plugin "b", which is off',
      'It requires the plugin "a", which is off',
      'It does not support this storage',
      undefined,
      undefined,
    ],
  )
})
