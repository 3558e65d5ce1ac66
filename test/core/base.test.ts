import { assert, test } from '../lib/suite.ts'
import { basePath } from '../../core/web/base.ts'

test('a console at the root of a host has an empty base path', () => {
  assert.is(basePath('/'), '')
  assert.is(basePath('/users/admin', '/'), '')
})

test('the base path is the one the server rendered into the page, without the trailing slash', () => {
  assert.is(basePath('/console/users', '/console/'), '/console')
  assert.is(basePath('/a/b/', '/a/b/'), '/a/b')
})

test("the first four segments under /api/proxy are the base path, regardless of the page's base element", () => {
  assert.is(basePath('/api/proxy/tenants/one/'), '/api/proxy/tenants/one')
  assert.is(basePath('/api/proxy/tenants/one/buckets/photos', '/'), '/api/proxy/tenants/one')
  assert.is(basePath('/api/proxy/tenants/one', '/console/'), '/api/proxy/tenants/one')
})

test('an object or bucket named api/proxy is not part of the base path', () => {
  assert.is(basePath('/buckets/x/browse/api/proxy/a/b'), '')
  assert.is(basePath('/api/proxy'), '')
})
