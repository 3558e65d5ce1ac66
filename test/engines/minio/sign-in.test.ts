import { createServer } from 'node:http'
import { assert, test } from '../../lib/suite.ts'
import { listen } from '../../lib/listen.ts'
import type { MinioOptions } from '../../../engines/minio/engine.ts'
import { openMinioEngine } from '../../lib/minio-engine.ts'

type ReceivedRequest = { path: string; form: URLSearchParams; authorization: string }
type Reply = { status: number; body: string; headers?: Record<string, string> }

const expiry = new Date(Date.now() + 3_600_000).toISOString()

const granted = (action: string): Reply => ({
  status: 200,
  body: `<?xml version="1.0"?><${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result><Credentials>
    <AccessKeyId>TEMPORARY</AccessKeyId><SecretAccessKey>0123</SecretAccessKey><Expiration>${expiry}</Expiration>
    <SessionToken>a.b.c</SessionToken></Credentials></${action}Result></${action}Response>`,
})

const denied: Reply = {
  status: 403,
  body: '<ErrorResponse xmlns="x"><Error><Type></Type><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>',
}

const account: Reply = {
  status: 200,
  body: JSON.stringify({
    AccountName: 'anna',
    Server: { Type: 2 },
    Policy: { Statement: [{ Effect: 'Allow', Action: ['s3:*'] }] },
    Buckets: null,
  }),
}

/** Runs against a server that answers STS actions by `sts` and every admin call by `admin`. */
const against = async (
  options: Partial<MinioOptions>,
  { sts, admin = account }: { sts: (action: string) => Reply; admin?: Reply },
  run: (engine: ReturnType<typeof openMinioEngine>, seen: ReceivedRequest[]) => Promise<void>,
) => {
  const seen: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    seen.push({ path: request.url ?? '', form, authorization: request.headers.authorization ?? '' })
    const { status, body, headers } = request.url === '/' ? sts(form.get('Action') ?? '') : admin
    response.writeHead(status, headers).end(body)
  })
  const port = await listen(server)
  const engine = openMinioEngine(`http://127.0.0.1:${port}`, options)
  await run(engine, seen)
}

const pair = { accessKey: 'anna', secretKey: 'anna-secret-key' }

test('credentials are sent to STS with the configured duration, and their expiry is returned', () =>
  against({ stsDurationSeconds: 7200 }, { sts: granted }, async (engine, seen) => {
    const { expires, ...credentials } = await engine.login(pair)
    assert.equal(credentials, { account: 'anna', accessKey: 'TEMPORARY', secretKey: '0123', sessionToken: 'a.b.c' })
    assert.ok(Math.abs(expires - Date.parse(expiry)) < 30_000)
    const stsRequest = seen.find(({ path }) => path === '/')
    assert.match(stsRequest?.authorization ?? '', /Credential=anna\/\d+\/us-east-1\/sts\/aws4_request/)
    assert.is(stsRequest?.form.get('DurationSeconds'), '7200')
    await engine.login(pair)
    const [first, second] = seen.filter(({ path }) => path === '/').map(({ form }) => form.get('TokenRevokeType'))
    assert.ok(first && second && first !== second)
  }))

test("a session expires by the local clock when it expires by the server's", async () => {
  const end = async (date: string) => {
    const sts = (action: string) => ({ ...granted(action), headers: { date } })
    let expires = 0
    await against({}, { sts }, async (engine) => void ({ expires } = await engine.login(pair)))
    return expires
  }
  const before = Date.now()
  const byItsDate = await end(new Date(Date.parse(expiry) - 900_000).toUTCString())
  assert.ok(byItsDate >= before + 900_000 && byItsDate <= Date.now() + 901_000, `${byItsDate - before} ms`)
  assert.is(await end(''), Date.parse(expiry))
})

test('with a directory it is tried first, and the password is sent to nothing else', async () => {
  await against({ ldap: true }, { sts: granted }, async (engine, seen) => {
    await engine.login(pair)
    assert.is(seen[0]?.form.get('Action'), 'AssumeRoleWithLDAPIdentity')
    assert.is(seen[0]?.form.get('LDAPUsername'), 'anna')
    assert.is(seen[0]?.form.get('LDAPPassword'), 'anna-secret-key')
    assert.is(seen[0]?.authorization, '')
    assert.is(seen.filter(({ path }) => path === '/').length, 1)
  })
  const own = (action: string) => (action === 'AssumeRole' ? granted(action) : denied)
  await against({ ldap: true }, { sts: own }, async (engine, seen) => {
    await engine.login(pair)
    assert.equal(
      seen.filter(({ path }) => path === '/').map(({ form }) => form.get('Action')),
      ['AssumeRoleWithLDAPIdentity', 'AssumeRole'],
    )
  })
  await against({}, { sts: own }, async (engine, seen) => {
    await engine.login(pair)
    assert.not(seen.some(({ form }) => form.has('LDAPPassword')))
  })
})

