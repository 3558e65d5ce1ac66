import { assert, test } from '../lib/suite.ts'
import { createSeal } from '../../server/seal.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { plugins } from '../lib/plugins-of-server.ts'
import { runsOn } from '../lib/plugin-engines.ts'
import { choosePlugins } from '../../server/plugin-choice.ts'
import { cookiesOf, startHost } from './host.ts'
import { actAs } from '../lib/ports.ts'
import { key, reader, host, login, sessionCookie, useHost, type Session } from './login.ts'

useHost(test)

test('the session names account, pages and plugins', async () => {
  const active = plugins.filter(runsOn('embedded'))
  const session = (await (await host.as(host.root))('GET', '/api/v1/session')).json<Session>()
  assert.is(session.status, 'ok')
  assert.is(session.account, 'admin')
  assert.is(session.operator, false)
  assert.equal(session.plugins.toSorted(), active.map(({ id }) => id).sort())
  assert.equal(
    session.pages.toSorted(),
    active
      .flatMap(({ pages, needs }) =>
        Object.keys(pages).filter((page) => !needs || !(page in needs) || session.features.includes(needs[page]!)),
      )
      .sort(),
  )
  assert.not.ok(session.pages.includes('/tiers'), 'a page of what this engine lacks')
})

test('a user gets the pages allowed by any attached policy', async () => {
  const { pages } = (await (await host.as(reader))('GET', '/api/v1/session')).json<Session>()
  assert.ok(pages.includes('/buckets') && pages.includes('/account'))
  assert.not.ok(pages.some((page) => page.startsWith('/users') || page.startsWith('/policies') || page === '/groups'))
})

test('a disabled plugin has no endpoints, pages or session entry', async () => {
  const target = await startHost({ plugins: choosePlugins(plugins, { only: undefined, disabled: ['identity'] }) })
  const send = await target.as(target.root)
  const session = (await send('GET', '/api/v1/session')).json<Session>()
  assert.not.ok(session.plugins.includes('identity'))
  assert.not.ok(session.pages.some((page) => page.startsWith('/users')))
  assert.is((await send('GET', '/api/v1/users')).statusCode, 404)
  assert.is((await send('GET', '/api/v1/policies')).statusCode, 200)
})

test('no account gets pages that need a missing storage feature', async () => {
  const target = await startHost({
    engine: (engine) => ({
      ...engine,
      account: async (...who) => ({ ...(await engine.account(...who)), features: ['versions'] }),
    }),
  })
  const { pages, features } = (await (await target.as(target.root))('GET', '/api/v1/session')).json<Session>()
  assert.equal(features, ['versions'])
  for (const page of ['/users', '/groups', '/policies', '/account/create']) assert.not.ok(pages.includes(page), page)
  assert.ok(pages.includes('/buckets'))
})

test('logging out deletes the cookie and ends the session at the engine', async () => {
  const response = await login(host.root)
  const cookie = cookiesOf(response)
  const send = await host.as()
  const out = await send('POST', '/api/v1/logout', undefined, { cookie })
  assert.is(out.statusCode, 200)
  assert.is(out.payload, '')
  assert.equal(
    out.cookies.map(({ name, value, maxAge }) => ({ name, value, maxAge })),
    [{ name: sessionCookie, value: '', maxAge: 0 }],
  )
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie })).statusCode, 401)
})

test('logging out deletes the cookie even if the engine fails or the session has ended', async () => {
  const target = await startHost({
    config: { key },
    engine: (engine) => ({ ...engine, logout: () => Promise.reject(new Failure(503, 'down')) }),
  })
  const cookie = cookiesOf(await login(target.root, {}, target))
  const send = await target.as()
  for (const sent of [cookie, `${sessionCookie}=rubbish`]) {
    const response = await send('POST', '/api/v1/logout', undefined, { cookie: sent })
    assert.is(response.statusCode, sent === cookie ? 200 : 401)
    assert.is(response.cookies[0]?.maxAge, 0)
  }
})

