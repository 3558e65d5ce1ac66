import { createServer } from 'node:http'
import { assert, suite, test } from '../lib/suite.ts'
import { listen } from '../lib/listen.ts'
import { pluck } from '../lib/pluck.ts'
import * as v from 'valibot'
import { createAdmin } from '../../engines/minio/admin.ts'
import { adminCrypto } from '../../engines/minio/admin-crypto.ts'
import { createClient } from '../../engines/s3/client.ts'
import { openMinioEngine } from '../lib/minio-engine.ts'
import { createSso } from '../../server/sso.ts'
import { hasMinio, type Minio, noMinio, startMinio } from '../lib/minio.ts'
import { signIn, startServer } from '../lib/server.ts'
import { certificate } from '../engines/minio/certificate.ts'
import {
  providerEnv,
  registration,
  startIdentityProvider,
  trusting,
  visit,
} from '../engines/minio/identity-provider.ts'
import { actAs } from '../lib/ports.ts'

const settings = (url: URL) => ({
  ...registration,
  url,
  scopes: ['openid', 'profile', 'email'],
  userinfo: false,
  roleArn: undefined,
})

const openSso = (
  of: ReturnType<typeof settings> | (Omit<ReturnType<typeof settings>, 'callback'> & { callback: undefined }),
  { authorities, maxBytes = 1 << 20 }: { authorities?: string[]; maxBytes?: number } = {},
) => createSso({ settings: of, authorities, maxBytes })

/** Address of the request, which is used only if the settings have none. */
const requestUrl = new URL('http://elsewhere.example/oauth_callback')

const refused = async (work: Promise<unknown>, status: number) => {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error as Error & { status?: number },
  )
  assert.is(error?.status, status, error?.message ?? 'Expected a failure')
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

test('a browser is redirected to the provider with PKCE, state and nonce, and returns with a token', async () => {
  const provider = await startIdentityProvider({ subject: 'anna', claims: { policy: 'readonly' } })
  const sso = openSso(settings(provider.url))
  const { redirect, secret } = await sso.begin(requestUrl)
  const query = new URL(redirect).searchParams
  assert.is(query.get('code_challenge_method'), 'S256')
  for (const name of ['state', 'nonce', 'code_challenge']) assert.ok((query.get(name) ?? '').length >= 43, name)
  assert.is(query.get('redirect_uri'), registration.callback.href)
  assert.is(query.get('scope'), 'openid profile email')
  assert.not.match(redirect, JSON.parse(secret).verifier)

  const { idToken, accessToken } = await sso.finish(secret, await visit(redirect))
  const claims = claimsOf(idToken)
  assert.is(claims.sub, 'anna')
  assert.is(claims.policy, 'readonly')
  assert.is(claims.nonce, query.get('nonce'))
  assert.is(accessToken, undefined)
})

test('a callback is accepted once, and only in the browser that started it', async () => {
  const provider = await startIdentityProvider({ subject: 'anna' })
  const sso = openSso(settings(provider.url))
  const [own, other] = [await sso.begin(requestUrl), await sso.begin(requestUrl)]
  const callback = await visit(own.redirect)
  await refused(sso.finish(other.secret, callback), 401)
  await refused(sso.finish(own.secret, { ...callback, state: 'made-up' }), 401)
  await refused(sso.finish(own.secret, { ...callback, code: 'made-up' }), 401)
  await refused(sso.finish(own.secret, { code: '', state: '' }), 401)
  const again = await visit(own.redirect)
  await sso.finish(own.secret, again)
  await refused(sso.finish(own.secret, again), 401)
})

test('a wrong client secret is refused by the provider', async () => {
  const provider = await startIdentityProvider({ subject: 'anna' })
  const sso = openSso({ ...settings(provider.url), secret: 'another' })
  const { redirect, secret } = await sso.begin(requestUrl)
  await refused(sso.finish(secret, await visit(redirect)), 401)
})

test("the console uses the provider's authentication method, and requests the access token if configured", async () => {
  const provider = await startIdentityProvider({ subject: 'anna', method: 'client_secret_post' })
  const sso = openSso({ ...settings(provider.url), userinfo: true })
  const { redirect, secret } = await sso.begin(requestUrl)
  assert.ok((await sso.finish(secret, await visit(redirect))).accessToken)
})

