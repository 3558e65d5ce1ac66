import { assert, test } from '../../lib/suite.ts'
import { list, onServer, refusal, type Reply, withEngine } from '../../lib/fake-s3.ts'
import { failureOf } from '../../lib/failure-of.ts'
import buckets from '../../../plugins/buckets/server.ts'
import type { BucketsBackend } from '../../../plugins/buckets/backend.ts'
import { openPort } from '../../lib/ports.ts'
import { hasAdminApi } from '../../../server/detect-storage.ts'

const pair = { accessKey: 'key', secretKey: 'secret' }

test('wrong keys are refused, whichever code the server has for them', async () => {
  for (const code of ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied'])
    await withEngine(
      () => refusal(403, code),
      async ({ engine }) => {
        const { status, message } = await failureOf(engine.login(pair))
        assert.equal([status, message], [401, 'invalid Login'], code)
      },
    )
})

test('keys without the right to list buckets are accepted if the server reports wrong keys differently', async () => {
  let sent = 0
  await withEngine(
    () => (sent++ === 0 ? refusal(403, 'AccessDenied') : refusal(403, 'SignatureDoesNotMatch')),
    async ({ engine }) => {
      assert.is((await engine.login({ ...pair, sessionToken: 'token' })).sessionToken, 'token')
    },
  )
})

test('a session ends when its session token does', async () => {
  await withEngine(
    () => list('docs'),
    async ({ engine }) => {
      const at = Math.floor(Date.now() / 1000)
      const tokenUntil = (exp: number) => `x.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`
      const expiryOf = async (sessionToken: string) => (await engine.login({ ...pair, sessionToken })).expires
      assert.is(await expiryOf(tokenUntil(at + 900)), (at + 900) * 1000)
      const hour = 3600 * 1000
      for (const token of ['', 'opaque', tokenUntil(at + 100 * 3600)]) {
        const expires = await expiryOf(token)
        assert.ok(expires > Date.now() + 11 * hour && expires <= Date.now() + 12 * hour, token)
      }
    },
  )
})

test('no admin call is ever sent, and a session says that its rights are unknown', async () => {
  await withEngine(
    ({ url = '' }) => (url === '/' ? list('docs') : refusal(501, 'NotImplemented')),
    async ({ engine, requests }) => {
      const credentials = await engine.login(pair)
      const { features, rights, permissions } = await engine.account(credentials)
      assert.is(rights, 'unknown')
      assert.is(permissions.mayAnywhere('s3:GetObject'), true)
      assert.is(permissions.mayAnywhere('admin:ListUsers'), false)
      assert.equal(features, ['s3-address', 'empty-names'])
      assert.equal(
        requests.filter((request) => request.includes('/minio')),
        [],
      )
    },
  )
})

test('the admin API of VersityGW is used on VersityGW only', async () => {
  const methodsOn = async (software: string | undefined) => {
    const sent: string[] = []
    const headers = software === undefined ? {} : { server: software }
    await withEngine(
      (request) =>
        request.method === 'PATCH'
          ? { ...refusal(403, 'XAdminAccessDenied'), headers }
          : { ...(request.method === 'POST' ? refusal(501, 'NotImplemented') : list()), headers },
      async ({ engine, requests }) => {
        const { features, permissions } = await engine.account(await engine.login(pair))
        // the caller is denied, so there are users
        assert.is(features.includes('users'), software === 'VERSITYGW')
        assert.not.ok(permissions.mayAnywhere('admin:ListUsers'))
        sent.push(...new Set(requests.filter((request) => /^(PATCH|POST)/.test(request))))
      },
    )
    return sent
  }
  assert.equal(await methodsOn('VERSITYGW'), ['PATCH /list-users'])
  for (const software of [undefined, 'SeaweedFS 8000GB 4.48', 'AmazonS3', 'MinIO', 'Werkzeug/3.1'])
    assert.equal(await methodsOn(software), ['POST /'], software)
})

test('users that the caller may not see are not missing', async () => {
  await withEngine(
    ({ method }) => (method === 'POST' ? refusal(403, 'AccessDenied') : list()),
    async ({ engine }) => {
      const { features, permissions } = await engine.account(await engine.login(pair))
      assert.equal(
        (['users', 'groups', 'policies', 'access-keys'] as const).filter((feature) => features.includes(feature)),
        ['users', 'groups', 'policies'],
      )
      assert.not.ok(permissions.mayAnywhere('admin:ListUsers'))
    },
  )
})

test('keys that were deleted end the session', async () => {
  let signedIn = false
  await withEngine(
    () => (signedIn ? refusal(403, 'InvalidAccessKeyId') : list()),
    async ({ engine }) => {
      const credentials = await engine.login(pair)
      signedIn = true
      assert.is((await failureOf(engine.account(credentials))).status, 401)
    },
  )
})

test('any answer of the server makes the console ready, except an error of the server itself', async () => {
  await withEngine(
    () => refusal(403, 'AccessDenied'),
    ({ engine }) => engine.ready(),
  )
  await withEngine(
    () => ({ status: 502 }),
    async ({ engine }) => {
      assert.is((await failureOf(engine.ready())).status, 503)
    },
  )
})

test('a bucket with only an incomplete upload is not deleted', async () => {
  const upload = '<Upload><Key>a</Key><UploadId>1</UploadId><Initiated>2026-01-02T03:04:05Z</Initiated></Upload>'
  const empty = (root: string, inner = '') => ({ status: 200, body: `<${root}>${inner}</${root}>` })
  await withEngine(
    ({ url = '', method }) => {
      if (method === 'DELETE') return { status: 204 }
      if (url.includes('uploads')) return empty('ListMultipartUploadsResult', upload)
      return url === '/' ? list('docs') : empty(url.includes('versions') ? 'ListVersionsResult' : 'ListBucketResult')
    },
    async ({ engine, requests }) => {
      const port = (await openPort<BucketsBackend>(engine, buckets))(await engine.login(pair))
      assert.is((await failureOf(port.remove('docs'))).status, 409)
      assert.not.ok(requests.some((request) => request.startsWith('DELETE')))
    },
  )
})

test('a listing in place of a document means that the server lacks the feature', async () => {
  await withEngine(
    ({ url = '' }) => (url === '/' ? list('docs') : { status: 200, body: '<ListBucketResult></ListBucketResult>' }),
    async ({ engine }) => {
      const credentials = await engine.login(pair)
      const port = (await openPort<BucketsBackend>(engine, buckets))(credentials)
      assert.is((await failureOf(port.encryption('docs'))).status, 501)
      assert.not.ok((await engine.account(credentials)).features.includes('sse-s3'))
    },
  )
})

test('an empty list of notifications on SeaweedFS does not show that it supports them', async () => {
  const empty: Reply = { status: 200, body: '<NotificationConfiguration></NotificationConfiguration>' }
  const offersNotifications = async (server: string) => {
    let isOffered: boolean | undefined
    await withEngine(
      ({ url = '' }) => {
        if (url === '/') return { ...list('docs'), headers: { server } }
        return url.includes('notification') ? empty : refusal(501, 'NotImplemented')
      },
      async ({ engine }) => {
        isOffered = (await engine.account(await engine.login(pair))).features.includes('notifications')
      },
    )
    return isOffered
  }
  assert.equal(
    [
      await offersNotifications('SeaweedFS 8000GB 4.48'),
      await offersNotifications('MinIO'),
      await offersNotifications(''),
    ],
    [false, true, true],
  )
})

test('a server that takes the change of a setting for the creation of a bucket lacks the setting', async () => {
  await withEngine(
    ({ url = '', method }) => {
      if (url === '/') return list('docs')
      return method === 'PUT'
        ? refusal(409, 'BucketAlreadyOwnedByYou')
        : { status: 200, body: '<NotificationConfiguration></NotificationConfiguration>' }
    },
    async ({ engine }) => {
      const port = (await openPort<BucketsBackend>(engine, buckets))(await engine.login(pair))
      const subscription = { id: '', arn: 'arn:aws:sqs:us-east-1:1:queue', events: ['put'], prefix: '', suffix: '' }
      const { status, message } = await failureOf(port.addEvent('docs', subscription, 'ignored'))
      assert.equal([status, message], [501, 'This storage does not support bucket notifications'])
    },
  )
})

test('a sign-in that the server refuses for another reason quotes the reason once', async () => {
  await withEngine(
    () => refusal(400, 'InvalidRequest', 'Requests must be signed'),
    async ({ engine }) => {
      const { status, message } = await failureOf(engine.login(pair))
      assert.is(status, 502)
      assert.match(message, 'refused to list buckets: InvalidRequest: Requests must be signed')
      assert.is(message.split('Requests must be signed').length, 2)
    },
  )
})

test('a server has an admin API if its health check works, or if it refuses in JSON', async () => {
  const answers: [Reply, Reply, boolean][] = [
    [{ status: 200 }, { status: 404 }, true],
    [refusal(403, 'AccessDenied'), { status: 403, body: '{"Code":"AccessDenied"}' }, true],
    [refusal(404, 'NoSuchBucket'), refusal(404, 'NoSuchBucket'), false],
  ]
  for (const [health, admin, expected] of answers)
    await onServer(
      ({ url = '' }) => (url.includes('health') ? health : admin),
      async ({ url }) => {
        assert.is(await hasAdminApi(url, undefined), expected)
      },
    )
  assert.is(await hasAdminApi(new URL('http://127.0.0.1:1'), undefined), undefined)
})