test('guessing the current password in a session is throttled like signing in', async () => {
  const admin = await host.as(host.root)
  const pair = { accessKey: 'guessed', secretKey: 'guessed-secret' }
  await admin('POST', '/api/v1/users', { ...pair, groups: [], policies: ['readonly'] })
  const send = await host.as(pair)
  const change = async (current: string) => {
    const response = await send('POST', '/api/v1/account/change-password', {
      current_secret_key: current,
      new_secret_key: 'another-secret',
    })
    return response.statusCode
  }
  for (let count = 0; count < 5; count += 1) assert.is(await change('a-wrong-guess'), 403)
  assert.is(await change('a-wrong-guess'), 429)
  assert.is(await change(pair.secretKey), 429)
})

test('an idle session ends after its timeout, and an active one continues', async () => {
  const target = await startHost({ config: { idleSeconds: 600 } })
  const send = await target.as()
  const { now } = Date
  let passed = 0
  Date.now = () => now() + passed
  try {
    let cookie = cookiesOf(await login(target.root, {}, target))
    const call = async () => {
      const response = await send('GET', '/api/v1/buckets', undefined, { cookie })
      if (response.statusCode === 200 && response.cookies.length > 0) cookie = cookiesOf(response)
      return response.statusCode
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
  }
})

test('the idle timeout continues from the time in a cookie of an earlier version', async () => {
  const target = await startHost({ config: { key, idleSeconds: 600 } })
  const send = await target.as()
  const credentials = await target.engine.login(target.root)
  const statusAfter = async (seconds: number) => {
    const session = { ...credentials, id: `earlier-${seconds}`, seen: Date.now() - seconds * 1000 }
    const cookie = `token=${createSeal(key).close(JSON.stringify(session), 'session')}`
    return (await send('GET', '/api/v1/buckets', undefined, { cookie })).statusCode
  }
  assert.is(await statusAfter(500), 200)
  assert.is(await statusAfter(700), 401)
})

test('without an idle timeout a session is not renewed', async () => {
  const send = await host.as(host.root)
  assert.is((await send('GET', '/api/v1/buckets')).cookies.length, 0)
})

test('forwarded headers from an untrusted proxy are ignored', async () => {
  const response = await login(host.root, { 'x-forwarded-proto': 'https' })
  assert.is(response.cookies[0]?.secure, undefined)
  assert.is(response.headers['strict-transport-security'], undefined)
})

test('changing the password signs in again', async () => {
  const pair = { accessKey: 'changer', secretKey: 'first-secret' }
  const backend = await actAs(host.engine, await host.engine.login(host.root))
  await backend.identity.addUser({ ...pair, groups: [], policies: ['readonly'] })
  const before = cookiesOf(await login(pair))
  const send = await host.as()
  const response = await send(
    'POST',
    '/api/v1/account/change-password',
    { current_secret_key: pair.secretKey, new_secret_key: 'second-secret' },
    { cookie: before },
  )
  assert.is(response.statusCode, 201, response.payload)
  const after = cookiesOf(response)
  assert.ok(after.startsWith(`${sessionCookie}=`))
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie: after })).statusCode, 200)
  assert.is((await send('GET', '/api/v1/session', undefined, { cookie: before })).statusCode, 401)
})

test('an ended session deletes its cookie', async () => {
  const response = await (await host.as())('GET', '/api/v1/session', undefined, { cookie: `${sessionCookie}=rubbish` })
  assert.is(response.statusCode, 401)
  assert.is(response.cookies[0]?.maxAge, 0)
  assert.is((await (await host.as())('GET', '/api/v1/session')).cookies.length, 0)
})

test('permissions are reported per action, bucket and contents, including Deny', async () => {
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
  const response = await (await host.as(pair))('POST', '/api/v1/has-permission', {
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
  assert.is(response.statusCode, 201)
  const granted = Object.fromEntries(
    response.json<{ permissions: { id: string; can: boolean }[] }>().permissions.map(({ id, can }) => [id, can]),
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

test('only authorized accounts restart the storage, and its data remains', async () => {
  const send = await host.as(host.root)
  assert.is((await send('POST', '/api/v1/buckets', { name: 'survives' })).statusCode, 201)
  assert.is((await (await host.as(reader))('POST', '/api/v1/service/restart')).statusCode, 403)
  for (const response of await Promise.all([1, 2, 3].map(() => send('POST', '/api/v1/service/restart', {})))) {
    assert.equal([response.statusCode, response.payload], [204, ''])
  }
  const { buckets } = (await send('GET', '/api/v1/buckets')).json<{ buckets: { name: string }[] }>()
  assert.ok(buckets.some(({ name }) => name === 'survives'))
})
