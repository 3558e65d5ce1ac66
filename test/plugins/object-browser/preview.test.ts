import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sniff } from '../../../plugins/object-browser/magic.ts'
import { columnType, guessSeparator, parseCsv, wholeLines } from '../../../plugins/object-browser/pages/preview/csv.ts'
import { hexLines } from '../../../plugins/object-browser/pages/preview/hex.ts'
import { checksumOf, crc32 } from '../../../plugins/object-browser/transfers/crc32.ts'
import { crc32 as crc32Of } from 'node:zlib'

const kind = (text: string) => sniff(Buffer.from(text, 'latin1')).kind

test('a file is what its first bytes say, and only types in which nothing runs are named', () => {
  assert.equal(sniff(Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1')), { kind: 'image', type: 'image/png' })
  assert.equal(['GIF89a', 'RIFFxxxxWEBPVP8 ', '\xff\xd8\xff\xe0', '\0\0\0\x1cftypavif'].map(kind), [
    'image',
    'image',
    'image',
    'image',
  ])
  assert.equal(['ID3\x04', 'RIFFxxxxWAVE', 'fLaC', '\0\0\0\x1cftypM4A '].map(kind), [
    'audio',
    'audio',
    'audio',
    'audio',
  ])
  assert.equal(['\0\0\0\x1cftypisom', '\x1aE\xdf\xa3'].map(kind), ['video', 'video'])
  assert.equal(['%PDF-1.7', 'PAR1', 'PK\x03\x04', '\0\x01\x02'].map(kind), ['pdf', 'parquet', 'zip', 'bytes'])
  for (const text of [
    '<!doctype html><script>',
    '<svg xmlns="x">',
    '<?xml version="1.0"?>',
    '# Markdown',
    'alert(1)',
    '',
  ])
    assert.equal(sniff(Buffer.from(text)), { kind: 'text', type: 'text/plain; charset=utf-8' }, text)
  const types = new Set(['html', 'svg', 'xml', 'javascript'].flatMap((word) => [sniff(Buffer.from(word)).type]))
  assert.equal([...types], ['text/plain; charset=utf-8'])
})

test('text may be cut within a letter, or begin with a mark of its encoding', () => {
  assert.is(sniff(Buffer.from('naïve').subarray(0, 3)).kind, 'text')
  assert.is(sniff(Buffer.from('\xff\xfea\0', 'latin1')).type, 'text/plain; charset=utf-16le')
  assert.is(sniff(Buffer.from('\xe9t\xe9', 'latin1')).kind, 'bytes')
})

test('lines are split into fields, quotes and line breaks within them kept', () => {
  assert.equal(parseCsv('a,b\r\n"x, ""y""\nz",2\n\nlast,', ','), [
    ['a', 'b'],
    ['x, "y"\nz', '2'],
    ['last', ''],
  ])
  assert.equal(parseCsv('"never ends,\nat all', ','), [['never ends,\nat all']])
  assert.equal(parseCsv('', ','), [])
  assert.equal(wholeLines('a,b\n"c\nd",e\nhalf'), 'a,b\n"c\nd",e\n')
})

test('what separates the fields, and what a column holds, is guessed', () => {
  assert.equal(['a,b\n1,2', 'a;b\n1,5;2,5\n', 'a\tb\n', 'a|b|c', 'one column\nof text'].map(guessSeparator), [
    ',',
    ';',
    '\t',
    '|',
    ',',
  ])
  assert.equal([['1', '', '-2.5'], ['2026-01-02', '2026-01-02T10:00:00Z'], ['1', 'x'], ['']].map(columnType), [
    'number',
    'date',
    'text',
    'text',
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

test('the checksum of a part is that of every other program, however it is cut', async () => {
  const data = Buffer.from(Array.from({ length: 3_000_001 }, (_, at) => (at * 7919) % 251))
  assert.is(crc32(data), crc32Of(data))
  assert.is(crc32(data.subarray(13), crc32(data.subarray(0, 13))), crc32Of(data))
  assert.is(
    await checksumOf(new Blob([data])),
    Buffer.from(crc32Of(data).toString(16).padStart(8, '0'), 'hex').toString('base64'),
  )
  assert.is(await checksumOf(new Blob(['x'])), 'jNwWgw==')
})

test.run()
