import { assert, test } from '../../../test/lib/suite.ts'
import { disposition, parseRange } from '../download.ts'

test('a single byte range is parsed, open at either end', () => {
  assert.equal(parseRange('bytes=0-99'), { start: 0, end: 99 })
  assert.equal(parseRange('bytes=100-'), { start: 100, end: undefined })
  assert.equal(parseRange('bytes=-50'), { start: undefined, end: 50 })
})

test('several ranges, other units and invalid ranges are ignored', () => {
  for (const header of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=0-1,5-6',
    'items=0-1',
    'bytes=a-b',
    ['bytes=0-1', 'bytes=2-3'],
  ])
    assert.is(parseRange(header), undefined)
})

test('a download is named after the last segment of its key, exactly and in ASCII', () => {
  assert.is(disposition('a/b/report.pdf'), `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`)
  assert.is(disposition('a/folder/'), `attachment; filename="folder"; filename*=UTF-8''folder`)
  assert.is(disposition('übung 1.txt'), `attachment; filename="_bung 1.txt"; filename*=UTF-8''%C3%BCbung%201.txt`)
})

test('no key can break out of the header', () => {
  for (const key of ['a"b', 'a\r\nSet-Cookie: x=1', 'a\\b', "a'b(c)*", '\u202Egnp.exe', '100%', '/', '//', '..'])
    assert.match(
      disposition(key),
      /^attachment; filename="[^"\r\n\\%]+"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]+$/,
      key,
    )
})

test('a misleading file name is made harmless, and other names stay unchanged', () => {
  const nameOf = (key: string) => decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(disposition(key))?.[1] ?? '')
  const misleading = [
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u200f',
    '\u061c',
    '\u2028',
    '\r',
    '\n',
    '\0',
    '\u0085',
    '\\',
  ]
  for (const character of misleading)
    assert.is(nameOf(`a/report${character}gpj.exe`), 'report_gpj.exe', JSON.stringify(character))
  for (const key of ['..', 'a/..', 'a/.', '/', '']) assert.is(nameOf(key), 'download', key)
  for (const name of ['übung 1.txt', '家族👨‍👩‍👧.png', '..hidden', 'שלום.txt', 'a;b=c', "it's"])
    assert.is(nameOf(`x/${name}`), name)
})
