import { assert, test } from '../../../test/lib/suite.ts'
import { guessSeparator, parseCsv, splitSeparatorLine } from '../pages/preview/csv.ts'
import { hexLines } from '../pages/preview/hex.ts'
import { checksumOf, crc32 } from '../transfers/crc32.ts'
import { crc32 as crc32Of } from 'node:zlib'

test('lines are split into fields, and quotes and line breaks in fields stay', () => {
  assert.equal(parseCsv('a,b\r\n"x, ""y""\nz",2\n\nlast,', ','), [
    ['a', 'b'],
    ['x, "y"\nz', '2'],
    ['last', ''],
  ])
  assert.equal(parseCsv('"never ends,\nat all', ','), [['never ends,\nat all']])
  assert.equal(parseCsv('', ','), [])
})

test('the beginning of a CSV file ends with its last complete row', () => {
  const rows = [
    ['a', 'b'],
    ['c\nd', 'e'],
  ]
  assert.equal(parseCsv('a,b\n"c\nd",e\nhalf', ',', 'beginning'), rows)
  assert.equal(parseCsv('a,b\n"c\nd",e\n"half\n', ',', 'beginning'), rows)
  assert.equal(parseCsv('a,b\n"c\nd",e\nwhole', ',', 'file'), [...rows, ['whole']])
})

test('a single quote character within a field of a CSV file neither ends nor hides a row', () => {
  const text = 'id,name\n1,12" vinyl record\n2,plain\nhalf'
  assert.equal(parseCsv(text, ',', 'beginning'), [
    ['id', 'name'],
    ['1', '12" vinyl record'],
    ['2', 'plain'],
  ])
})

test("Excel's line sep= sets the separator and is not a row", () => {
  assert.equal(splitSeparatorLine('sep=;\r\na;b\n'), { separator: ';', body: 'a;b\n' })
  assert.equal(splitSeparatorLine('sep=x\na\n'), { body: 'sep=x\na\n' })
})

test('the field separator is detected', () => {
  assert.equal(['a,b\n1,2', 'a;b\n1,5;2,5\n', 'a\tb\n', 'a|b|c', 'one column\nof text'].map(guessSeparator), [
    ',',
    ';',
    '\t',
    '|',
    ',',
  ])
})

test('bytes are shown in lines of sixteen', () => {
  assert.is(
    hexLines(Buffer.from('0123456789abcdefG\n')),
    [
      '00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  0123456789abcdef',
      '00000010  47 0a                                             G.',
    ].join('\n'),
  )
})

test('the checksum of content in parts equals that of other programs for any split', async () => {
  const data = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => (at * 7919) % 251))
  assert.is(crc32(data), crc32Of(data))
  assert.is(crc32(data.subarray(13), crc32(data.subarray(0, 13))), crc32Of(data))
  assert.is(
    await checksumOf(new Blob([data])),
    Buffer.from(crc32Of(data).toString(16).padStart(8, '0'), 'hex').toString('base64'),
  )
  assert.is(await checksumOf(new Blob(['x'])), 'jNwWgw==')
})