test("an identity provider's tokens are passed on without a signature", () =>
  against({}, { sts: granted }, async (engine, seen) => {
    await engine.loginWithIdToken!({ idToken: 'the-id-token', accessToken: 'the-access-token' })
    assert.is(seen[0]?.form.get('Action'), 'AssumeRoleWithWebIdentity')
    assert.is(seen[0]?.form.get('WebIdentityToken'), 'the-id-token')
    assert.is(seen[0]?.form.get('WebIdentityAccessToken'), 'the-access-token')
    assert.is(seen[0]?.authorization, '')
  }))

test("a service account's credentials are its session if STS refuses them and the server accepts them", () =>
  against({ stsDurationSeconds: 900 }, { sts: () => denied }, async (engine, seen) => {
    const credentials = await engine.login({ accessKey: 'ROBOT', secretKey: 'robot-secret' })
    assert.is(credentials.account, 'anna')
    assert.is(credentials.accessKey, 'ROBOT')
    assert.is(credentials.sessionToken, '')
    assert.ok(Math.abs(credentials.expires - Date.now() - 900_000) < 10_000)
    const before = seen.length
    await engine.logout(credentials)
    assert.is(seen.length, before)
  }))

test("a user's credentials never become a session if STS refuses them", () =>
  against({}, { sts: () => denied }, async (engine) => {
    const failure = await failing(engine.login(pair))
    assert.equal([failure?.status, failure?.message], [401, 'invalid Login'])
  }))

test('an error of STS with status 200 is a refusal', () =>
  against({}, { sts: () => ({ ...denied, status: 200 }) }, async (engine) => {
    const failure = await failing(engine.login(pair))
    assert.equal([failure?.status, failure?.message], [401, 'invalid Login'])
  }))

const failing = async (work: Promise<unknown>) =>
  work.then(
    () => assert.unreachable('Expected a failure'),
    (error) => error as { status: number; message: string },
  )

test('all refusals of credentials look the same, and differ from server failures', async () => {
  const no = { status: 403, body: JSON.stringify({ Code: 'AccessDenied', Message: 'no' }) }
  await against({}, { sts: () => denied, admin: no }, async (engine) => {
    const failure = await failing(engine.login(pair))
    assert.is(failure?.status, 401)
    assert.is(failure?.message, 'invalid Login')
  })
  // as a server responds that has not loaded its users: the second to root, the third to all others
  for (const [status, code, message] of [
    [503, 'IAMNotInitialized', 'm'],
    [400, 'InvalidParameterValue', 'Server not initialized, please try again'],
    [403, 'AccessDenied', 'IAM sub-system not initialized yet, please try again.'],
  ] as const) {
    const body = `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`
    await against({}, { sts: () => ({ status, body }) }, async (engine, seen) => {
      const failure = await failing(engine.login(pair))
      assert.is(failure?.status, 503)
      assert.is(failure?.message, 'The storage server is starting')
      // a user's key pair never becomes a session because temporary keys are late
      assert.equal(
        seen.filter(({ path }) => path.startsWith('/minio/admin')),
        [],
      )
    })
  }
})

test('a malformed response is a recoverable failure', async () => {
  const malformed = ['', 'null', '[]', '{}', '<html>', '{"AccountName":7}', `${'x'.repeat(32)}\u0000${'y'.repeat(100)}`]
  for (const body of malformed)
    await against({}, { sts: granted, admin: { status: 200, body } }, async (engine) => {
      assert.is((await failing(engine.login(pair)))?.status, 502, body)
    })
  for (const body of ['', '{}', '<AssumeRoleResponse/>', '<Other><AssumeRoleResult/></Other>'])
    await against({}, { sts: () => ({ status: 200, body }) }, async (engine) =>
      assert.is((await failing(engine.login(pair)))?.status, 502, body),
    )
})
