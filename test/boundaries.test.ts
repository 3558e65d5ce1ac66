import { isBuiltin } from 'node:module'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { assert, test } from './lib/suite.ts'
import { temporaryFolder } from './lib/temporary-folder.ts'
import {
  anys,
  browserPartsIn,
  cyclesIn,
  forbiddenImports,
  foreignImports,
  misplacedAdapters,
  packagesOf,
  rawColours,
  serverFilesIn,
  sources,
  refusalOf,
  forbiddenEntryPoints,
} from './boundaries.ts'
import { nativePackages } from '../build/bundles.mjs'
import { allFiles } from './boundaries-files.ts'
import type { OutboundRequest } from '../engines/outbound/outbound.ts'
import type { Target } from '../engines/transport.ts'
import { dist } from './lib/dist.ts'

const all = sources()
type Bundles = { browser: Metafile; server: Metafile; plugins: Metafile }
const bundles = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8')) as Bundles

/** Optional native packages of `ws`. */
const optional = ['bufferutil', 'utf-8-validate']

const allowed = [
  ['ui/button.css.ts', 'themes/contract.css.ts'],
  ['plugins/tiers/server.ts', 'plugins/tiers/backend.ts'],
  ['plugins/tiers/pages/add.tsx', 'entry/web.ts'],
  ['plugins/tiers/pages/add.tsx', 'plugins/buckets/contract.ts'],
  ['server/plugin-modules.ts', 'entry/engines/minio.ts'],
  ['server/app.ts', 'core/protocol/serve.ts'],
  ['server/app.ts', 'engines/engine.ts'],
  ['engines/s3/client.ts', 'core/protocol/failure.ts'],
  ['plugins/tiers/minio/index.ts', 'entry/engines/minio.ts'],
  ['plugins/tiers/minio/index.ts', 'plugins/buckets/contract.ts'],
  ['plugins/tiers/backend/names.ts', 'entry/iam.ts'],
  ['plugins/tiers/server.ts', 'entry/server.ts'],
  ['entry/web.ts', 'core/web/client.ts'],
  ['entry/ui.ts', 'ui/button.tsx'],
  ['core/shell/app.tsx', 'ui/button.tsx'],
  ['core/shell/app.tsx', 'core/web/client.ts'],
  ['core/main.tsx', 'core/shell/app.tsx'],
  ['ui/table.tsx', 'core/web/client.ts'],
  ['entry/theme.ts', 'themes/style.ts'],
  ['entry/testing.ts', 'testing/console.ts'],
  ['testing/console.ts', 'entry/protocol.ts'],
  ['entry/engines/minio.ts', 'engines/minio/background-context.ts'],
] as const

const refused = [
  ['themes/light.css.ts', 'ui/button.css.ts'],
  ['themes/light.css.ts', 'plugins/tiers/contract.ts'],
  ['core/web/client.ts', 'plugins/tiers/contract.ts'],
  ['core/shell/app.tsx', 'plugins/tiers/plugin.ts'],
  ['core/main.tsx', 'plugins/tiers/plugin.ts'],
  ['core/web/client.ts', 'ui/button.tsx'],
  ['core/web/client.ts', 'core/shell/app.tsx'],
  ['core/protocol/serve.ts', 'core/web/client.ts'],
  ['ui/button.tsx', 'core/shell/app.tsx'],
  ['engines/engine.ts', 'core/web/client.ts'],
  ['server/app.ts', 'core/web/client.ts'],
  ['server/app.ts', 'ui/button.tsx'],
  ['plugins/tiers/pages/add.tsx', 'ui/button.tsx'],
  ['core/protocol/serve.ts', 'server/app.ts'],
  ['plugins/tiers/server.ts', 'entry/iam.ts'],
  ['plugins/tiers/contract.ts', 'entry/engines/embedded.ts'],
  ['plugins/tiers/pages/add.tsx', 'core/web/client.ts'],
  ['plugins/tiers/pages/add.tsx', 'entry/kit.ts'],
  ['plugins/tiers/minio/index.ts', 'engines/minio/background-context.ts'],
  ['core/main.tsx', 'entry/web.ts'],
  ['engines/engine.ts', 'entry/server.ts'],
  ['server/app.ts', 'entry/server.ts'],
  ['entry/web.ts', 'plugins/tiers/plugin.ts'],
  ['entry/server.ts', 'server/app.ts'],
  ['plugins/tiers/minio/index.ts', 'server/config.ts'],
  ['plugins/tiers/minio/index.ts', 'plugins/buckets/minio/index.ts'],
  ['engines/minio/engine.ts', 'plugins/tiers/backend.ts'],
  ['engines/embedded/engine.ts', 'plugins/tiers/contract.ts'],
  ['engines/engine.ts', 'server/config.ts'],
  ['core/protocol/serve.ts', 'engines/engine.ts'],
  ['plugins/tiers/pages/add.tsx', 'plugins/buckets/pages/list.tsx'],
  ['plugins/tiers/server.ts', 'plugins/buckets/backend.ts'],
  ['server/app.ts', 'plugins/tiers/backend.ts'],
  ['server/main.ts', 'plugins/tiers/server.ts'],
  ['server/app.ts', 'themes/light.css.ts'],
  ['testing/console.ts', 'server/main.ts'],
  ['entry/web.ts', 'testing/console.ts'],
  ['plugins/tiers/plugin.ts', 'testing/console.ts'],
] as const

