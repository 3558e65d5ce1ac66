import { assert, test } from '../../lib/suite.ts'
import { createBucketAddresses } from '../../../engines/s3/bucket-address.ts'

const url = new URL('https://s3.storage.example')

test('in virtual-host style a bucket is in the host name, unless its name is no host label', () => {
  const { locate } = createBucketAddresses(url, 'virtual-host')
  assert.equal(locate('/docs/a b', '/docs/a%20b'), {
    hostname: 'docs.s3.storage.example',
    host: 'docs.s3.storage.example',
    path: '/a%20b',
  })
  assert.equal(locate('/docs', '/docs').path, '/')
  for (const path of ['/with.dots/a', '/Upper/a', '/']) assert.is(locate(path, path).host, 's3.storage.example')
})

test('a redirect is followed within the domain of the server only', () => {
  const { learn, locate, regionOf } = createBucketAddresses(url, 'path')
  assert.ok(learn('/docs/a', { region: 'eu', endpoint: 'docs.s3-eu.storage.example' }))
  assert.is(regionOf('/docs/b'), 'eu')
  assert.is(locate('/docs/b', '/docs/b').host, 's3-eu.storage.example')
  assert.not.ok(learn('/docs/a', { region: 'eu', endpoint: 's3-eu.storage.example' }), 'this is known')
  learn('/other/a', { endpoint: 's3.attacker.test' })
  assert.is(locate('/other/b', '/other/b').host, 's3.storage.example')
  const local = createBucketAddresses(new URL('http://127.0.0.1:9000'), 'path')
  local.learn('/docs/a', { endpoint: '10.0.0.1' })
  assert.is(local.locate('/docs/b', '/docs/b').host, '127.0.0.1:9000')
})

test('a public address for shared links is kept, with its port', () => {
  const { learn, locate } = createBucketAddresses(url, 'path')
  learn('/docs/a', { endpoint: 's3-eu.storage.example' })
  assert.is(locate('/docs/a', '/docs/a', new URL('https://public.example:8443')).host, 'public.example:8443')
})
