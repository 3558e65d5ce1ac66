import { randomBytes } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Failure } from '../../core/failure.ts'
import { plugins } from '../../plugins/server.ts'
import { runsOn } from '../lib/on.ts'
import { choosePlugins } from '../../server/plugins.ts'
import { cookiesOf, type ErrorBody, type Host, startHost } from './host.ts'
import { actAs } from '../lib/ports.ts'

type Session = {
  status: string
  pages: string[]
  features: string[]
  operator: boolean
  distributedMode: boolean
  account: string
  plugins: string[]
}

const key = randomBytes(32)
const reader = { accessKey: 'reader', secretKey: 'reader-secret' }
let host: Host

const setUp = async (target: Host) => {
  const backend = await actAs(target.engine, await target.engine.login(target.root))
  await backend.identity.addUser({ ...reader, groups: [], policies: ['readonly'] })
}

test.before(async () => {
  host = await startHost({ config: { key } })
  await setUp(host)
})
test.after(() => host.stop())

const login = async (pair: unknown, headers: Record<string, string> = {}, target = host) =>
  (await target.as())('POST', '/api/v1/login', pair, headers)

test('signing in sets one cookie that scripts cannot read and other sites cannot send', async () => {
  const answer = await login(host.root)
  assert.is(answer.statusCode, 201)
  assert.equal(Object.keys(answer.json()), ['sessionId'])
  const [cookie, ...others] = answer.cookies
  assert.is(others.length, 0)
  const { name, path, httpOnly, sameSite, secure, maxAge } = cookie ?? {}
  assert.equal(
    { name, path, httpOnly, sameSite, secure },
    { name: 'token', path: '/', httpOnly: true, sameSite: 'Strict', secure: undefined },
  )
  assert.ok(Number(maxAge) > 60, `the session lasts ${maxAge} s`)
  assert.not.match(Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1'), /admin|secret/)
  assert.is.not(answer.json<{ sessionId: string }>().sessionId, cookie?.value)
})

test('blanks around a name do not count, those around a password do', async () => {
  const { accessKey, secretKey } = host.root
  assert.is((await login({ accessKey: ` ${accessKey}\n`, secretKey })).statusCode, 201)
  assert.is((await login({ accessKey, secretKey: `${secretKey} ` })).statusCode, 401)
})

test('whatever is wrong with a pair, the answer is the same and never early', async () => {
  const timed = async (pair: unknown) => {
    const started = performance.now()
    const answer = await login(pair)
    return {
      status: answer.statusCode,
      body: answer.payload,
      cookies: answer.cookies.length,
      ms: performance.now() - started,
    }
  }
  const unknown = await timed({ accessKey: 'nobody', secretKey: 'whatever-it-is' })
  const wrong = await timed({ ...host.root, secretKey: 'wrong-password' })
  for (const { status, body, cookies } of [unknown, wrong]) {
    assert.equal(
      { status, body, cookies },
      { status: 401, body: '{"code":401,"message":"invalid Login","detailedMessage":null}', cookies: 0 },
    )
  }
  // a timer may be a few ms early
  assert.ok(Math.min(unknown.ms, wrong.ms) > 390, `${unknown.ms} ms and ${wrong.ms} ms`)
})

test('a failed sign-in leaves the session that there is', async () => {
  const send = await host.as(host.root)
  const answer = await send('POST', '/api/v1/login', { accessKey: 'nobody', secretKey: 'x' })
  assert.is(answer.statusCode, 401)
  assert.is(answer.cookies.length, 0)
})

test('after five failures an account has to wait there, and is told how long; from elsewhere it signs in', async () => {
  const target = await startHost()
  const guess = () => login({ accessKey: 'admin', secretKey: 'wrong-password' }, {}, target)
  const first = await Promise.all(Array.from({ length: 5 }, guess))
  assert.ok(first.every(({ statusCode }) => statusCode === 401))
  const answer = await guess()
  assert.is(answer.statusCode, 429)
  assert.ok(Number(answer.headers['retry-after']) >= 1)
  assert.is((await login(target.root, {}, target)).statusCode, 429)
  const elsewhere = { trustedProxies: ['127.0.0.1'] }
  const behind = await startHost({ config: elsewhere, engine: () => target.engine })
  const from = (address: string, secretKey: string) =>
    login({ ...target.root, secretKey }, { 'x-forwarded-for': address }, behind)
  for (let count = 0; count < 5; count += 1) await from('203.0.113.1', 'wrong-password')
  assert.is((await from('203.0.113.1', target.root.secretKey)).statusCode, 429)
  assert.is((await from('203.0.113.2', target.root.secretKey)).statusCode, 201)
  await behind.app.close()
  assert.is((await login({ accessKey: 'other', secretKey: 'x' }, {}, target)).statusCode, 401)
  await target.stop()
})

test('the session names account, pages and plugins', async () => {
  const here = plugins.filter(runsOn('embedded'))
  const session = (await (await host.as(host.root))('GET', '/api/v1/session')).json<Session>()
  assert.is(session.status, 'ok')
  assert.is(session.account, 'admin')
  assert.is(session.operator, false)
  assert.equal(
    session.plugins,
    here.map(({ id }) => id),
  )
  assert.equal(
    session.pages,
    here.flatMap(({ pages, needs }) =>
      Object.keys(pages).filter((page) => !needs || !(page in needs) || session.features.includes(needs[page]!)),
    ),
  )
  assert.not.ok(session.pages.includes('/tiers'), 'a page of what this engine lacks')
})

test("a user is given the pages that each of their policies' actions allow", async () => {
  const { pages } = (await (await host.as(reader))('GET', '/api/v1/session')).json<Session>()
  assert.ok(pages.includes('/buckets') && pages.includes('/account'))
  assert.not.ok(pages.some((page) => page.startsWith('/users') || page.startsWith('/policies') || page === '/groups'))
})

test('a plugin that is off has no endpoint, no page and no name in the session', async () => {
  const target = await startHost({ plugins: choosePlugins(plugins, { only: undefined, disabled: ['identity'] }) })
  const send = await target.as(target.root)
  const session = (await send('GET', '/api/v1/session')).json<Session>()
  assert.not.ok(session.plugins.includes('identity'))
  assert.not.ok(session.pages.some((page) => page.startsWith('/users')))
  assert.is((await send('GET', '/api/v1/users')).statusCode, 404)
  assert.is((await send('GET', '/api/v1/policies')).statusCode, 200)
  await target.stop()
})

test('pages that need what the storage has not are given to nobody', async () => {
  const target = await startHost({
    engine: (engine) => ({
      ...engine,
      account: async (...who) => ({ ...(await engine.account(...who)), features: ['versions'] }),
    }),
  })
  const { pages, features } = (await (await target.as(target.root))('GET', '/api/v1/session')).json<Session>()
  assert.equal(features, ['versions'])
  assert.not.ok(pages.includes('/users') || pages.includes('/groups'))
  assert.ok(pages.includes('/policies'))
  await target.stop()
})

test('logging out takes the cookie away and ends the session at the engine', async () => {
  const answer = await login(host.root)
  const cookie = cookiesOf(answer)
  const send = await host.as()
  const out = await send('POST', '/api/v1/logout', undefined, { cookie })
  assert.is(out.statusCode, 200)
  assert.is(out.payload, '')
  assert.equal(
    out.cookies.map(({ name, value, maxAge }) => ({ name, value, maxAge })),
    [{ name: 'token', value: '', maxAge: 0 }],
  )
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie })).statusCode, 401)
})

