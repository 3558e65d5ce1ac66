import { assert, test } from '../lib/suite.ts'
import { matchRoute } from 'wouter'
import { parse } from 'regexparam'
import { firstCallAddress, matchPath, fillTitle } from '../../core/protocol/address.ts'
import { plugins } from '../lib/plugins-of-browser.ts'

const paths = plugins.flatMap(({ routes }) => routes.map(({ path }) => path))

const addresses = [
  '/',
  '/buckets',
  '/buckets/',
  '/Buckets',
  '/buckets/a',
  '/buckets/a%2Fb',
  '/buckets/a/admin',
  '/buckets/a/admin/',
  '/buckets/a/admin/prefix',
  '/buckets/a/browse',
  '/buckets/a/browse/',
  '/buckets/a/browse/x/y/',
  '/buckets/a/browse/x/y.txt',
  '/buckets/a/browse//',
  '/users',
  '/users/',
  '/users/ana',
  '/users/cn%3Dana%2Cdc%3Dx',
  '/users/a/b',
  '/policies/readonly',
  '/dashboard',
  '/dashboards',
  '/trace/x',
]

test('an address matches the same route with the same parameters on the server and in the browser', () => {
  for (const route of paths) {
    for (const address of addresses) {
      const [matches, params] = matchRoute(parse, route, address)
      const named = Object.fromEntries(
        Object.entries(params ?? {}).filter(([name, text]) => !/^\d+$/.test(name) && text !== undefined),
      )
      assert.equal(matchPath(route, address), matches ? named : undefined, `${route} at ${address}`)
    }
  }
})

test('a first call gets its parameters from the address, each decoded once', () => {
  const objects = { path: '/api/v1/buckets/:bucket/objects', query: { prefix: '*/', limit: '1000' } } as const
  assert.is(
    firstCallAddress(objects, { bucket: 'a%20b', '*': '100%25/%2F~/' }),
    '/api/v1/buckets/a%20b/objects?prefix=100%25%2F%2F%7E%2F&limit=1000',
  )
  assert.is(firstCallAddress(objects, { bucket: 'a' }), '/api/v1/buckets/a/objects?prefix=&limit=1000')
  assert.is(firstCallAddress(objects, { bucket: 'a', '*': 'key' }), undefined)
  const folder = { ...objects, without: ['rewind'] }
  assert.is(firstCallAddress(folder, { bucket: 'a' }, 'rewind=2026'), undefined)
  assert.is(
    firstCallAddress(folder, { bucket: 'a' }, 'sort=-size&rewind='),
    '/api/v1/buckets/a/objects?prefix=&limit=1000',
  )
  assert.is(firstCallAddress({ path: '/api/v1/user', query: { name: '*' } }, { '*': '..~' }), '/api/v1/user?name=..')
  assert.is(firstCallAddress({ path: '/api/v1/users' }, {}), '/api/v1/users')
})

test('a title is a fixed text or a parameter of the address', () => {
  assert.is(fillTitle('Buckets', { '*': 'x' }), 'Buckets')
  assert.is(fillTitle(':bucketName', { bucketName: 'a%20b' }), 'a b')
  assert.is(fillTitle('*', { '*': 'cn%3Dana' }), 'cn=ana')
})