test('only the bounded reader, the reader of the deployment file and the editor parse YAML', () => {
  const parsers = all.filter(({ text }) => /from 'yaml'/.test(text)).map(({ path }) => path)
  assert.equal(parsers.sort(), [
    'engines/kubernetes/yaml-library.ts',
    'engines/kubernetes/yaml-worker.ts',
    'engines/kubernetes/yaml.ts',
    // in the browser, the text that its user types
    'plugins/tenants/details/pages/manifest.ts',
    'server/cluster.ts',
  ])
})

test('requests are sent only through clients that limit the response size', () => {
  const senders = all.filter(({ path, text }) => !path.startsWith('core/') && /\bhttps?\)?\.request\(/.test(text))
  assert.equal(senders.map(({ path }) => path).sort(), [
    'engines/outbound/outbound.ts',
    // reads no body
    'engines/probe.ts',
    'engines/transport.ts',
    // forwards bodies, and buffers none
    'server/proxy-app.ts',
    'server/sso.ts',
  ])
  const unlimited = all.filter(({ path, text }) => /^(engines|server)\//.test(path) && /(?<![.\w])fetch\(/.test(text))
  assert.equal(
    unlimited.map(({ path }) => path),
    // reads no body
    ['server/traces.ts'],
  )
})

test('a transport cannot be created without a limit', () => {
  // the compiler looks for these errors
  const url = new URL('https://storage.example')
  // @ts-expect-error a limit is missing
  const target: Target = { url }
  // @ts-expect-error a limit is missing
  const request: OutboundRequest = { field: 'Endpoint' }
  assert.ok(target && request)
})

test('the example plugins import only what a plugin outside of the repository can', () => {
  assert.equal(foreignImports('examples/plugins'), [])
  const folder = temporaryFolder('examples')
  mkdirSync(join(folder, 'one'))
  writeFileSync(join(folder, 'one/package.json'), '{ "devDependencies": { "react": "*" } }')
  const wrong = ['../two/contract.ts', 'stowage/core', 'esbuild', '../../../test/lib/server.ts']
  const right = ['./contract.ts', 'stowage/testing', 'stowage/plugins/buckets', 'react', 'node:fs']
  writeFileSync(join(folder, 'one/plugin.ts'), [...wrong, ...right].map((to) => `import '${to}'`).join('\n'))
  assert.equal(
    foreignImports(folder),
    wrong.map((to) => `${folder}/one/plugin.ts imports "${to}"`),
  )
})

test('every import in the project is allowed, type imports included', () => {
  assert.ok(all.length > 50)
  assert.equal(forbiddenImports(all), [])
})

test('imports along the arrows of ARCHITECTURE.md are allowed', () => {
  for (const [from, to] of allowed) assert.is(refusalOf(from, to), undefined, `${from} -> ${to}`)
})

test('every other import direction is refused with a reason', () => {
  for (const [from, to] of refused) assert.type(refusalOf(from, to), 'string', `${from} -> ${to}`)
})

test('an import is detected in every notation, and not in a comment', () => {
  const forms = [
    `import { plugins } from '../plugins/tiers/plugin.ts'`,
    `import type { Tier } from "../plugins/tiers/backend.ts"`,
    `export * from '../plugins/tiers/plugin.ts'`,
    `const page = () => import('../plugins/tiers/plugin.ts')`,
    `import '../server/app.ts'`,
    `const glob = '/users/*'; import '../server/app.ts' // */`,
  ]
  for (const text of forms) assert.is(forbiddenImports([{ path: 'core/main.ts', text }]).length, 1, text)
  assert.equal(forbiddenImports([{ path: 'core/main.ts', text: `// as in import x from '../server/app.ts'` }]), [])
})

test("no relative path leaves a plugin's folder, and only plugins import the entry points by name", () => {
  assert.equal(forbiddenEntryPoints(all), [])
})

test('a relative path out of a plugin is reported, even to a file the plugin may import', () => {
  const texts = [`import type { Bucket } from '../buckets/contract.ts'`, `void import('../../core/client.ts')`]
  for (const text of texts) assert.is(forbiddenEntryPoints([{ path: 'plugins/tiers/server.ts', text }]).length, 1, text)
  const own = [`import { get } from 'stowage'`, `import { add } from '../pages/add.tsx'`]
  for (const text of own) assert.equal(forbiddenEntryPoints([{ path: 'plugins/tiers/minio/index.ts', text }]), [], text)
  assert.is(forbiddenEntryPoints([{ path: 'server/app.ts', text: `import { get } from 'stowage'` }]).length, 1)
})

test('the adapter of a plugin for an engine is <engine>/index.ts', () => {
  assert.equal(misplacedAdapters(all), [])
  const wrong = [
    { path: 'plugins/tiers/minio.ts', text: '' },
    { path: 'plugins/tiers/adapters/names.ts', text: '' },
    { path: 'plugins/tiers/server.ts', text: `\n  adapters: {\n    minio: () => import('./minio/tiers.ts'),\n  },\n` },
  ]
  assert.is(misplacedAdapters(wrong).length, 3)
})

test('no file imports itself through other files', () => {
  const scripts = allFiles().filter(({ path }) => path.startsWith('build/'))
  assert.equal(cyclesIn([...all, ...scripts]), [])
})

test('an import cycle of any length and notation is reported', () => {
  const files = [
    { path: 'core/a.ts', text: `import type { B } from './b.ts'` },
    { path: 'core/b.ts', text: `export * from './c.ts'` },
    { path: 'core/c.ts', text: `const load = () => import('./a.ts')` },
    { path: 'core/d.ts', text: `import { a } from './a.ts'` },
    { path: 'core/e.ts', text: `import { e } from './e.ts'` },
  ]
  assert.equal(cyclesIn(files), [['core/a.ts', 'core/b.ts', 'core/c.ts'], ['core/e.ts']])
})

test('the browser bundle contains no server file', () => {
  assert.ok(Object.keys(bundles.browser.inputs).includes('core/main.tsx'))
  assert.equal(serverFilesIn(bundles.browser), [])
})

test('a server file in the browser bundle is reported', () => {
  const input = { bytes: 1, imports: [] }
  for (const path of [
    'server/app.ts',
    'engines/engine.ts',
    'entry/server.ts',
    'entry/engines/minio.ts',
    'plugins/tiers/server.ts',
    'plugins/tiers/backend.ts',
    'plugins/tiers/minio/index.ts',
    'plugins/tiers/embedded/index.ts',
  ])
    assert.equal(serverFilesIn({ inputs: { 'core/main.tsx': input, [path]: input } }), [path])
})

test('the server bundle contains no React, screens or styles', () => {
  assert.ok(Object.keys(bundles.server.inputs).includes('server/main.ts'))
  assert.equal(browserPartsIn(bundles.server), [])
})

test('React or a screen in the server bundle is reported', () => {
  const input = { bytes: 1, imports: [] }
  const paths = ['server/main.ts', 'ui/button.tsx', 'node_modules/react/jsx-runtime.js', 'node_modules/pino/pino.js']
  assert.equal(browserPartsIn({ inputs: Object.fromEntries(paths.map((path) => [path, input])) }), paths.slice(1, 3))
})

test('the server bundle contains every package but those with native code, which the package depends on', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  assert.equal(nativePackages, Object.keys(dependencies))
  for (const half of [bundles.server, bundles.plugins]) {
    const imported = Object.values(half.outputs).flatMap(({ imports }) =>
      imports.filter(({ external, path }) => external && !isBuiltin(path)).map(({ path }) => path),
    )
    assert.equal(
      imported.filter((path) => !nativePackages.includes(path) && !optional.includes(path)),
      [],
    )
  }
})

