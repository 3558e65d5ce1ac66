import { assert, test } from './lib/suite.ts'
import { allFiles, LINES, longFiles, longLines, sharedStems } from './boundaries-files.ts'

test('no file has more than 400 lines', () => {
  const files = allFiles()
  assert.ok(files.length > 1000)
  assert.equal(longFiles(files), [])
})

test('no line is longer than 120 columns, except for literals that cannot be broken', () => {
  assert.equal(longLines(allFiles()), [])
})

test('no two files differ only in their ending', () => {
  assert.equal(sharedStems(allFiles().map(({ path }) => path)), [])
  assert.equal(sharedStems(['ui/search.ts', 'ui/search.tsx', 'ui/search.css.ts']), ['ui/search.ts', 'ui/search.tsx'])
  assert.equal(sharedStems(['test/areas.mjs', 'test/areas.d.mts']), [])
})

test('core has less than 6,000 lines', () => {
  const core = allFiles().filter(({ path }) => path.startsWith('core/'))
  const lines = core.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  assert.ok(lines > 3000 && lines < 6000, `${lines} lines`)
})

test('a file one line over the limit is reported', () => {
  const text = 'export {}\n'.repeat(LINES)
  assert.equal(longFiles([{ path: 'core/long.ts', text }]), [])
  assert.equal(longFiles([{ path: 'core/long.ts', text: `${text}export {}\n` }]), ['core/long.ts has 401 lines'])
})

test('a long line is reported in code and comments, and allowed if it contains a literal of 40 characters', () => {
  const wide = 'name'.repeat(30)
  const literal = 'word '.repeat(30)
  for (const text of [
    `const ${wide} = 1`,
    `// ${literal}`,
    `/**\n * ${literal}\n */`,
    `const short = ['a', 'b'] // ${literal}`,
  ])
    assert.is(longLines([{ path: 'core/wide.ts', text }]).length, 1, text)
  for (const text of [
    `const sentence = '${literal}'`,
    `const page = \`\n${literal}\n\``,
    `const pattern = /${literal}/`,
    `const page = <p>{\`${literal}\`}</p>`,
  ])
    assert.equal(longLines([{ path: 'core/wide.tsx', text }]), [], text)
})