test('logging out takes the cookie away even where the engine fails or the session is no more', async () => {
  const target = await startHost({
    engine: (engine) => ({ ...engine, logout: () => Promise.reject(new Failure(503, 'down')) }),
  })
  const cookie = cookiesOf(await login(target.root, {}, target))
  const send = await target.as()
  for (const sent of [cookie, 'token=rubbish']) {
    const answer = await send('POST', '/api/v1/logout', undefined, { cookie: sent })
    assert.is(answer.statusCode, sent === cookie ? 200 : 401)
    assert.is(answer.cookies[0]?.maxAge, 0)
  }
  await target.stop()
})

test('a session longer than one cookie is split, joined again and cleared whole', async () => {
  const token = randomBytes(4500).toString('hex')
  const target = await startHost({
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
  const answer = await login(target.root, {}, target)
  assert.equal(
    answer.cookies.map(({ name }) => name),
    ['token', 'token.1', 'token.2', 'token.3'],
  )
  for (const { name, value } of answer.cookies) assert.ok(name.length + value.length <= 4096)
  const send = await target.as()
  const cookie = cookiesOf(answer)
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie })).json<Session>().account, token)
  const withoutLast = cookie.split('; ').slice(0, -1).join('; ')
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie: withoutLast })).statusCode, 401)
  const out = await send('POST', '/api/v1/logout', undefined, { cookie })
  assert.equal(
    out.cookies.map(({ name, maxAge }) => [name, maxAge]),
    [
      ['token', 0],
      ['token.1', 0],
      ['token.2', 0],
      ['token.3', 0],
    ],
  )
  await target.stop()
})

