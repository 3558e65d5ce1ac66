import { assert, suite } from '../../../test/lib/suite.ts'
import * as v from 'valibot'
import { ServedCall } from '../contract.ts'
import { questionOf, bucketAndKey } from '../pages/access-question.ts'

const test = suite('the question that a refused call asks')

const call = (some: Partial<v.InferInput<typeof ServedCall>>) =>
  v.parse(ServedCall, {
    time: '2026-11-21T08:00:00Z',
    api: 's3.GetObject',
    path: '/b/a/c d.txt',
    statusCode: 403,
    user: 'ana',
    callStats: {},
    ...some,
  })

test('an access question names the account, the action behind the call and the resource', () => {
  assert.equal(questionOf(call({})), {
    kind: 'user',
    name: 'ana',
    action: 's3:GetObject',
    bucket: 'b',
    key: 'a/c d.txt',
  })
  assert.equal(questionOf(call({ api: 's3.PutObjectPart' }))?.action, 's3:PutObject')
  assert.equal(questionOf(call({ api: 's3.ListObjectsV2', path: '/b/', query: 'list-type=2&prefix=2026%2F' })), {
    kind: 'user',
    name: 'ana',
    action: 's3:ListBucket',
    bucket: 'b',
    key: '2026/',
  })
  assert.equal(questionOf(call({ api: 's3.ListBuckets', path: '/' })), {
    kind: 'user',
    name: 'ana',
    action: 's3:ListAllMyBuckets',
    bucket: '',
    key: '',
  })
})

test('there is no access question if nothing was refused, the account is unknown, or no bucket was involved', () => {
  for (const some of [{ statusCode: 404 }, { user: '' }, { api: 'admin.ServerInfo', path: '/minio/admin/v3/info' }])
    assert.is(questionOf(call(some)), undefined)
  assert.equal(
    [bucketAndKey(call({ path: '/b' })), bucketAndKey(call({ api: 'storage.ReadXL' }))],
    [{ bucket: 'b', key: '' }, undefined],
  )
})
