import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert, suite } from '../../lib/suite.ts'
import { readDocument, readDocuments } from '../../lib/documents.ts'

const test = suite('npm scripts')

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }

/** Names of the npm scripts that a text runs: `npm test`, `npm start`, `npm run <name>`. */
const scriptsIn = (text: string) => [
  ...new Set(
    [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(([, name, short]) => name ?? short ?? ''),
  ),
]

test('every documented npm script exists', () => {
  assert.ok(scriptsIn(readDocument('CONTRIBUTING.md').text).length > 5)
  const missing = readDocuments().flatMap(({ path, text }) =>
    scriptsIn(text)
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: npm run ${name}`),
  )
  assert.equal(missing, [])
})

test('every npm script for contributors is named in CONTRIBUTING.md', () => {
  const named = scriptsIn(readDocument('CONTRIBUTING.md').text)
  // npm runs these before others; `start` is in the README
  const others = ['prepack', 'prestart', 'start']
  assert.equal(
    Object.keys(scripts).filter((name) => !named.includes(name) && !others.includes(name)),
    [],
  )
})

/** Relative paths that a program imports. */
const importsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^(?:import|export) (?:[^'\n]+ from )?'(\.[^']+)'/gm)].map(([, to = '']) =>
    join(dirname(path), to),
  )

test('every program of the scripts, with its imports, exists', () => {
  const started = Object.values(scripts).flatMap((script) => script.match(/(?<![\w/])(?!dist\/)[\w/-]+\.mjs\b/g) ?? [])
  const programs = readdirSync('test', { recursive: true })
    .map((name) => `test/${name}`)
    .filter((name) => name.endsWith('.mjs'))
  assert.ok(started.length > 4 && programs.length > 10)
  const missing = [...new Set([...started, ...programs])].flatMap((path) =>
    existsSync(path)
      ? importsOf(path)
          .filter((to) => !existsSync(to))
          .map((to) => `${path} imports ${to}`)
      : path,
  )
  assert.equal(missing, [])
})
