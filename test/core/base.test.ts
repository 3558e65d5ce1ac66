import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basePath } from '../../core/base.ts'

test('the console at the root of a host has no base path', () => {
  assert.is(basePath('/'), '')
  assert.is(basePath('/users/admin', '/'), '')
})

test('what the server wrote into the page is the base path, without its slash', () => {
  assert.is(basePath('/console/users', '/console/'), '/console')
  assert.is(basePath('/a/b/', '/a/b/'), '/a/b')
})

test('the first four segments below /api/proxy are the base path, whatever the page says', () => {
  assert.is(basePath('/api/proxy/tenants/one/'), '/api/proxy/tenants/one')
  assert.is(basePath('/api/proxy/tenants/one/buckets/photos', '/'), '/api/proxy/tenants/one')
  assert.is(basePath('/api/proxy/tenants/one', '/console/'), '/api/proxy/tenants/one')
})

test('an object or bucket that is called api/proxy is no base path', () => {
  assert.is(basePath('/buckets/x/browse/api/proxy/a/b'), '')
  assert.is(basePath('/api/proxy'), '')
})

test.run()
