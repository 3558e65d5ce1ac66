import { assert, test } from '../../lib/suite.ts'
import { fromXml, isXmlText, toXml } from '../../../engines/s3/xml.ts'

test('every text survives writing and parsing', () => {
  const keys = [
    'plain',
    'a & b < c > "d" \'e\'',
    '\ttab',
    'cr\r\nlf',
    ' edge ',
    ']]>',
    '<img onerror>',
    '&amp;',
    '😀',
    '001',
    '1e5',
  ]
  const parsed = fromXml(toXml('Delete', { Deleted: keys.map((Key) => ({ Key })) }), 'Delete')
  assert.equal(parsed, { Deleted: keys.map((Key) => ({ Key })) })
})

test('undefined values are omitted and lists become repeated elements', () => {
  const xml = toXml('Delete', {
    Quiet: true,
    Object: [
      { Key: 'a', VersionId: undefined },
      { Key: 'b', VersionId: 'v' },
    ],
  })
  assert.match(
    xml,
    '<Quiet>true</Quiet><Object><Key>a</Key></Object><Object><Key>b</Key><VersionId>v</VersionId></Object></Delete>',
  )
})

test('characters XML cannot represent are detected', () => {
  for (const text of ['a\u0001b', '\u0000', '\uFFFE', '\uFFFF', '\u001f', '\ud800'])
    assert.not.ok(isXmlText(text), JSON.stringify(text))
  for (const text of ['a\r\n\tb', '中', '😀', '\uFFFD', '\u007f', '']) assert.ok(isXmlText(text), JSON.stringify(text))
})

test('a single element is parsed as a list of one, and all values as text', () => {
  const response = '<DeleteResult xmlns="x"><Error><Key>007</Key><Code>AccessDenied</Code></Error></DeleteResult>'
  assert.equal(fromXml(response, 'DeleteResult'), { Error: [{ Key: '007', Code: 'AccessDenied' }] })
})

test('an unexpected document is refused', () => {
  for (const text of ['', 'garbage', '<html>', '<Other/>', '{}'])
    assert.throws(
      () => fromXml(text, 'DeleteResult'),
      (error: { status: number }) => error.status === 502,
    )
})