test('a shorter session takes the rest of a longer one away', async () => {
  const answer = await login(host.root, { cookie: 'token=3.a; token.1=b; token.2=c; other=d' })
  assert.equal(
    answer.cookies.map(({ name, value }) => [name, value !== '']),
    [
      ['token', true],
      ['token.1', false],
      ['token.2', false],
    ],
  )
})

test("two consoles with the same key take each other's sessions", async () => {
  const twin = await startHost({ config: { key }, engine: () => host.engine })
  const cookie = cookiesOf(await login(host.root))
  assert.is((await (await twin.as())('GET', '/api/v1/session', undefined, { cookie })).statusCode, 200)
  await twin.app.close()
})

test('below a sub-path the cookie counts there only', async () => {
  const target = await startHost({ config: { subpath: '/console' } })
  const send = await target.as()
  const answer = await send('POST', '/console/api/v1/login', target.root)
  assert.equal([answer.statusCode, answer.cookies[0]?.name, answer.cookies[0]?.path], [201, 'token', '/console'])
  for (const url of ['/console/api/v1/session', '/api/v1/session'])
    assert.is((await send('GET', url, undefined, { cookie: cookiesOf(answer) })).statusCode, 200)
  await target.stop()
})

test('behind TLS a cookie is never sent without, and its name says that nobody else has set it', async () => {
  for (const [subpath, name] of [
    ['', '__Host-token'],
    ['/console', '__Secure-token'],
  ] as const) {
    const target = await startHost({ config: { subpath, trustedProxies: ['127.0.0.1'] } })
    const tls = { 'x-forwarded-proto': 'https', origin: 'https://console.test' }
    const answer = await login(target.root, tls, target)
    const [cookie] = answer.cookies
    assert.equal([cookie?.name, cookie?.path, cookie?.secure, cookie?.domain], [name, subpath || '/', true, undefined])
    assert.is(answer.headers['strict-transport-security'], 'max-age=31536000')
    const send = await target.as()
    const status = async (cookie: string) =>
      (await send('GET', '/api/v1/session', undefined, { ...tls, cookie })).statusCode
    assert.is(await status(cookiesOf(answer)), 200)
    // whoever has a neighbouring host could set this one
    assert.is(await status(`token=${cookie?.value}`), 401)
    const out = await send('POST', '/api/v1/logout', undefined, { ...tls, cookie: cookiesOf(answer) })
    assert.equal([out.cookies[0]?.name, out.cookies[0]?.maxAge, out.cookies[0]?.secure], [name, 0, true])
    await target.stop()
  }
})

test('signing out takes only cookies of the console away', async () => {
  const send = await host.as(host.root)
  const cookie = `${cookiesOf(await login(host.root))}; theme=dark; tokens=3`
  const out = await send('POST', '/api/v1/logout', undefined, { cookie })
  assert.equal(
    out.cookies.map(({ name }) => name),
    ['token'],
  )
  assert.is(out.headers['clear-site-data'], undefined)
})

test('guessing the current password in a session is slowed down as signing in is', async () => {
  const admin = await host.as(host.root)
  const pair = { accessKey: 'guessed', secretKey: 'guessed-secret' }
  await admin('POST', '/api/v1/users', { ...pair, groups: [], policies: ['readonly'] })
  const send = await host.as(pair)
  const change = async (current: string) => {
    const answer = await send('POST', '/api/v1/account/change-password', {
      current_secret_key: current,
      new_secret_key: 'another-secret',
    })
    return answer.statusCode
  }
  for (let count = 0; count < 5; count += 1) assert.is(await change('a-wrong-guess'), 403)
  assert.is(await change('a-wrong-guess'), 429)
  assert.is(await change(pair.secretKey), 429)
})

