import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { assert, test } from './lib/suite.ts'
import { copiesIn, type Size, sizeLimits, tooLarge } from './boundaries-layers.ts'
import { dist } from './lib/dist.ts'

const { browser, sizes } = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8')) as {
  browser: Metafile
  sizes: Size[]
}

test('no page loads more bytes or scripts than its limit', () => {
  assert.equal(sizes.map(({ name }) => name).sort(), Object.keys(sizeLimits).sort())
  assert.equal(tooLarge(sizes), [])
})

test('a size over its limit is reported with the page', () => {
  assert.equal(
    tooLarge([{ name: 'scripts of one page', value: 7, unit: 'files', page: 'plugins/tiers/pages/list.tsx' }]),
    ['scripts of one page: 7 files, the limit is 6 (plugins/tiers/pages/list.tsx)'],
  )
})

test('a page has one instance of each module of the core and of each package with state', () => {
  assert.ok(Object.keys(browser.inputs).includes('entry/kit.ts'))
  assert.equal(copiesIn(browser), [])
})

test('no script of a page requires a CommonJS module that is not part of it', () => {
  const scripts = Object.keys(browser.outputs).filter((path) => path.endsWith('.js'))
  assert.ok(scripts.length > 20)
  const folder = join(dist, 'public', 'assets')
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  assert.ok(names.length > 0)
  assert.equal(
    names.filter((name) => readFileSync(join(folder, name), 'utf8').includes('Dynamic require of')),
    [],
  )
})

test('a second copy of a module or package is reported', () => {
  const input = { bytesInOutput: 1 }
  const output = (...paths: string[]) => ({
    bytes: 1,
    imports: [],
    exports: [],
    inputs: Object.fromEntries(paths.map((path) => [path, input])),
  })
  const outputs = {
    'kit.js': output('core/web/session.ts', 'ui/text.css.ts', 'node_modules/react/index.js'),
    'page.js': output('core/web/session.ts', 'ui/text.css.ts', 'node_modules/react/index.js'),
  }
  assert.equal(copiesIn({ outputs }), ['core/web/session.ts', 'node_modules/react/index.js'])
})
