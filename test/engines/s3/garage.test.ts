import { assert, test } from '../../lib/suite.ts'
import { list, refusal, type Reply, withEngine } from '../../lib/fake-s3.ts'
import { failureOf } from '../../lib/failure-of.ts'
import type { BucketsBackend } from '../../../plugins/buckets/backend.ts'
import buckets from '../../../plugins/buckets/server.ts'
import type { ObjectsBackend } from '../../../plugins/object-browser/backend.ts'
import objects from '../../../plugins/object-browser/server.ts'
import { openPort } from '../../lib/ports.ts'

const accessKey = `GK${'0a'.repeat(12)}`
const pair = { accessKey, secretKey: 'secret' }

/** Garage's list of buckets, whose owner is the access key. */
const owned = (...names: string[]): Reply => {
  const { status, body = '' } = list(...names)
  return { status, body: body.replace('<Buckets>', `<Owner><ID>${accessKey}</ID></Owner><Buckets>`) }
}

const versioningIsOff: Reply = { status: 200, body: '<VersioningConfiguration></VersioningConfiguration>' }

test('a server that says that versioning is off, but lists no versions, has no versions', async () => {
  await withEngine(
    ({ url = '' }) => {
      if (url === '/') return list('docs')
      return url.includes('versioning') ? versioningIsOff : refusal(501, 'NotImplemented')
    },
    async ({ engine }) => {
      const { features } = await engine.account(await engine.login({ accessKey: 'key', secretKey: 'secret' }))
      assert.not.ok(features.includes('versions'))
    },
  )
})

test('Garage offers no versions, tags or policies, also before there is a bucket and to users who do not own it', async () => {
  for (const names of [[], ['docs']])
    await withEngine(
      ({ url = '' }) => (url === '/' ? owned(...names) : refusal(403, 'AccessDenied')),
      async ({ engine }) => {
        const credentials = await engine.login(pair)
        const { features } = await engine.account(credentials)
        assert.equal([...features].sort(), ['cors', 'empty-names', 'lifecycle', 's3-address'])
        assert.is(await engine.version?.(credentials), 'Garage')
      },
    )
})

test('a version is not found on a server without versions, which would read or delete the object instead', async () => {
  await withEngine(
    ({ url = '', method }) => {
      if (url === '/') return owned('docs')
      return method === 'DELETE' || method === 'HEAD' ? { status: 200 } : refusal(501, 'NotImplemented')
    },
    async ({ engine, requests }) => {
      const port = (await openPort<ObjectsBackend>(engine, objects))(await engine.login(pair))
      const version = '0123'
      for (const work of [
        () => port.info('docs', 'note', version),
        () => port.get('docs', 'note', { version }),
        () => port.remove('docs', 'note', version),
      ])
        assert.is((await failureOf(work())).status, 404)
      const { failed: refused } = await port.removeMany('docs', [{ path: 'note', versionID: version }])
      assert.equal(
        refused.map(({ path }) => path),
        ['note'],
      )
      assert.not.ok(requests.some((request) => /^(DELETE|POST|HEAD|GET) .*note/.test(request)))
    },
  )
})

const ruleOf = (inner: string) =>
  `<Rule><ID>old</ID><Status>Enabled</Status>${inner}<Expiration><Days>9</Days></Expiration></Rule>`

test('a lifecycle rule whose tags the server does not store is removed again', async () => {
  const root = 'LifecycleConfiguration'
  let stored = `<${root}>${ruleOf('')}</${root}>`
  await withEngine(
    ({ url = '', method }, body) => {
      if (url === '/') return list('docs')
      if (!url.includes('lifecycle')) return refusal(403, 'AccessDenied')
      if (method === 'PUT') stored = body.replaceAll(/<Filter>.*?<\/Filter>/g, '')
      return { status: 200, body: stored }
    },
    async ({ engine }) => {
      const port = (await openPort<BucketsBackend>(engine, buckets))(
        await engine.login({ accessKey: 'key', secretKey: 'secret' }),
      )
      const [rule] = await port.lifecycle('docs')
      assert.ok(rule)
      const { status, message } = await failureOf(
        port.addLifecycleRule('docs', { ...rule, tags: [{ key: 'kind', value: 'log' }] }),
      )
      assert.is(status, 501)
      assert.match(message, /only a part of this rule/)
      assert.equal(await port.lifecycle('docs'), [rule])
    },
  )
})

test('a lifecycle rule for tags or older versions is not sent to a server that lacks them', async () => {
  await withEngine(
    ({ url = '' }) => (url === '/' ? owned('docs') : refusal(404, 'NoSuchLifecycleConfiguration')),
    async ({ engine, requests }) => {
      const port = (await openPort<BucketsBackend>(engine, buckets))(await engine.login(pair))
      const rule = {
        status: 'Enabled' as const,
        prefix: '',
        tags: [],
        expiration: { date: '', days: 9, delete_marker: false, noncurrent_expiration_days: 0 },
        transition: {
          date: '',
          days: 0,
          storage_class: '',
          noncurrent_transition_days: 0,
          noncurrent_storage_class: '',
        },
      }
      const tagged = { ...rule, tags: [{ key: 'kind', value: 'log' }] }
      const older = { ...rule, expiration: { ...rule.expiration, noncurrent_expiration_days: 3 } }
      assert.match((await failureOf(port.addLifecycleRule('docs', tagged))).message, /tags/)
      assert.match((await failureOf(port.addLifecycleRule('docs', older))).message, /versioning/)
      assert.not.ok(requests.some((request) => request.startsWith('PUT')))
    },
  )
})
