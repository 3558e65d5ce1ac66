import { randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { assert, test } from '../lib/suite.ts'
import { pluck } from '../lib/pluck.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { cookiesOf, type ErrorBody, hostOn, startHost } from './host.ts'
import { key, host, login, sessionCookie, useHost, type Session } from './login.ts'

useHost(test)

test('signing in sets one cookie that is HttpOnly and SameSite', async () => {
  const response = await login(host.root)
  assert.is(response.statusCode, 201)
  assert.equal(Object.keys(response.json()), ['sessionId'])
  const [cookie, ...others] = response.cookies
  assert.is(others.length, 0)
  const { name, path, httpOnly, sameSite, secure, maxAge } = cookie ?? {}
  assert.equal(
    { name, path, httpOnly, sameSite, secure },
    { name: sessionCookie, path: '/', httpOnly: true, sameSite: 'Strict', secure: undefined },
  )
  assert.ok(Number(maxAge) > 60, `the session lasts ${maxAge} s`)
  assert.not.match(Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1'), /admin|secret/)
  assert.is.not(response.json<{ sessionId: string }>().sessionId, cookie?.value)
})

test('spaces around a name are trimmed, and those around a password are kept', async () => {
  const { accessKey, secretKey } = host.root
  assert.is((await login({ accessKey: ` ${accessKey}\n`, secretKey })).statusCode, 201)
  assert.is((await login({ accessKey, secretKey: `${secretKey} ` })).statusCode, 401)
})

test('every refusal of credentials is identical and takes the same time', async () => {
  const timed = async (pair: unknown) => {
    const started = performance.now()
    const response = await login(pair)
    return {
      status: response.statusCode,
      body: response.payload,
      cookies: response.cookies.length,
      ms: performance.now() - started,
    }
  }
  const unknown = await timed({ accessKey: 'nobody', secretKey: 'whatever-it-is' })
  const wrong = await timed({ ...host.root, secretKey: 'wrong-password' })
  for (const { status, body, cookies } of [unknown, wrong]) {
    assert.equal(
      { status, body, cookies },
      { status: 401, body: '{"code":401,"message":"invalid Login","detailedMessage":"invalid Login"}', cookies: 0 },
    )
  }
  // a timer may be a few ms early
  assert.ok(Math.min(unknown.ms, wrong.ms) > 390, `${unknown.ms} ms and ${wrong.ms} ms`)
})

test('a failed sign-in keeps the existing session', async () => {
  const send = await host.as(host.root)
  const response = await send('POST', '/api/v1/login', { accessKey: 'nobody', secretKey: 'x' })
  assert.is(response.statusCode, 401)
  assert.is(response.cookies.length, 0)
})

test('after five failures an account is delayed for that address, with the time, and not elsewhere', async () => {
  const target = await startHost()
  const guess = () => login({ accessKey: 'admin', secretKey: 'wrong-password' }, {}, target)
  const first = await Promise.all(Array.from({ length: 5 }, guess))
  assert.ok(first.every(({ statusCode }) => statusCode === 401))
  const response = await guess()
  assert.is(response.statusCode, 429)
  assert.ok(Number(response.headers['retry-after']) >= 1)
  assert.is((await login(target.root, {}, target)).statusCode, 429)
  const elsewhere = { trustedProxies: ['127.0.0.1'] }
  const behind = await hostOn(target.engine, target.root, { config: elsewhere })
  const from = (address: string, secretKey: string) =>
    login({ ...target.root, secretKey }, { 'x-forwarded-for': address }, behind)
  for (let count = 0; count < 5; count += 1) await from('203.0.113.1', 'wrong-password')
  assert.is((await from('203.0.113.1', target.root.secretKey)).statusCode, 429)
  assert.is((await from('203.0.113.2', target.root.secretKey)).statusCode, 201)
  await behind.app.close()
  assert.is((await login({ accessKey: 'other', secretKey: 'x' }, {}, target)).statusCode, 401)
  await target.stop()
})

test('a session larger than one cookie is split, joined and deleted completely', async () => {
  const token = randomBytes(4500).toString('hex')
  const target = await startHost({
    config: { key },
    engine: (engine) => ({
      ...engine,
      login: async (pair) => ({ ...(await engine.login(pair)), sessionToken: token }),
      account: async (credentials) => ({
        name: credentials.sessionToken,
        features: [],
        permissions: { may: () => true, mayAnywhere: () => true },
        documents: [],
      }),
    }),
  })
  const response = await login(target.root, {}, target)
  assert.equal(
    response.cookies.map(({ name }) => name),
    [sessionCookie, `${sessionCookie}.1`, `${sessionCookie}.2`, `${sessionCookie}.3`],
  )
  for (const { name, value } of response.cookies) assert.ok(name.length + value.length <= 4096)
  const send = await target.as()
  const cookie = cookiesOf(response)
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie })).json<Session>().account, token)
  const withoutLast = cookie.split('; ').slice(0, -1).join('; ')
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie: withoutLast })).statusCode, 401)
  const out = await send('POST', '/api/v1/logout', undefined, { cookie })
  assert.equal(
    out.cookies.map(({ name, maxAge }) => [name, maxAge]),
    [
      [sessionCookie, 0],
      [`${sessionCookie}.1`, 0],
      [`${sessionCookie}.2`, 0],
      [`${sessionCookie}.3`, 0],
    ],
  )
  await target.stop()
})

