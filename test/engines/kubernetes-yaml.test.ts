import { assert, suite } from '../lib/suite.ts'
import { parse } from 'yaml'
import { Failure } from '../../core/protocol/failure.ts'
import { readYaml, writeYaml } from '../../engines/kubernetes/yaml.ts'

const test = suite('YAML of a cluster')

const refusal = async (text: string) => {
  try {
    await readYaml(text)
  } catch (error) {
    assert.ok(error instanceof Failure && error.status === 400, String(error))
    return error.detail ?? ''
  }
  throw new Error('It was read')
}

test('a second document is refused at its line, and an end of the document is none', async () => {
  assert.match(await refusal('a: 1\n---\nb: 2\n'), /^Line 2: Only one document can be saved/)
  assert.equal(await readYaml('---\na: 1\n...\n'), { a: 1 })
})

test('a text is parsed as kubectl parses it', async () => {
  const text = `
mode: 0400
wide: 0644
go: 0o17
bits: 0b11
thousand: 1_000
yes: no
flags: [on, Off, y, N, true]
time: 12:30:45
day: 2026-11-25
size: 10Gi
quoted: "0400"
none: ~
base: &base { a: 1, b: 2 }
merged:
  <<: *base
  b: 3
1: one
`
  assert.equal(await readYaml(text), {
    mode: 256,
    wide: 420,
    go: 15,
    bits: 3,
    thousand: 1000,
    true: false,
    flags: [true, false, true, false, true],
    time: '12:30:45',
    day: '2026-11-25',
    size: '10Gi',
    quoted: '0400',
    none: null,
    base: { a: 1, b: 2 },
    merged: { a: 1, b: 3 },
    1: 'one',
  })
})

test('keys of Object.prototype are data, and later texts in the same worker are parsed as before', async () => {
  const texts = [
    '__proto__: { polluted: yes }',
    'a: &a { __proto__: { polluted: yes } }\nb: { <<: *a }',
    'constructor: { prototype: { polluted: yes } }',
    'toString: 1\nhasOwnProperty: 2',
  ]
  for (const text of texts) {
    const read = (await readYaml(text)) as object
    assert.equal(Object.keys(read), Object.keys(parse(text) as object), text)
    assert.equal(await readYaml('plain: {}\nlist: []'), { plain: {}, list: [] }, text)
  }
})

test('written texts are parsed identically in both dialects', async () => {
  const texts = [
    'on',
    'off',
    'yes',
    'no',
    'y',
    'n',
    'Yes',
    'OFF',
    'true',
    'null',
    '~',
    '',
    '<<',
    '=',
    '*a',
    '&a',
    '!b',
    '- c',
    '0400',
    '0o17',
    '0O17',
    '0b11',
    '0B11',
    '0x1F',
    '0X1f',
    '1_000',
    '1e+3_0',
    '1e3',
    '.5',
    '1.',
    '+1',
    '-0b1',
    '12:30:45',
    '2026-11-25',
    '190:20:30',
    '.inf',
    '.NaN',
    'a: b',
    'a #b',
    ' c ',
    'several\nlines\n',
    '10Gi',
    'ü',
  ]
  const value = { texts, keys: Object.fromEntries(texts.map((text) => [text, text])), numbers: [1, 0.5, -3], map: {} }
  for (const quoted of ['if needed', 'all'] as const) {
    const written = writeYaml(value, { quoted })
    assert.equal(await readYaml(written), value)
    for (const version of ['1.1', '1.2'] as const)
      assert.equal(parse(written, { version, merge: true }), value, version)
  }
  assert.match(writeYaml(value), /- 10Gi\n/)
  assert.match(writeYaml(value), /- "0B11"\n/, 'as Go reads it')
})

test('an error names its line', async () => {
  assert.match(await refusal('a: 1\nb: [1, 2\nc: 3\n'), /^Line [23]: /)
  assert.match(await refusal('a: 1\nb: 2\na: 3\n'), /^Line 3: "a" is a duplicate key/)
  assert.match(await refusal('a: 1\n? [b]\n: 2\n'), /^Line 2: A key must be a plain string/)
  assert.match(await refusal('a: &a {b: 1}\nc:\n  <<: *a\n  <<: *a\n'), /^Line 4: "<<" is a duplicate key/)
  assert.match(await refusal('a: *nobody\n'), /nobody/)
})

test('a text that would need much time or memory is refused quickly', async () => {
  const billionLaughs = Array.from(
    { length: 10 },
    (_, level) => `l${level}: &l${level} [${`*l${level - 1},`.repeat(level && 9)}]`,
  )
  const all = {
    long: `a: "${'x'.repeat(70_000)}"`,
    keys: Array.from({ length: 1000 }, (_, index) => `k${index}: 1`).join('\n'),
    escapes: `a: "${'\\q'.repeat(30_000)}"`,
    nested: '['.repeat(60_000),
    deep: Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
    tags: '!a '.repeat(20_000),
    merges: `a: &a {b: 1}\nc:\n${Array.from({ length: 4000 }, () => '  <<: *a').join('\n')}`,
    laughs: billionLaughs.join('\n'),
    infinite: 'a: .inf',
  }
  for (const [name, text] of Object.entries(all)) {
    if (name === 'keys') assert.is(Object.keys((await readYaml(text)) as object).length, 1000)
    else assert.ok((await refusal(text)).length < 1000, name)
  }
})