test('a session ends when nothing was called for the time that is set, and goes on while something is', async () => {
  const target = await startHost({ config: { idleSeconds: 600 } })
  const send = await target.as()
  const { now } = Date
  let passed = 0
  Date.now = () => now() + passed
  try {
    let cookie = cookiesOf(await login(target.root, {}, target))
    const call = async () => {
      const answer = await send('GET', '/api/v1/buckets', undefined, { cookie })
      if (answer.statusCode === 200 && answer.cookies.length > 0) cookie = cookiesOf(answer)
      return answer.statusCode
    }
    for (let count = 0; count < 5; count += 1) {
      passed += 500_000
      assert.is(await call(), 200)
    }
    const stolen = cookie
    passed += 601_000
    assert.is(await call(), 401)
    cookie = stolen
    assert.is(await call(), 401)
  } finally {
    Date.now = now
    await target.stop()
  }
})

test('without a time for idling a session is not renewed', async () => {
  const send = await host.as(host.root)
  assert.is((await send('GET', '/api/v1/buckets')).cookies.length, 0)
})

test('forwarded headers of whoever is no trusted proxy change nothing', async () => {
  const answer = await login(host.root, { 'x-forwarded-proto': 'https' })
  assert.is(answer.cookies[0]?.secure, undefined)
  assert.is(answer.headers['strict-transport-security'], undefined)
})

test("changing one's password signs in anew", async () => {
  const pair = { accessKey: 'changer', secretKey: 'first-secret' }
  const backend = await actAs(host.engine, await host.engine.login(host.root))
  await backend.identity.addUser({ ...pair, groups: [], policies: ['readonly'] })
  const before = cookiesOf(await login(pair))
  const send = await host.as()
  const answer = await send(
    'POST',
    '/api/v1/account/change-password',
    { current_secret_key: pair.secretKey, new_secret_key: 'second-secret' },
    { cookie: before },
  )
  assert.is(answer.statusCode, 201, answer.payload)
  const after = cookiesOf(answer)
  assert.match(after, /^token=/)
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie: after })).statusCode, 200)
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie: before })).statusCode, 401)
})

test('a session that ended takes its cookie with it', async () => {
  const answer = await (await host.as())('GET', '/api/v1/session', undefined, { cookie: 'token=rubbish' })
  assert.is(answer.statusCode, 401)
  assert.is(answer.cookies[0]?.maxAge, 0)
  assert.is((await (await host.as())('GET', '/api/v1/session')).cookies.length, 0)
})

test('permissions are answered for an action, a bucket and what lies in it, with Deny', async () => {
  const backend = await actAs(host.engine, await host.engine.login(host.root))
  const statement = (Effect: string, Action: string, ...resources: string[]) => ({
    Effect,
    Action: [Action],
    Resource: resources.map((resource) => `arn:aws:s3:::${resource}`),
  })
  const document = {
    Version: '2012-10-17',
    Statement: [statement('Allow', 's3:*', 'mine', 'mine/*'), statement('Deny', 's3:DeleteObject', 'mine/kept/*')],
  }
  await backend.policies.set('mine', JSON.stringify(document))
  const pair = { accessKey: 'owner', secretKey: 'owner-secret' }
  await backend.identity.addUser({ ...pair, groups: [], policies: ['mine'] })
  const answer = await (await host.as(pair))('POST', '/api/v1/has-permission', {
    actions: [
      { id: 'put', action: 's3:PutObject', bucket_name: 'mine', object: 'a' },
      { id: 'other', action: 's3:PutObject', bucket_name: 'other', object: 'a' },
      { id: 'delete', action: 's3:DeleteObject', bucket_name: 'mine', object: 'a' },
      { id: 'denied', action: 's3:DeleteObject', bucket_name: 'mine', object: 'kept/a' },
      { id: 'anywhere', action: 's3:PutObject' },
      { id: 'admin', action: 'admin:CreateUser' },
      { id: 'nonsense', action: '' },
    ],
  })
  assert.is(answer.statusCode, 201)
  const granted = Object.fromEntries(
    answer.json<{ permissions: { id: string; can: boolean }[] }>().permissions.map(({ id, can }) => [id, can]),
  )
  assert.equal(granted, {
    put: true,
    other: false,
    delete: true,
    denied: false,
    anywhere: true,
    admin: false,
    nonsense: false,
  })
  assert.equal((await (await host.as(pair))('POST', '/api/v1/has-permission', {})).json(), { permissions: [] })
})

