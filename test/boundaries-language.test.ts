import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, test } from './lib/suite.ts'
import { isPluginTest, type Source, sources } from './boundaries.ts'
import { languageFindings } from './boundaries-language.ts'

/** Sources that name a phrase because they look for it, or because another program uses the word. */
const allowed: Readonly<Record<string, string>> = {
  'test/boundaries-language.ts': 'the list itself',
  'test/boundaries-language.test.ts': 'its test',
}

const findingsIn = (text: string) => languageFindings({ path: 'x.tsx', text })

const tests = (): Source[] =>
  ['test', 'plugins']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => /\.tsx?$/.test(path) && (path.startsWith('test') || isPluginTest(path)))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('banned phrases are found in comments, texts and templates', () => {
  for (const text of [
    '// Whoever signs in',
    '/**\n * A bucket of\n * its own\n */',
    "const text = 'so many rows'",
    'const text = `${a} is told`',
    'const view = <p>that there are</p>',
  ])
    assert.is(findingsIn(text).length, 1, text)
  assert.equal(findingsIn('// An owner\nconst text = "many rows"'), [])
})

test('retired names are found where they are declared', () => {
  for (const text of [
    'const told = 1',
    'let asked = 1',
    'function carry() {}',
    'const f = (patience: number) => 1',
    'const { a: heard } = b',
    'const [saw = 1] = b',
    'type Given = 1',
    'type A = { lacks: string }',
    'export const known = 1',
  ])
    assert.is(findingsIn(text).length, 1, text)
  assert.equal(findingsIn('const found = list.find(f)\nconst known = new Set()\nuse({ told: 1 })'), [])
})

test('sources and tests are in plain English', () => {
  const all = [...sources(), ...tests()].filter(({ path }) => !Object.hasOwn(allowed, path))
  assert.equal(all.flatMap(languageFindings), [])
})
