import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../lib/suite.ts'
import { blocksOf, codesOf, proseOf, readDocument, rowsOf, sectionOf } from '../../lib/documents.ts'
import { copySources, type Project } from '../../lib/project.ts'
import { sources } from '../../boundaries.ts'

const test = suite('docs/plugins.md')
const document = readDocument('docs/plugins.md')
let project: Project
let created: string[]

test.before(() => {
  project = copySources('biome.json')
  const { printed, errors, ended } = project.run(['build.mjs', 'new', 'greetings'])
  assert.is(ended, 0, errors)
  created = printed.trim().split('\n')
})
test.after(() => project.remove())

test("the guide's command creates the files the guide lists", () => {
  assert.match(blocksOf(document.text)[0]?.code ?? '', 'node build.mjs new greetings')
  const listed = rowsOf(sectionOf(document, 'Create it')).flatMap(([files = '']) => codesOf(files))
  const own = created.flatMap((path) => /^plugins\/greetings\/([^/]+)/.exec(path)?.[1] ?? [])
  for (const name of own) assert.ok(listed.includes(name) || listed.includes(`${name}/`), `${name} is not in the table`)
  assert.ok(created.includes('plugins/greetings/test/samples.ts'))
})

test('a new plugin with a name of any length passes the linter', () => {
  const { ended, errors } = project.run(['build.mjs', 'new', 'an-overview-of-all-greetings'])
  assert.is(ended, 0, errors)
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--vcs-enabled=false']
  const result = project.run([...biome, 'plugins'])
  assert.is(result.ended, 0, result.printed + result.errors)
})

test("the guide's examples are excerpts of the created files", () => {
  const examples = blocksOf(document.text).filter(({ code }) => code.startsWith('// plugins/'))
  assert.ok(examples.length >= 5)
  for (const { code } of examples) {
    const [, path = '', example = ''] = /^\/\/ (\S+)\n(.*)$/s.exec(code) ?? []
    const text = readFileSync(join(project.root, path), 'utf8')
    assert.ok(text.includes(example.trimEnd()), `${path} does not contain:\n${example}`)
  }
})

test('the functions named in the guide and ARCHITECTURE.md exist', () => {
  const all = sources()
    .map(({ text }) => text)
    .join('\n')
  const texts = [document, readDocument('ARCHITECTURE.md')].map(({ text }) => proseOf(text)).join('\n')
  const names = new Set(codesOf(texts).flatMap((code) => /^(\w+)\(/.exec(code)?.[1] ?? []))
  assert.ok(names.size > 5)
  for (const name of names) assert.match(all, new RegExp(`export (const|function) ${name}\\b`), name)
})

test('the plugin files the guide refers to exist', () => {
  for (const code of codesOf(proseOf(document.text)))
    if (/^plugins\/(?!greetings)[\w/.-]+$/.test(code)) assert.ok(existsSync(code), code)
})