test('an engine is loaded only where it runs, and packages only with their users', () => {
  const loaded = (isEntry: (entry: string) => boolean) => packagesOf(bundles.server, isEntry)
  const host = loaded((entry) => ['server/main.ts', 'server/app.ts'].includes(entry))
  assert.ok(host.includes('fastify'))
  for (const own of ['lmdb', 'argon2', 'fast-xml-parser', 'openid-client', 'ldapts', '@fastify/busboy'])
    assert.not(host.includes(own), own)
  assert.ok(loaded((entry) => /\bembedded\b/.test(entry)).includes('lmdb'))
  const minio = loaded((entry) => /\bminio\b/.test(entry))
  assert.ok(minio.includes('fast-xml-parser'))
  assert.not(minio.includes('lmdb'))
})

test('no type is any', () => {
  assert.equal(anys(all), [])
})

test('any is reported in a type, and not in a sentence', () => {
  for (const text of ['let row: any', 'row as any', 'new Map<any, string>()', 'let rows: any[]', 'Record<string, any>'])
    assert.is(anys([{ path: 'core/table.ts', text }]).length, 1, text)
  for (const text of ['// as any reader knows', `const text = 'as any'`, 'const company = many.any()'])
    assert.equal(anys([{ path: 'core/table.ts', text }]), [], text)
})

test('no color is defined outside the themes', () => {
  assert.equal(rawColours(all), [])
})

test('a color outside the themes is reported', () => {
  for (const text of [`color: '#fff'`, `border: '1px solid #12AB34'`, '<path fill="#12345678" />'])
    assert.is(rawColours([{ path: 'ui/button.css.ts', text }]).length, 1, text)
  assert.equal(rawColours([{ path: 'ui/link.tsx', text: `href="#section" // #fff` }]), [])
})