test('without a fixed address the browser returns to the host it called', async () => {
  const provider = await startIdentityProvider({ subject: 'anna' })
  const sso = openSso({ ...settings(provider.url), callback: undefined })
  const { redirect, secret } = await sso.begin(registration.callback)
  assert.is(new URL(redirect).searchParams.get('redirect_uri'), registration.callback.href)
  assert.is(claimsOf((await sso.finish(secret, await visit(redirect))).idToken).sub, 'anna')
  const other = await sso.begin(requestUrl)
  assert.is(new URL(other.redirect).searchParams.get('redirect_uri'), requestUrl.href)
})

test('an unavailable provider is reported, and tried again later', async () => {
  const provider = await startIdentityProvider({ subject: 'anna' })
  const sso = openSso(settings(new URL(provider.url)))
  const unreachable = openSso(settings(new URL('http://127.0.0.1:9/.well-known/openid-configuration')))
  await refused(unreachable.begin(requestUrl), 503)
  const { redirect, secret } = await sso.begin(requestUrl)
  const callback = await visit(redirect)
  await provider.stop()
  await refused(sso.finish(secret, callback), 503)
})

test('a provider with a configured private authority is trusted, and no other', async () => {
  const provider = await startIdentityProvider({ subject: 'anna', tls: true })
  await refused(openSso(settings(provider.url)).begin(requestUrl), 503)
  const sso = openSso(settings(provider.url), { authorities: [certificate] })
  const { redirect, secret } = await sso.begin(requestUrl)
  assert.is(claimsOf((await sso.finish(secret, await visit(redirect, trusting))).idToken).sub, 'anna')
})

test("a provider's oversized response is not read further", async () => {
  const endless = createServer((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      response.once('drain', more)
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    more()
  })
  const url = new URL(`http://127.0.0.1:${await listen(endless)}/.well-known/openid-configuration`)
  await refused(openSso(settings(url)).begin(requestUrl), 502)

  const provider = await startIdentityProvider({ subject: 'anna', tls: true })
  await refused(openSso(settings(provider.url), { authorities: [certificate], maxBytes: 300 }).begin(requestUrl), 502)
})

test('an oversized token is refused at sign-in', async () => {
  const provider = await startIdentityProvider({ subject: 'anna', claims: { teams: 'x'.repeat(8000) } })
  const sso = openSso(settings(provider.url), { maxBytes: 6000 })
  const { redirect, secret } = await sso.begin(requestUrl)
  await refused(sso.finish(secret, await visit(redirect)), 502)
})

const real = suite('single sign-on at a MinIO server')
if (!hasMinio()) console.log(`Single sign-on on a server is skipped: ${noMinio}`)
const onServer = hasMinio() && !process.env.CONSOLE_TEST_MINIO ? real : () => real.skip()

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>

let provider: Provider
let minio: Minio

/** A server that accepts this provider's tokens, with additional settings. */
const minioFor = async ({ url }: Provider, more: Record<string, string>) => {
  const openid = {
    CONFIG_URL: url.href,
    CLIENT_ID: registration.clientId,
    CLIENT_SECRET: registration.secret,
    SCOPES: 'openid,profile,email',
    REDIRECT_URI_DYNAMIC: 'on',
    ...more,
  }
  const env = Object.fromEntries(
    Object.entries(openid).map(([name, value]) => [`MINIO_IDENTITY_OPENID_${name}`, value]),
  )
  return (await startMinio({ env })) as Minio
}

real.before(async () => {
  if (onServer !== real) return
  const claims = { policy: 'readwrite', preferred_username: 'anna@example.com' }
  provider = await startIdentityProvider({ subject: 'anna', claims })
  minio = await minioFor(provider, { CLAIM_NAME: 'policy' })
})
real.after(async () => {
  await minio?.stop()
})

