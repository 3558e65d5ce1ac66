import { assert, suite } from '../lib/suite.ts'
import { dist } from '../lib/dist.ts'
import { cookiesOf, type Host, type Send, startHost } from './host.ts'

const test = suite('pages by visitor')
let host: Host
let anonymous: Send
let root: Send

const visit = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-site': 'none' }
const open = (send: Send, path: string, headers: Record<string, string> = {}) =>
  send('GET', path, undefined, { ...visit, ...headers })
const initialState = (html: string) =>
  JSON.parse(/id="initial-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Record<string, unknown>

test.before(async () => {
  host = await startHost({ config: { dist } })
  anonymous = await host.as()
  root = await host.as(host.root)
})

test('visitors without a session get the login form at every address, uncached and with a strict policy', async () => {
  for (const path of ['/login', '/', '/users']) {
    const { headers, payload, statusCode } = await open(anonymous, path)
    assert.is(statusCode, 200)
    assert.match(payload, /<h1[^>]*>Console Login<\/h1>.*<input[^>]*name="secretKey"/s)
    assert.equal(initialState(payload), {
      strategy: { server: '', version: '1.2.3', loginStrategy: 'form' },
      certain: true,
    })
    assert.is(headers['cache-control'], 'no-store')
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'( 'sha256-[^']+')+;/,
    )
    assert.not.match(String(headers['content-security-policy']), /unsafe/)
  }
})

test("a visitor with a session gets the page's title, the frame and the session", async () => {
  const { headers, payload } = await open(root, '/users')
  assert.match(payload, /<p[^>]*>Users<\/p>/)
  assert.match(payload, 'href="/api/v1/users"')
  assert.is((initialState(payload).session as { account: string }).account, 'admin')
  assert.is(headers['cache-control'], 'no-store')
})

test('the page contains nothing from the session cookie', async () => {
  const response = await anonymous('POST', '/api/v1/login', host.root)
  const cookie = cookiesOf(response)
  const { payload } = await open(anonymous, '/users', { cookie })
  assert.ok(cookie.length > 50 && initialState(payload).session)
  assert.not.ok(payload.includes(cookie.slice(6, 40)))
})

test('a cross-site visit gets a page without the session', async () => {
  const { payload } = await open(anonymous, '/users', { 'sec-fetch-site': 'cross-site' })
  assert.equal(initialState(payload), {})
  assert.not.match(payload, '<form')
})

test('a browser that does not state its origin has to verify the session', async () => {
  const { payload } = await anonymous('GET', '/users', undefined, { accept: 'text/html' })
  assert.is(initialState(payload).certain, false)
})

test('other requests, proxied consoles and sign-in callbacks get a page without session', async () => {
  const plain = await anonymous('GET', '/users', undefined, { accept: '*/*' })
  assert.equal([plain.headers['cache-control'], initialState(plain.payload)], ['no-cache', {}])
  for (const path of ['/api/proxy/ns/tenant/users', '/oauth_callback?code=1']) {
    assert.is((await open(root, path)).payload, plain.payload)
    assert.is((await open(anonymous, path)).payload, plain.payload)
  }
})

test('an ended session gets the login form, and its cookie is deleted', async () => {
  const ana = { accessKey: 'ana-user', secretKey: 'ana-secret' }
  assert.is((await root('POST', '/api/v1/users', { ...ana, groups: [], policies: [] })).statusCode, 201)
  const asAna = await host.as(ana)
  assert.ok(initialState((await open(asAna, '/account')).payload).session)
  assert.is((await root('DELETE', '/api/v1/user?name=ana-user')).statusCode, 204)
  const { payload, cookies } = await open(asAna, '/account')
  assert.ok(initialState(payload).strategy)
  assert.equal(
    cookies.map(({ name, value }) => [name.replace(/-[0-9a-f]{8}$/, ''), value]),
    [['token', '']],
  )
})

test('an unresponsive storage does not delay the page', async () => {
  let deaf = false
  const other = await startHost({
    config: { dist },
    engine: (engine) => ({ ...engine, account: (...who) => (deaf ? new Promise(() => {}) : engine.account(...who)) }),
  })
  const send = await other.as(other.root)
  deaf = true
  const { payload, statusCode } = await open(send, '/users')
  assert.equal([statusCode, initialState(payload)], [200, {}])
})

test('a static file has no page headers, except a policy for workers', async () => {
  const [, path = ''] = /<script type="module" src="([^"]+)"/.exec((await open(anonymous, '/login')).payload) ?? []
  const { headers } = await anonymous('GET', path, undefined, { 'accept-encoding': 'br' })
  const { date: _date, connection: _connection, ...rest } = headers
  assert.equal(Object.keys(rest).sort(), [
    'cache-control',
    'content-encoding',
    'content-length',
    'content-security-policy',
    'content-type',
    'cross-origin-resource-policy',
    'etag',
    'vary',
    'x-content-type-options',
  ])
})
