import { assert, test } from '../lib/suite.ts'
import { call, reportUnauthorized } from '../../core/web/client.ts'
import { get } from '../../core/protocol/contract.ts'
import { currentLocation, addLeaveGuard, navigate } from '../../core/web/location.ts'
import {
  canOpenPage,
  openSession,
  loadSession,
  rememberedName,
  rememberName,
  session,
  signOut,
} from '../../core/web/session.ts'
import { startFakeServer, type FakeResponse, type ReceivedRequest } from './fake-server.ts'

const ping = get('/api/v1/ping', { allow: 'signed-in' })

const body = { status: 'ok', pages: ['/users', '/buckets/*'], features: [], account: 'ana', plugins: ['identity'] }

let line: Awaited<ReturnType<typeof startFakeServer>>
let reply: (sent: ReceivedRequest) => FakeResponse

const ok = () => ({ body })
const refuse = () => ({ status: 401, body: { message: 'invalid session' } })
const cut = () => undefined

/** Starts a session of `account` at the address `path`. */
const signedIn = async (path = '/users', account = 'ana') => {
  reply = () => ({ body: { ...body, account } })
  await navigate(path, { force: true })
  await loadSession()
}

test.before.each(async () => {
  window.sessionStorage.clear()
  window.localStorage.clear()
  reply = ok
  line = await startFakeServer((sent) => reply(sent))
})

test('a session has its pages and account, and allows only listed pages', async () => {
  await signedIn()
  assert.is(session.state, 'in')
  assert.is(session.value?.account, 'ana')
  assert.equal(
    [canOpenPage('/users'), canOpenPage('/buckets/*'), canOpenPage('/buckets'), canOpenPage('/groups')],
    [true, true, false, false],
  )
})

test('without a session the login page is shown after any failure', async () => {
  for (const respond of [refuse, cut, () => ({ status: 500, body: { message: 'invalid session' } })]) {
    reply = respond
    await navigate('/users', { force: true })
    await loadSession().catch(() => {})
    assert.equal([session.state, session.value, currentLocation().path], ['out', undefined, '/login'])
  }
})

test('the OAuth callback page stays open without a session', async () => {
  reply = refuse
  await navigate('/oauth_callback?code=1&state=2', { force: true })
  await loadSession().catch(() => {})
  assert.is(currentLocation().path, '/oauth_callback')
})

test('a 401 ends the session, and signing in again returns to the same address', async () => {
  await signedIn('/users/a%2Fb?tab=policies#x')
  reply = refuse
  await call(ping).catch(() => {})
  assert.equal([session.state, session.endReason, currentLocation().path], ['out', 'refused', '/login'])
  reply = ok
  await openSession()
  const { path, search, hash } = currentLocation()
  assert.equal([path + search + hash, session.endReason], ['/users/a%2Fb?tab=policies#x', undefined])
})

test('another account that signs in next starts at the first page', async () => {
  await signedIn('/users/ana-only')
  reply = refuse
  await call(ping).catch(() => {})
  reply = () => ({ body: { ...body, account: 'ben' } })
  await openSession()
  assert.is(currentLocation().path, '/')
})

test('an address opened before signing in is reached afterwards', async () => {
  session.state = 'loading'
  delete session.value
  reply = refuse
  await navigate('/users/ana', { force: true })
  await loadSession().catch(() => {})
  assert.is(session.endReason, undefined)
  reply = ok
  await openSession()
  assert.is(currentLocation().path, '/users/ana')
})

test('a forged return address does not lead to another host', async () => {
  for (const planted of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    window.sessionStorage.setItem('wayBack', planted)
    await openSession()
    assert.is(window.location.hostname, '127.0.0.1', planted)
    assert.is(window.location.protocol, 'http:', planted)
  }
})

test('an unsaved form does not block the end of a session', async () => {
  await signedIn('/users/ana')
  const lift = addLeaveGuard(() => false)
  reply = refuse
  await call(ping).catch(() => {})
  lift()
  assert.equal([session.state, session.endReason, currentLocation().path], ['out', 'refused', '/login'])
})

test('a server that does not respond, or a proxy error, does not end the session or navigate', async () => {
  for (const respond of [cut, ...[502, 503, 504].map((status) => () => ({ status }))]) {
    await signedIn('/users/ana')
    reply = respond
    await call(ping).catch(() => {})
    assert.equal([session.state, currentLocation().path], ['in', '/users/ana'])
  }
})

test('several calls that fail together lead to the login page once, and back to the first address', async () => {
  await signedIn('/users/ana')
  reply = refuse
  const { index } = currentLocation()
  await Promise.allSettled([call(ping), call(ping), call(ping)])
  assert.equal([currentLocation().path, currentLocation().index], ['/login', index])
  reply = ok
  await openSession()
  assert.is(currentLocation().path, '/users/ana')
})

test('logging out clears all state and opens the login page, even if the call fails', async () => {
  for (const respond of [() => ({}), refuse, cut, () => ({ status: 500 })]) {
    await signedIn('/users/ana')
    rememberName('ana')
    reply = respond
    await signOut()
    assert.equal(
      [session.state, session.endReason, currentLocation().path, rememberedName()],
      ['out', undefined, '/login', ''],
    )
    reply = ok
    await openSession()
    assert.is(currentLocation().path, '/')
  }
})

test('a 401 during a deliberate logout is not reported as an expired session', async () => {
  await signedIn('/users')
  const states: unknown[] = []
  reply = () => {
    reportUnauthorized()
    states.push(session.state)
    return {}
  }
  await signOut()
  assert.equal([states, session.state, session.endReason], [['in'], 'out', undefined])
})

test('logging out with an unsaved form asks first', async () => {
  await signedIn('/users/ana')
  const lift = addLeaveGuard(() => false)
  await signOut()
  lift()
  assert.equal([session.state, line.sent.some(({ url }) => url.includes('logout'))], ['in', false])
})

test('only the name is stored in the browser, as base64 of its UTF-8', () => {
  rememberName('ána 日本')
  assert.is(window.localStorage.getItem('userLoggedIn'), Buffer.from('ána 日本').toString('base64'))
  assert.is(rememberedName(), 'ána 日本')
  assert.equal(Object.keys(window.localStorage), ['userLoggedIn'])
})

test('a damaged stored name is ignored', () => {
  window.localStorage.setItem('userLoggedIn', '%%%')
  assert.is(rememberedName(), '')
})
