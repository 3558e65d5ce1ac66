import { readdirSync, readFileSync } from 'node:fs'
import { assert, suite } from '../../lib/suite.ts'
import { codesOf, readDocument, rowsOf, sectionOf } from '../../lib/documents.ts'

const test = suite('error codes in the documents')

const sources = ['engines', 'server', 'plugins']
  .flatMap((root) => readdirSync(root, { recursive: true }).map((name) => `${root}/${name}`))
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|\/(test|pages)\//.test(path))

/** Error codes in the sources, as literals or constants. */
const codesIn = (text: string) => {
  const constants = new Map(
    [...text.matchAll(/const ([A-Z_]+) = '([A-Z]\w+)'/g)].map(([, name = '', value = '']) => [name, value]),
  )
  return [...text.matchAll(/\bcode: (?:'([A-Z]\w+)'|([A-Z_]+)\b)/g)].flatMap(
    ([, code, name = '']) => code ?? constants.get(name) ?? [],
  )
}

test('every error code of the console is documented', () => {
  const rows = rowsOf(sectionOf(readDocument('docs/api.md'), 'Codes of the console'))
  const documented = rows.flatMap(([codes = '']) => codesOf(codes))
  const used = new Set(sources.flatMap((path) => codesIn(readFileSync(path, 'utf8'))))
  assert.ok(used.size > 4)
  assert.equal(
    [...used].filter((code) => !documented.includes(code)),
    [],
  )
})
