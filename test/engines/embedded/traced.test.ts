import { assert, test } from '../../lib/suite.ts'
import { methodOf, nameOf } from '../../../engines/embedded/trace-calls.ts'
import { type CompletedCall, createTracer } from '../../../engines/embedded/tracer.ts'
import { calls as ofBuckets } from '../../../plugins/buckets/embedded/index.ts'
import { calls as ofIdentity } from '../../../plugins/identity/embedded/index.ts'
import { calls as objectActions } from '../../../plugins/object-browser/embedded/index.ts'
import { calls as ofPolicies } from '../../../plugins/policies/embedded/index.ts'

const adapters = { buckets: ofBuckets, identity: ofIdentity, 'object-browser': objectActions, policies: ofPolicies }

const served = (path: string): CompletedCall => ({
  kind: 's3',
  host: 'here',
  time: new Date(0),
  name: 's3.GetObject',
  method: 'GET',
  path,
  query: '',
  accessKey: 'admin',
  account: 'admin',
  client: '',
  request: '',
  status: 200,
  error: '',
  took: 1,
  firstByte: 1,
  received: 0,
  sent: 0,
})

test("traced calls have MinIO's names and methods", () => {
  const calls = [
    ['object-browser', 'put'],
    ['object-browser', 'info'],
    ['object-browser', 'removeMany'],
    ['buckets', 'list'],
    ['buckets', 'add'],
    ['buckets', 'setVersioning'],
    ['buckets', 'retention'],
    ['buckets', 'removeAccessRule'],
    ['identity', 'users'],
    ['identity', 'updateUser'],
    ['identity', 'removeUser'],
    ['policies', 'remove'],
    ['policies', 'unnamed'],
  ] as const
  assert.equal(
    calls.map(([id, method]) => {
      const name = nameOf(adapters[id], method)
      return `${methodOf(name)} ${name}`
    }),
    [
      'PUT s3.PutObject',
      'HEAD s3.HeadObject',
      'POST s3.DeleteMultipleObjects',
      'GET s3.ListBuckets',
      'PUT s3.PutBucket',
      'PUT s3.PutBucketVersioning',
      'GET s3.GetBucketObjectLockConfig',
      'PUT s3.PutBucketPolicy',
      'GET admin.ListUsers',
      'PUT admin.SetUserStatus',
      'DELETE admin.RemoveUser',
      'DELETE admin.RemoveCannedPolicy',
      'GET admin.unnamed',
    ],
  )
})

test('a traced call names bucket and key, and contains no secrets', () => {
  assert.equal(objectActions.about?.('b', 'a/ö?x'), { path: '/b/a/ö?x' })
  assert.equal(objectActions.about?.('b', 'a', { size: 5 }), { path: '/b/a', received: 5 })
  assert.equal(objectActions.about?.('b', { prefix: 'a b/\ud800' }), { path: '/b/', query: 'prefix=a+b%2F%EF%BF%BD' })
  assert.equal(objectActions.about?.('b', [{ path: 'a' }]), { path: '/b/' })
  assert.equal(ofBuckets.about?.({ name: 'b', locking: true }), { path: '/b' })
  assert.equal(ofBuckets.about?.('b', 'PUBLIC'), { path: '/b' })
  assert.equal(ofBuckets.about?.(), { path: '/' })
  assert.is(ofIdentity.about, undefined)
})

test('every subscriber receives every call until it unsubscribes', async () => {
  const tracer = createTracer()
  assert.not(tracer.hasSubscribers())
  const [first, second] = [new AbortController(), new AbortController()]
  const [one, other] = [tracer.follow(first.signal), tracer.follow(second.signal)]
  const [next, another] = [one.next(), other.next()]
  assert.ok(tracer.hasSubscribers())
  tracer.publish(served('/1'))
  tracer.publish(served('/2'))
  assert.equal(
    [(await next).value?.path, (await one.next()).value?.path, (await another).value?.path],
    ['/1', '/2', '/1'],
  )
  const last = one.next()
  first.abort()
  assert.ok((await last).done)
  assert.ok(tracer.hasSubscribers())
  await other.return(undefined)
  assert.not(tracer.hasSubscribers())
})

test('a slow subscriber loses the oldest calls, and its buffer is bounded', async () => {
  const tracer = createTracer()
  const calls = tracer.follow(new AbortController().signal)
  const first = calls.next()
  for (let number = 0; number < 25_000; number++) tracer.publish(served(String(number)))
  const paths = [Number((await first).value?.path)]
  while (paths.at(-1) !== 24_999) paths.push(Number((await calls.next()).value?.path))
  assert.ok(paths.length >= 10_000 && paths.length <= 20_000, String(paths.length))
  assert.equal(
    paths,
    Array.from(paths, (_, at) => 25_000 - paths.length + at),
  )
})