onServer('a token becomes a session with the rights of its claim, and signing out ends it', async () => {
  const engine = openMinioEngine(minio.url)
  const sso = openSso(settings(provider.url))
  const { redirect, secret } = await sso.begin(requestUrl)
  const tokens = await sso.finish(secret, await visit(redirect))
  const credentials = await engine.loginWithIdToken!(tokens)
  const { permissions, name } = await engine.account(credentials)
  assert.ok(permissions.may('s3:PutObject', { bucket: 'any', key: 'thing' }))
  assert.not(permissions.mayAnywhere('admin:ListUsers'))
  assert.is(name, 'anna@example.com')
  const backend = await actAs(engine, credentials)
  await backend.buckets.add({ name: 'of-anna', versioning: false, locking: false })
  assert.equal(pluck(await backend.buckets.list(), 'name'), ['of-anna'])
  const { accessKey } = await backend.identity.addAccount({ policy: '' })
  assert.equal(pluck(await backend.identity.accounts(), 'accessKey'), [accessKey])
  await refused(backend.identity.changePassword('whatever', 'another-secret'), 403)
  await engine.logout(credentials)
  await refused(engine.account(credentials), 401)
  await refused(engine.loginWithIdToken!({ idToken: `${tokens.idToken.slice(0, -6)}AAAAAA` }), 401)
})

onServer(
  'a person signs in to the console through the provider, and nobody with a code of another browser',
  async () => {
    const server = await startServer({ env: providerEnv(minio.url, provider.url) })
    const [browser, attacker] = [await signIn(server.url), await signIn(server.url)]
    const strategy = (await browser('GET', '/api/v1/login')).json as { loginStrategy: string; redirect: string }
    assert.is(strategy.loginStrategy, 'redirect')
    // another tab on its sign-in page
    await browser('GET', '/api/v1/login')
    const callback = await visit(strategy.redirect)
    assert.is((await attacker('POST', '/api/v1/login/oauth2/auth', callback)).status, 401)
    await attacker('GET', '/api/v1/login')
    assert.is((await attacker('POST', '/api/v1/login/oauth2/auth', callback)).status, 401)
    assert.is((await browser('POST', '/api/v1/login/oauth2/auth', callback)).status, 201)
    const session = (await browser('GET', '/api/v1/session')).json as {
      account: string
      pages: string[]
      distributedMode: boolean
    }
    assert.is(session.account, 'anna@example.com')
    assert.ok(session.distributedMode)
    assert.ok(session.pages.includes('/buckets') && !session.pages.includes('/users'))
    assert.is((await browser('GET', '/api/v1/buckets')).status, 200)
    assert.is((await browser('POST', '/api/v1/logout')).status, 200)
    assert.is((await browser('GET', '/api/v1/session')).status, 401)
    assert.is((await attacker('POST', '/api/v1/login', minio.root)).status, 403)
  },
)

onServer("where the server's provider has a role, its token is for that role and has its policy", async () => {
  const provider = await startIdentityProvider({ subject: 'anna', claims: { policy: 'consoleAdmin' } })
  const minio = await minioFor(provider, { ROLE_POLICY: 'readonly' })
  const url = new URL(minio.url)
  const client = createClient({ url })
  try {
    const Providers = v.array(v.object({ roleARN: v.optional(v.string()) }))
    const providers = await createAdmin(client, adminCrypto(), minio.root).read(Providers, {
      method: 'GET',
      name: 'idp-config/openid',
    })
    const roleArn = providers.find((one) => one.roleARN)?.roleARN
    assert.match(roleArn ?? '', /^arn:minio:iam:::role\//)

    const signIn = async (roleArn: string | undefined) => {
      const sso = openSso(settings(provider.url))
      const { redirect, secret } = await sso.begin(requestUrl)
      const engine = openMinioEngine(url, { roleArn })
      return (await engine.account(await engine.loginWithIdToken!(await sso.finish(secret, await visit(redirect)))))
        .permissions
    }
    const permissions = await signIn(roleArn)
    assert.ok(permissions.mayAnywhere('s3:GetObject'))
    assert.not(permissions.mayAnywhere('s3:PutObject'))
    assert.not(permissions.mayAnywhere('admin:ListUsers'))
    await refused(signIn(undefined), 401)
    await refused(signIn('arn:minio:iam:::role/none'), 401)
  } finally {
    client.close()
    await minio.stop()
  }
})
