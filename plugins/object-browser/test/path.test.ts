import { assert, test } from '../../../test/lib/suite.ts'
import { parsePath } from '../pages/go-to.tsx'
import { asFolder, browseAddress, decodeKey, encodeKey, lastName, parent, folderChain } from '../pages/path.ts'
import { hostileKeys, randomKeys } from './keys.ts'

/** Returns the path that a browser makes of an address in its history. */
const throughBrowser = (address: string) => new URL(address, 'https://console.test/').pathname

test('every hostile key survives conversion to an address and back', () => {
  for (const key of [...hostileKeys, ...randomKeys(2000)]) assert.is(decodeKey(encodeKey(key)), key)
})

test('a browser does not change the address of a hostile key', () => {
  for (const key of [...hostileKeys, ...randomKeys(2000)]) {
    const address = browseAddress('bucket', key)
    assert.is(throughBrowser(address), address, key)
    assert.ok(address.startsWith('/buckets/bucket/browse/'))
  }
})

test('a typed folder or path keeps its spaces and slashes', () => {
  for (const [typed, folder] of [
    ['', ''],
    [' lead', ' lead/'],
    [' lead/', ' lead/'],
    ['end ', 'end /'],
    ['/top/a', '/top/a/'],
    ['a//', 'a//'],
  ] as const)
    assert.is(asFolder(typed), folder)
  assert.equal(parsePath(' s3://photos/ lead/x '), { bucket: 'photos', key: ' lead/x ' })
})

test('two keys never share an address', () => {
  const keys = [
    ...hostileKeys,
    '.~',
    '..~',
    '%7E',
    '..%7E',
    '%2e%2e',
    '%252e%252e',
    'a%2Fb',
    'a/b',
    '',
    ...randomKeys(2000),
  ]
  assert.is(new Set(keys.map((key) => browseAddress('bucket', key))).size, new Set(keys).size)
})

test('a typed address with a bare percent sign is read literally', () => {
  assert.is(decodeKey('100%'), '100%')
  assert.is(decodeKey('a%20b/50%-off'), 'a b/50%-off')
})

test('the root of a bucket has the short address', () => {
  assert.is(browseAddress('bucket'), '/buckets/bucket/browse')
  assert.is(browseAddress('bucket', '/'), '/buckets/bucket/browse//')
})

test('a key is split into its folder and name, including empty folder names', () => {
  assert.equal(['a', 'a/b', 'a/b/', '/', '//', '/x', 'a//'].map(parent), ['', 'a/', 'a/', '', '/', '/', 'a/'])
  assert.equal(['a', 'a/b', 'a/b/', '/', '//', '/x', 'a//'].map(lastName), ['a', 'b', 'b/', '/', '/', 'x', '/'])
})

test('the path to a folder lists each folder once, outermost first', () => {
  assert.equal(folderChain(''), [])
  assert.equal(folderChain('a/b/'), ['a/', 'a/b/'])
  assert.equal(folderChain('//'), ['/', '//'])
  for (const key of randomKeys(500)) assert.is(folderChain(`${key}/`).map(lastName).join(''), `${key}/`)
})