test('the login page learns how to sign in', async () => {
  const answer = await (await host.as())('GET', '/api/v1/login')
  assert.equal(answer.json(), { loginStrategy: 'form', server: '', version: '1.2.3' })
})

test('signing in with a service account token or single sign-on is refused in words where there is none', async () => {
  const send = await host.as()
  const operator = await send('POST', '/api/v1/login/operator', { jwt: 'x' })
  assert.is(operator.statusCode, 400)
  assert.match(operator.json<ErrorBody>().message, /sign in with a user name and password/)
  const oauth = await send('POST', '/api/v1/login/oauth2/auth', { code: 'x', state: 'y' })
  assert.is(oauth.statusCode, 400)
  assert.match(oauth.json<ErrorBody>().message, /single sign-on is not set up/)
})

test('restarting the storage is for those who may, and leaves everything there', async () => {
  const send = await host.as(host.root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'survives' })).statusCode, 201)
  assert.is((await (await host.as(reader))('POST', '/api/v1/service/restart')).statusCode, 403)
  for (const answer of await Promise.all([1, 2, 3].map(() => send('POST', '/api/v1/service/restart', {})))) {
    assert.equal([answer.statusCode, answer.payload], [204, ''])
  }
  const { buckets } = (await send('GET', '/api/v1/buckets')).json<{ buckets: { name: string }[] }>()
  assert.ok(buckets.some(({ name }) => name === 'survives'))
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
        throw new Failure(401, 'invalid Login', 'The state does not fit')
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
          : Promise.reject(new Failure(401, 'invalid Login', 'No policy is known')),
    }),
  })

/** What a browser keeps of the cookies that answers set. */
const createJar = () => {
  const jar = new Map<string, string>()
  return {
    keep: (answer: { cookies: { name: string; value: string; maxAge?: number }[] }) => {
      for (const { name, value, maxAge } of answer.cookies) maxAge === 0 ? jar.delete(name) : jar.set(name, value)
    },
    names: () => [...jar.keys()],
    header: () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
  }
}

test('single sign-on sends the browser to the provider and knows it again when it returns', async () => {
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
  const unknown = 'This browser began no such sign-in, or more than 10 minutes ago'
  assert.equal(await finish('42', 'other', { cookie }), [401, unknown])
  assert.equal(await finish('42', 'state-1'), [401, unknown])
  assert.equal(await finish('41', 'state-1', { cookie }), [401, 'No policy is known'])
  assert.is((await send('POST', '/api/v1/login', target.root)).statusCode, 403)
  await target.stop()
})

test('sign-ins in several tabs do not disturb each other, and only so many are kept', async () => {
  const target = await withProvider(false)
  const send = await target.as()
  const jar = createJar()
  const begin = async () => jar.keep(await send('GET', '/api/v1/login', undefined, jar.header()))
  const finish = async (state: string) => {
    const answer = await send('POST', '/api/v1/login/oauth2/auth', { code: '42', state }, jar.header())
    jar.keep(answer)
    return answer.statusCode
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

test('the form stands beside single sign-on where that is asked for, and stays when the provider is down', async () => {
  const target = await withProvider(true)
  const send = await target.as()
  assert.is((await send('GET', '/api/v1/login')).json().form, true)
  assert.is((await send('POST', '/api/v1/login', target.root)).statusCode, 201)
  await target.stop()
  const down = { ...createProvider(), begin: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  const [without, beside] = [await withProvider(false, down), await withProvider(true, down)]
  const answer = await (await without.as())('GET', '/api/v1/login')
  assert.equal(
    [answer.statusCode, answer.json<ErrorBody>().message],
    [503, 'unable to contact configured identity provider'],
  )
  assert.is((await (await beside.as())('GET', '/api/v1/login')).json().loginStrategy, 'form')
  await without.stop()
  await beside.stop()
})

test.run()
