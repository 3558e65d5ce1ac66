import { assert, test } from '../../../test/lib/suite.ts'
import { columnsOf, mayBeAmong, candidateRows, sketchesFor, sketchesOf } from '../backend/records/columns.ts'
import { globOf } from '../../../engines/iam/glob.ts'
import { row } from './audit-rows.ts'

const matchingRows = (rows: Parameters<typeof columnsOf>[0], ...queries: [field: string, pattern: string][]) =>
  candidateRows(
    columnsOf(rows),
    rows.length,
    queries.map(([field, pattern]) => ({ field, glob: globOf(pattern) })),
  )

test('a search selects rows that match in every column', () => {
  const rows = Array.from({ length: 1024 }, (_, number) =>
    row(number, {
      bucket: `team-${number % 20}`,
      response_status: number % 97 ? 'OK' : 'Not "Found"',
      user_agent: `é\ud800 ${number % 3}`,
    }),
  )
  const rowsWith = (bucket: (number: number) => boolean) =>
    Array.from(rows.keys()).filter((number) => bucket(number % 20) && number % 97 === 0)
  assert.equal(
    matchingRows(rows, ['bucket', 'team-14'], ['response_status', 'Not "Found"']),
    rowsWith((bucket) => bucket === 14),
  )
  assert.equal(
    matchingRows(rows, ['bucket', 'team-1?'], ['response_status', 'Not*'], ['user_agent', '*?']),
    rowsWith((bucket) => bucket >= 10),
  )
  assert.is(matchingRows(rows, ['user_agent', 'é\ud800 1'])?.length, 341)
  assert.equal(matchingRows(rows, ['bucket', 'nowhere']), [])
  assert.is(matchingRows(rows, ['object', 'in/1.txt']), undefined)
})

test('hundreds of values get a column, and long unique values get none', () => {
  const rows = Array.from({ length: 1000 }, (_, number) =>
    row(number, { bucket: `b${number % 900}`, user_agent: `${number}`.padEnd(100, 'x') }),
  )
  assert.equal(matchingRows(rows, ['bucket', 'b5']), [5, 905])
  assert.equal(matchingRows(rows, ['bucket', 'b899']), [899])
  assert.is(matchingRows(rows, ['user_agent', '5xx*']), undefined)
})

const among = (pattern: string, ...keys: string[]) => {
  const expected = sketchesFor(pattern)
  return expected && mayBeAmong(sketchesOf(keys.map((object, number) => row(number, { object }))), expected)
}

test('blocks without a dotted key are skipped, even with another character instead of the dot', () => {
  for (const key of ['in/q3.tar.gz', 'in/q3-tar.gz', 'in/q3\u{1f600}tar\ud800gz'])
    assert.ok(among('in/q3.tar.gz', 'other', key), key)
  assert.not(
    among(
      'in/q3.tar.gz',
      ...Array.from({ length: 5000 }, (_, number) => `in/q${number + 4}.tar.gz`),
      'in/q3.tar.g',
      'in/q3.tar.gzz',
    ),
  )
  assert.not(among('in/q3.txt', 'in/q4.txt', 'in/3q.txt', 'ni/q3.txt'))
  const long = 'x'.repeat(1000)
  assert.ok(among(`${long}.y`, `${long}/y`))
})

test('blocks without a key are skipped', () => {
  assert.ok(among('in/q3', 'other', 'in/q3'))
  assert.not(among('in/q3', 'other', 'in/q', 'in/q33', 'in/3q'))
})

test('patterns with a star or many dots skip no block', () => {
  for (const pattern of ['in/*.txt', 'a.b.c.d.e']) assert.is(among(pattern, 'in/q3'), undefined)
})
