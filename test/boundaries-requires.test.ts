import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from './lib/suite.ts'
import { isPluginTest } from './boundaries.ts'
import { plugins } from './lib/plugins-of-server.ts'

/** Plugins that make calls of another one and work without it; docs/decisions/0088 says how. */
const optional = [
  'buckets uses dashboard',
  'buckets uses object-browser',
  'dashboard uses settings',
  'identity uses logs',
  'identity uses policies',
  'tenants uses license',
]

/** Groups of calls that a source takes from the contracts of other plugins. */
const callsUsed = (text: string): string[] =>
  [...text.matchAll(/^import \{([^}]*)\} from 'stowage\/plugins\/([^']+)'/gm)].flatMap(([, names = '', id = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .some((name) => new RegExp(`[^\\w.]${name}\\.\\w`).test(text))
      ? [id]
      : [],
  )

/** Uses of one plugin by another, as `heal uses buckets`. */
const uses = () => {
  const all = plugins.flatMap(({ id }) =>
    readdirSync(join('plugins', id), { recursive: true })
      .map((name) => join('plugins', id, String(name)))
      .filter((path) => /\.tsx?$/.test(path) && !isPluginTest(path))
      .flatMap((path) => callsUsed(readFileSync(path, 'utf8')).map((other) => `${id} uses ${other}`)),
  )
  return [...new Set(all)].sort()
}

test('a plugin requires those whose calls it makes', () => {
  const required = plugins.flatMap(({ id, requires = [] }) => requires.map((other) => `${id} uses ${other}`))
  assert.equal([...required, ...optional].sort(), uses())
})

test('a call of another plugin is found, a function and a type of its contract are not', () => {
  assert.equal(callsUsed("import { policies } from 'stowage/plugins/policies'\nuseCall(policies.list)"), ['policies'])
  assert.equal(callsUsed("import { example } from 'stowage/plugins/policies'\nexample()"), [])
  assert.equal(callsUsed("import type { Policy } from 'stowage/plugins/policies'\n"), [])
})
