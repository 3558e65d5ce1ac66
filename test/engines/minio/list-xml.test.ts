import { assert, test } from '../../lib/suite.ts'
import { compareKeys, scanList } from '../../../engines/s3/list-xml.ts'

const listing = (inside: string, root = 'ListBucketResult') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</${root}>`

const refused = (xml: string) =>
  assert.throws(
    () => scanList(xml),
    (error: { status: number }) => error.status === 502,
  )

test('the entries, prefixes and continuation token of a page are parsed', () => {
  const page = scanList(
    listing(
      '<Name>b</Name><Prefix>a%20</Prefix><NextContinuationToken>dG9r&#34;</NextContinuationToken><IsTruncated>true</IsTruncated>' +
        '<Contents><Key>a+b%2Bc</Key><LastModified>2026-01-02T03:04:05.678Z</LastModified><ETag>&#34;d41d&#34;</ETag><Size>12</Size>' +
        '<Owner><ID>x</ID><DisplayName>Key</DisplayName></Owner><StorageClass>STANDARD</StorageClass></Contents>' +
        '<CommonPrefixes><Prefix>photos/%E4%B8%AD/</Prefix></CommonPrefixes><EncodingType>url</EncodingType>',
    ),
  )
  assert.equal(page, {
    entries: [{ key: 'a b+c', size: 12, modified: '2026-01-02T03:04:05.678Z', etag: 'd41d' }],
    folders: ['photos/中/'],
    truncated: true,
    listsTags: false,
    token: 'dG9r"',
  })
})

test('versions and delete markers keep their order', () => {
  const page = scanList(
    listing(
      '<Version><Key>a</Key><LastModified>2026-01-01T00:00:03Z</LastModified><ETag>&quot;1&quot;</ETag><Size>1</Size><IsLatest>false</IsLatest><VersionId>v3</VersionId></Version>' +
        '<DeleteMarker><Key>a</Key><LastModified>2026-01-01T00:00:02Z</LastModified><IsLatest>true</IsLatest><VersionId>v2</VersionId></DeleteMarker>' +
        '<Version><Key>a</Key><LastModified>2026-01-01T00:00:01Z</LastModified><ETag>"2"</ETag><Size>2</Size><IsLatest>false</IsLatest><VersionId>null</VersionId></Version>' +
        '<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker><NextVersionIdMarker>null</NextVersionIdMarker>',
      'ListVersionsResult',
    ),
  )
  assert.equal(
    page.entries.map(({ version, deleted, latest, etag }) => [version, deleted, latest, etag]),
    [
      ['v3', undefined, false, '1'],
      ['v2', true, true, ''],
      ['null', undefined, false, '2'],
    ],
  )
  assert.equal(page.marker, { key: 'a', version: 'null' })
})

test('metadata and tags are parsed under any name, without confusion with the entry', () => {
  const { entries } = scanList(
    listing(
      '<Contents><Key>real</Key><UserMetadata><Key>other</Key><Size>9</Size><X-Amz-Meta-Colour>blue &amp; green</X-Amz-Meta-Colour></UserMetadata>' +
        '<Size>1</Size><UserTags>team=a%26b&amp;empty=</UserTags><Internal><K>2</K><M>2</M></Internal></Contents>',
    ),
  )
  assert.is(entries[0]?.key, 'real')
  assert.is(entries[0]?.size, 1)
  assert.equal(entries[0]?.metadata, { Key: 'other', Size: '9', 'X-Amz-Meta-Colour': 'blue & green' })
  assert.equal(entries[0]?.tags, { team: 'a&b', empty: '' })
})

test('keys the server does not encode are taken literally', () => {
  const { entries } = scanList(listing('<Contents><Key>a+b%20&lt;c&gt;&#x1F600;&#13;</Key><Size>0</Size></Contents>'))
  assert.is(entries[0]?.key, 'a+b%20<c>😀\r')
})

test('an empty listing is parsed in every form', () => {
  const empty = { entries: [], folders: [], truncated: false, listsTags: false }
  assert.equal(scanList('<ListBucketResult/>'), empty)
  assert.equal(scanList(listing('<Prefix></Prefix><Marker/><IsTruncated>false</IsTruncated>')), empty)
})

test('a document that is no listing, or incomplete, is refused', () => {
  const complete = listing('<Contents><Key>a</Key><Size>1</Size></Contents>')
  for (const xml of [
    '',
    'garbage',
    '<html><body>Bad gateway</body></html>',
    '{"a":1}',
    '<Error><Code>X</Code></Error>',
  ])
    refused(xml)
  for (const cut of [30, 10]) refused(complete.slice(0, -cut))
  refused(listing('<Contents><Key>a</Key>'))
  refused(listing('<Contents><Key>%E0%80</Key></Contents><EncodingType>url</EncodingType>'))
})

test('keys are ordered by their UTF-8 bytes', () => {
  const keys = ['a', 'a/', 'a0', 'é', '中', '\uE000', '\uFFFD', '😀', '😀a', '🦄', 'A', '', 'ab', '\u{10FFFF}']
  const byBytes = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  assert.equal([...keys].sort(compareKeys), byBytes)
})