test('a smaller session deletes the remaining cookies of a larger one', async () => {
  const response = await login(host.root, {
    cookie: `${sessionCookie}=3.a; ${sessionCookie}.1=b; ${sessionCookie}.2=c; other=d`,
  })
  assert.equal(
    response.cookies.map(({ name, value }) => [name, value !== '']),
    [
      [sessionCookie, true],
      [`${sessionCookie}.1`, false],
      [`${sessionCookie}.2`, false],
    ],
  )
})

test("two consoles on one host do not affect each other's sessions", async () => {
  const neighbor = await startHost()
  const browser = new Map<string, string>()
  const take = (response: LightMyRequestResponse) => {
    for (const { name, value } of response.cookies) {
      if (value) browser.set(name, value)
      else browser.delete(name)
    }
    return response
  }
  const cookie = () => Array.from(browser, (pair) => pair.join('=')).join('; ')
  take(await login(host.root))
  take(await login(neighbor.root, { cookie: cookie() }, neighbor))
  assert.is(browser.size, 2)
  const [own, other] = [await host.as(), await neighbor.as()]
  const status = async (send: typeof own) =>
    take(await send('GET', '/api/v1/session', undefined, { cookie: cookie() })).statusCode
  assert.equal([await status(own), await status(other)], [200, 200])
  take(await other('POST', '/api/v1/logout', undefined, { cookie: cookie() }))
  assert.equal([await status(own), await status(other)], [200, 401])
})

test('a foreign cookie named token is ignored, and a script may send the session as token', async () => {
  const send = await host.as()
  const response = await send('GET', '/api/v1/session', undefined, { cookie: 'token=of-another-program' })
  assert.equal([response.statusCode, response.cookies], [401, []])
  const [session] = (await login(host.root)).cookies
  const cookie = `token=${session?.value}`
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie })).statusCode, 200)
  const out = await send('POST', '/api/v1/logout', undefined, { cookie })
  assert.equal(
    out.cookies.map(({ name, maxAge }) => [name, maxAge]),
    [
      [sessionCookie, 0],
      ['token', 0],
    ],
  )
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie })).statusCode, 401)
})

test("two consoles with the same key accept each other's sessions", async () => {
  const replica = await hostOn(host.engine, host.root, { config: { key } })
  const cookie = cookiesOf(await login(host.root))
  assert.is((await (await replica.as())('GET', '/api/v1/session', undefined, { cookie })).statusCode, 200)
})

test('under a subpath the cookie is limited to that path', async () => {
  const target = await startHost({ config: { key, subpath: '/console' } })
  const send = await target.as()
  const response = await send('POST', '/console/api/v1/login', target.root)
  assert.equal(
    [response.statusCode, response.cookies[0]?.name, response.cookies[0]?.path],
    [201, sessionCookie, '/console'],
  )
  for (const url of ['/console/api/v1/session', '/api/v1/session'])
    assert.is((await send('GET', url, undefined, { cookie: cookiesOf(response) })).statusCode, 200)
  await target.stop()
})

test('with TLS the cookie is Secure and has the host prefix', async () => {
  for (const [subpath, name] of [
    ['', `__Host-${sessionCookie}`],
    ['/console', `__Secure-${sessionCookie}`],
  ] as const) {
    const target = await startHost({ config: { key, subpath, trustedProxies: ['127.0.0.1'] } })
    const tls = { 'x-forwarded-proto': 'https', origin: 'https://console.test' }
    const response = await login(target.root, tls, target)
    const [cookie] = response.cookies
    assert.equal([cookie?.name, cookie?.path, cookie?.secure, cookie?.domain], [name, subpath || '/', true, undefined])
    assert.is(response.headers['strict-transport-security'], 'max-age=31536000')
    const send = await target.as()
    const status = async (cookie: string) =>
      (await send('GET', '/api/v1/session', undefined, { ...tls, cookie })).statusCode
    assert.is(await status(cookiesOf(response)), 200)
    // a neighboring host could set this one
    for (const plain of ['token', sessionCookie]) assert.is(await status(`${plain}=${cookie?.value}`), 401)
    const out = await send('POST', '/api/v1/logout', undefined, { ...tls, cookie: cookiesOf(response) })
    assert.equal([out.cookies[0]?.name, out.cookies[0]?.maxAge, out.cookies[0]?.secure], [name, 0, true])
    await target.stop()
  }
})

test('signing out deletes only cookies of the console', async () => {
  const send = await host.as(host.root)
  const cookie = `${cookiesOf(await login(host.root))}; theme=dark; tokens=3`
  const out = await send('POST', '/api/v1/logout', undefined, { cookie })
  assert.equal(pluck(out.cookies, 'name'), [sessionCookie])
  assert.is(out.headers['clear-site-data'], undefined)
})

