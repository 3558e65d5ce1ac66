import { assert, test } from '../../lib/suite.ts'
import { encodePath, encodeQuery, type Keys, presign, type Scope, sha256, sign } from '../../../engines/s3/sign.ts'

// the examples of the S3 documentation's chapters on Signature Version 4
const keys = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const scope: Scope = { service: 's3', region: 'us-east-1', date: new Date('2013-05-24T00:00:00Z') }
const host = 'examplebucket.s3.amazonaws.com'

const signature = (
  method: string,
  path: string,
  query: Record<string, string>,
  headers: Record<string, string>,
  body = '',
) =>
  /Signature=(\w+)$/.exec(
    sign(
      { method, path: encodePath(path), query: encodeQuery(query), headers: { host, ...headers } },
      sha256(body),
      keys,
      scope,
    ).authorization ?? '',
  )?.[1]

test('the documented GET with a range is signed correctly', () => {
  assert.is(
    signature('GET', '/test.txt', {}, { range: 'bytes=0-9' }),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('the documented PUT with a body and an encoded path is signed correctly', () => {
  const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  assert.is(
    signature('PUT', '/test$file.text', {}, headers, 'Welcome to Amazon S3.'),
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
})

test('the documented queries with and without values are signed correctly', () => {
  assert.is(
    signature('GET', '/', { lifecycle: '' }, {}),
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  assert.is(
    signature('GET', '/', { prefix: 'J', 'max-keys': '2' }, {}),
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})

test('the header has credential, signed headers and session token in the documented form', () => {
  const headers = sign(
    { method: 'GET', path: '/', query: '', headers: { host } },
    sha256(''),
    { ...keys, sessionToken: 'TOKEN' },
    scope,
  )
  assert.is(headers['x-amz-security-token'], 'TOKEN')
  assert.match(
    headers.authorization ?? '',
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=',
  )
})

test('every character of a key is encoded except unreserved ones and slashes', () => {
  assert.is(encodePath("/b/a//b/../ %25+#?&=!'()*~.txt"), '/b/a//b/../%20%2525%2B%23%3F%26%3D%21%27%28%29%2A~.txt')
  assert.is(encodePath('/b/😀'), '/b/%F0%9F%98%80')
  assert.is(encodeQuery({ prefix: 'a b/c', delimiter: '/', marker: undefined }), 'delimiter=%2F&prefix=a%20b%2Fc')
})

const link = (by: Keys) => presign({ method: 'GET', path: encodePath('/test.txt'), host, query: {} }, by, scope, 86_400)

test('the documented link valid for a day is signed correctly', () => {
  assert.is(
    link(keys),
    'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})

test('a link by temporary credentials contains the session token, which is signed', () => {
  const [one, other] = ['one+token/=', 'another'].map((sessionToken) => link({ ...keys, sessionToken }))
  assert.match(one!, '&X-Amz-Security-Token=one%2Btoken%2F%3D&X-Amz-SignedHeaders=host&')
  assert.not.match(link({ ...keys, sessionToken: '' }), 'Security-Token')
  const proofs = [link(keys), one!, other!].map((text) => /Signature=(\w+)$/.exec(text)?.[1])
  assert.is(new Set(proofs).size, 3)
})

test('headers are signed in lower case and sorted, however they are written', () => {
  const signed = (headers: Record<string, string>) =>
    sign({ method: 'GET', path: '/', query: '', headers }, sha256(''), keys, scope).authorization
  const mixed = signed({ Range: 'bytes=0-9', host, 'Content-Type': 'text/plain' })
  assert.match(mixed ?? '', 'SignedHeaders=content-type;host;range;x-amz-content-sha256;x-amz-date,')
  assert.is(mixed, signed({ 'content-type': 'text/plain', host, range: 'bytes=0-9' }))
})

test('values of one query parameter are sorted', () => {
  assert.is(encodeQuery({ tag: ['b', 'a', 'c'], other: '1' }), 'other=1&tag=a&tag=b&tag=c')
})

test('a query is sorted by parameter name alone', () => {
  assert.is(encodeQuery({ 'a-b': '1', a: '2', ab: '3' }), 'a=2&a-b=1&ab=3')
})

test('a name with invalid Unicode is refused', () => {
  assert.throws(
    () => encodePath('/b/\ud800'),
    (error: { status: number }) => error.status === 400,
  )
})

test('spaces in a header value are collapsed and trimmed, as on the server', () => {
  const plain = signature('GET', '/test.txt', {}, { 'x-amz-meta-note': 'two words' })
  const unicode = ['two\u0085words', '\u00a0two\u3000\u2028 words\u1680']
  for (const value of ['two  words', '  two words ', 'two \t words', '\ttwo words', ...unicode])
    assert.is(signature('GET', '/test.txt', {}, { 'x-amz-meta-note': value }), plain, JSON.stringify(value))
  for (const value of ['twowords', 'two\ufeffwords', '\ufefftwo words', 'two words\ufeff', 'two\u200bwords'])
    assert.is.not(signature('GET', '/test.txt', {}, { 'x-amz-meta-note': value }), plain, JSON.stringify(value))
})