test('the login page gets the sign-in methods', async () => {
  const response = await (await host.as())('GET', '/api/v1/login')
  assert.equal(response.json(), { loginStrategy: 'form', server: '', version: '1.2.3' })
})

test('token and single sign-on are refused with the reason if not configured', async () => {
  const send = await host.as()
  const operator = await send('POST', '/api/v1/login/operator', { jwt: 'x' })
  assert.is(operator.statusCode, 400)
  assert.match(operator.json<ErrorBody>().message, /sign in with a user name and password/)
  const oauth = await send('POST', '/api/v1/login/oauth2/auth', { code: 'x', state: 'y' })
  assert.is(oauth.statusCode, 400)
  assert.match(oauth.json<ErrorBody>().message, /single sign-on is not set up/)
})

const createProvider = () => {
  let begun = 0
  return {
    begin: async () => {
      begun += 1
      return { redirect: `https://idp.test/authorize?state=state-${begun}`, secret: `the secret ${begun}` }
    },
    finish: async (secret: string, { code, state }: { code: string; state: string }) => {
      if (secret.replace('the secret ', 'state-') !== state)
        throw new Failure(401, 'invalid Login', { detail: 'The state does not fit' })
      return { idToken: `token for ${code}` }
    },
  }
}

const withProvider = (localLogin: boolean, sso = createProvider()) =>
  startHost({
    config: { sso, localLogin },
    engine: (engine) => ({
      ...engine,
      loginWithIdToken: ({ idToken }) =>
        idToken === 'token for 42'
          ? engine.login(host.root)
          : Promise.reject(new Failure(401, 'invalid Login', { detail: 'No policy is known' })),
    }),
  })

/** Stores cookies of responses, as a browser does. */
const createJar = () => {
  const jar = new Map<string, string>()
  return {
    keep: (response: { cookies: { name: string; value: string; maxAge?: number }[] }) => {
      for (const { name, value, maxAge } of response.cookies) maxAge === 0 ? jar.delete(name) : jar.set(name, value)
    },
    names: () => [...jar.keys()],
    header: () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
  }
}

test('single sign-on redirects to the provider and recognizes the returning browser', async () => {
  const target = await withProvider(false)
  const send = await target.as()
  const begun = await send('GET', '/api/v1/login')
  const { loginStrategy, redirect, form } = begun.json()
  assert.equal(
    { loginStrategy, redirect, form },
    { loginStrategy: 'redirect', redirect: 'https://idp.test/authorize?state=state-1', form: false },
  )
  const cookie = cookiesOf(begun)
  assert.not.match(cookie, /the secret/)
  const finish = async (code: string, state: string, headers = {}) => {
    const { statusCode, payload } = await send('POST', '/api/v1/login/oauth2/auth', { code, state }, headers)
    return [statusCode, statusCode === 401 && (JSON.parse(payload) as ErrorBody).detailedMessage]
  }
  assert.equal(await finish('42', 'state-1', { cookie }), [201, false])
  const unknown = 'This browser did not start this sign-in, or started it more than 10 minutes ago'
  assert.equal(await finish('42', 'other', { cookie }), [401, unknown])
  assert.equal(await finish('42', 'state-1'), [401, unknown])
  assert.equal(await finish('41', 'state-1', { cookie }), [401, 'No policy is known'])
  assert.is((await send('POST', '/api/v1/login', target.root)).statusCode, 403)
  await target.stop()
})

test('sign-ins in several tabs are independent, up to a limit', async () => {
  const target = await withProvider(false)
  const send = await target.as()
  const jar = createJar()
  const begin = async () => jar.keep(await send('GET', '/api/v1/login', undefined, jar.header()))
  const finish = async (state: string) => {
    const response = await send('POST', '/api/v1/login/oauth2/auth', { code: '42', state }, jar.header())
    jar.keep(response)
    return response.statusCode
  }
  for (let tab = 0; tab < 8; tab += 1) await begin()
  assert.is(jar.names().length, 6)
  const ends = []
  for (let tab = 1; tab <= 8; tab += 1) ends.push(await finish(`state-${tab}`))
  assert.equal(ends.toSorted(), [201, 201, 201, 201, 201, 201, 401, 401])
  assert.is(ends.at(-1), 201)
  assert.is(await finish('state-8'), 401)
  await target.stop()
})

test('the form is next to single sign-on if configured, and works while the provider is down', async () => {
  const target = await withProvider(true)
  const send = await target.as()
  assert.is((await send('GET', '/api/v1/login')).json().form, true)
  assert.is((await send('POST', '/api/v1/login', target.root)).statusCode, 201)
  await target.stop()
  const down = { ...createProvider(), begin: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  const [without, beside] = [await withProvider(false, down), await withProvider(true, down)]
  const response = await (await without.as())('GET', '/api/v1/login')
  assert.equal(
    [response.statusCode, response.json<ErrorBody>().message],
    [503, 'unable to contact configured identity provider'],
  )
  assert.is((await (await beside.as())('GET', '/api/v1/login')).json().loginStrategy, 'form')
  await without.stop()
  await beside.stop()
})
