import { act } from 'react'
import { assert, test } from '../../lib/suite.ts'
import { currentLocation, navigate } from '../../../core/web/location.ts'
import { loadSession, session } from '../../../core/web/session.ts'
import { Login } from '../../../core/shell/login.tsx'
import { OauthCallback } from '../../../core/shell/oauth-callback.tsx'
import { button, click, field, find, findAll, flush, link, render, type, unmount, until } from '../../lib/react.tsx'
import { withFakeTimeouts } from '../../lib/fake-timers.ts'
import { startFakeServer, type FakeResponse, type ReceivedRequest } from '../fake-server.ts'

let line: Awaited<ReturnType<typeof startFakeServer>>
let replies: Record<string, FakeResponse | ((sent: ReceivedRequest) => FakeResponse | Promise<FakeResponse>)>

const strategy = (parts: object) => ({
  'GET /api/v1/login': { body: { server: 'storage.example:9000', version: '1.0.0', ...parts } },
})

const signedIn = {
  'GET /api/v1/session': { body: { status: 'ok', pages: [], features: [], account: 'admin', plugins: [] } },
}

const requestsTo = (path: string) => line.sent.filter(({ method, url }) => `${method} ${url}` === path)

/** Renders the login page and waits until it has requested the sign-in methods. */
const open = async (parts: object, more: typeof replies = {}) => {
  replies = { ...strategy(parts), ...more }
  await render(<Login onSubmit={() => {}} />)
  await until(() => find('h1'))
}

const disabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true'

test.before.each(async () => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  replies = {}
  line = await startFakeServer((sent) => {
    const reply = replies[`${sent.method} ${sent.url}`]
    return typeof reply === 'function' ? reply(sent) : reply
  })
  session.state = 'out'
  delete session.value
  delete session.endReason
  await navigate('/login', { force: true })
})

test('a spinner shows until the server reports the sign-in methods', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  replies = {
    'GET /api/v1/login': async () => {
      await released
      return strategy({ loginStrategy: 'form' })['GET /api/v1/login']
    },
  }
  await render(<Login onSubmit={() => {}} />)
  assert.is(find('[role=status]').getAttribute('aria-label'), 'Loading')
  release()
  await until(() => assert.is(find('h1').textContent, 'Console Login'))
})

test('the form uses the specified texts and names the storage server', async () => {
  await open({ loginStrategy: 'form' })
  assert.is(find('h1').textContent, 'Console Login')
  assert.is(field('Username').getAttribute('placeholder'), 'Enter Username')
  assert.is(field('Password').getAttribute('placeholder'), 'Enter Password')
  assert.is(field('Password').getAttribute('type'), 'password')
  assert.match(document.body.textContent, /storage\.example:9000/)
  assert.match(document.title, /^Console Login/)
})

test('the hint names the credentials that the server accepts', async () => {
  await open({ loginStrategy: 'form' })
  assert.match(document.body.textContent, /Use the access key and secret key of a user on this server/)
  for (const parts of [{ loginStrategy: 'form' }, { loginStrategy: 'redirect', redirect: '/sso', form: true }]) {
    await unmount()
    await open({ ...parts, ldap: true })
    assert.match(document.body.textContent, /Use your name and password in the LDAP directory/)
  }
})

test('Login is disabled while a field is empty, and Enter does not submit', async () => {
  await open({ loginStrategy: 'form' })
  assert.is(disabled('Login'), true)
  await type(field('Username'), 'admin')
  assert.is(disabled('Login'), true)
  await click(button('Login'))
  assert.equal(requestsTo('POST /api/v1/login'), [])
  await type(field('Password'), 'secret-key')
  assert.is(disabled('Login'), false)
})

test('signing in sends the credentials, stores only the name, and opens the first page', async () => {
  let submitted = 0
  replies = {
    ...strategy({ loginStrategy: 'form' }),
    ...signedIn,
    'POST /api/v1/login': { status: 201, body: { sessionId: 'x' } },
  }
  await render(<Login onSubmit={() => void (submitted += 1)} />)
  await until(() => find('h1'))
  await type(field('Username'), 'admin')
  await type(field('Password'), 'secret-key')
  await click(button('Login'))
  await until(() => assert.is(session.state, 'in'))
  await until(() => assert.is(currentLocation().path, '/'))
  assert.equal(
    requestsTo('POST /api/v1/login').map(({ body }) => JSON.parse(body) as unknown),
    [{ accessKey: 'admin', secretKey: 'secret-key' }],
  )
  assert.equal([Object.entries(window.localStorage), window.sessionStorage.length], [[['userLoggedIn', 'YWRtaW4=']], 0])
  assert.is(submitted, 1)
})

test('the button is busy during a sign-in and ignores a second press', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await open(
    { loginStrategy: 'form' },
    {
      'POST /api/v1/login': async () => {
        await released
        return { status: 401, body: { message: 'invalid Login' } }
      },
    },
  )
  await type(field('Username'), 'admin')
  await type(field('Password'), 'secret-key')
  await click(button('Login'))
  const busy = find('button[type=submit]')
  assert.is(busy.getAttribute('aria-busy'), 'true')
  await click(busy)
  release()
  await until(() => find('[role=alert]'))
  assert.is(requestsTo('POST /api/v1/login').length, 1)
})

test('a refused sign-in shows the reason, keeps the input and allows another attempt', async () => {
  await open({ loginStrategy: 'form' }, { 'POST /api/v1/login': { status: 401, body: { message: 'invalid Login' } } })
  await type(field('Username'), 'admin')
  await type(field('Password'), 'wrong-key')
  await click(button('Login'))
  await until(() => assert.match(find('[role=alert]').textContent, /Invalid Login/))
  assert.equal([session.state, currentLocation().path, disabled('Login')], ['out', '/login', false])
  assert.is((field('Username') as HTMLInputElement).value, 'admin')
  assert.is(window.localStorage.getItem('userLoggedIn'), null)
})

test('the name of the previous user is prefilled', async () => {
  window.localStorage.setItem('userLoggedIn', btoa('ana'))
  await open({ loginStrategy: 'form' })
  assert.is((field('Username') as HTMLInputElement).value, 'ana')
  assert.is(document.activeElement, field('Password'))
})

test("with single sign-on a link leads to the server's address", async () => {
  await open({ loginStrategy: 'redirect', redirect: 'https://idp.example/auth?client_id=stowage' })
  assert.is(find('h1').textContent, 'Welcome')
  assert.is(link('Login with SSO').getAttribute('href'), 'https://idp.example/auth?client_id=stowage')
  assert.is(link('Login with SSO').getAttribute('target'), null)
  assert.equal(findAll('form'), [])
})

test('the link for single sign-on is loaded again before it is invalid', async () => {
  let count = 0
  const next = () => ({ loginStrategy: 'redirect', redirect: `https://idp.example/auth?state=${(count += 1)}` })
  await withFakeTimeouts(async (pass) => {
    await open({}, { 'GET /api/v1/login': () => strategy(next())['GET /api/v1/login'] })
    assert.match(link('Login with SSO').getAttribute('href') ?? '', /state=1$/)
    await act(async () => pass(480_000))
    await until(() => assert.match(link('Login with SSO').getAttribute('href') ?? '', /state=2$/))
  })
})

test('if the server allows both methods, the form is next to the link', async () => {
  await open({ loginStrategy: 'redirect', redirect: 'https://idp.example/auth', form: true })
  assert.is(find('h1').textContent, 'Welcome')
  link('Login with SSO')
  field('Username')
  button('Login')
})

test("in operator mode a service account's JWT is requested", async () => {
  await open(
    { loginStrategy: 'service-account' },
    { ...signedIn, 'POST /api/v1/login/operator': { status: 201, body: { sessionId: 'x' } } },
  )
  assert.is(find('h1').textContent, 'Operator Login')
  assert.is(disabled('Login'), true)
  await type(field('JWT'), 'ey.some.token')
  await click(button('Login'))
  await until(() => assert.is(session.state, 'in'))
  assert.equal(JSON.parse(requestsTo('POST /api/v1/login/operator')[0]?.body ?? ''), { jwt: 'ey.some.token' })
  assert.is(window.localStorage.length, 0)
})

const unreachable = 'An error has occurred, the backend cannot be reached.'

test('an unreachable server is reported, and Retry loads the methods again', async () => {
  for (const reply of [
    undefined,
    { status: 500, body: { message: 'unable to contact configured identity provider' } },
    { body: { loginStrategy: 'riddle' } },
  ]) {
    replies = { 'GET /api/v1/login': reply }
    await render(<Login onSubmit={() => {}} />)
    await until(() => assert.ok(document.body.textContent.includes(unreachable)))
    replies = strategy({ loginStrategy: 'form' })
    await click(button('Retry'))
    await until(() => assert.is(find('h1').textContent, 'Console Login'))
    await unmount()
  }
})

test('an expired session is reported, and signing in returns to the page', async () => {
  session.endReason = 'refused'
  window.sessionStorage.setItem('wayBack', '/users/ana?tab=groups')
  await open(
    { loginStrategy: 'form' },
    { ...signedIn, 'POST /api/v1/login': { status: 201, body: { sessionId: 'x' } } },
  )
  assert.match(document.body.textContent, /Your session has ended/)
  await type(field('Username'), 'admin')
  await type(field('Password'), 'secret-key')
  await click(button('Login'))
  await until(() => assert.is(currentLocation().path + currentLocation().search, '/users/ana?tab=groups'))
})

test('after a server outage a valid session continues without a form', async () => {
  session.endReason = 'unreachable'
  window.sessionStorage.setItem('wayBack', '/users/ana')
  await open({ loginStrategy: 'form' }, signedIn)
  await until(() => assert.equal([session.state, currentLocation().path], ['in', '/users/ana']))
})

test('while the storage behind the server is down, the session stays valid and no form is shown', async () => {
  session.state = 'loading'
  window.sessionStorage.setItem('wayBack', '/users/ana')
  const unavailable = { status: 503, body: { message: 'the storage server cannot be reached' } }
  replies = { ...strategy({ loginStrategy: 'form' }), 'GET /api/v1/session': unavailable }
  await loadSession().catch(() => {})
  await render(<Login onSubmit={() => {}} />)
  await until(() => assert.match(document.body.textContent, /The storage server cannot be reached/))
  assert.equal(findAll('form'), [])
  replies = { ...replies, ...signedIn }
  await click(button('Retry'))
  await until(() => assert.equal([session.state, currentLocation().path], ['in', '/users/ana']))
})

test('the OAuth callback exchanges code and state and opens the first page', async () => {
  replies = { ...signedIn, 'POST /api/v1/login/oauth2/auth': { status: 201, body: { sessionId: 'x' } } }
  await navigate('/oauth_callback?code=a%2Bb&state=c%3D', { force: true })
  await render(<OauthCallback />)
  await until(() => assert.equal([session.state, currentLocation().path], ['in', '/']))
  assert.equal(JSON.parse(requestsTo('POST /api/v1/login/oauth2/auth')[0]?.body ?? ''), { code: 'a+b', state: 'c=' })
  assert.is(window.localStorage.length, 0)
})

test('a failed exchange shows the reason and links to the login page', async () => {
  const body = { message: 'invalid Login', detailedMessage: 'This browser did not start this sign-in' }
  replies = { 'POST /api/v1/login/oauth2/auth': { status: 401, body } }
  await navigate('/oauth_callback?code=1&state=2', { force: true })
  await render(<OauthCallback />)
  await until(() => find('[role=alert]'))
  const { textContent } = find('[role=alert]')
  for (const text of ['You could not be signed in.', 'Invalid Login', 'This browser did not start this sign-in'])
    assert.ok(textContent.includes(text), text)
  await click(button('Back to Login'))
  await until(() => assert.is(currentLocation().path, '/login'))
})

test("an exchange a proxy answers with 502 explains the proxy's header buffers", async () => {
  replies = { 'POST /api/v1/login/oauth2/auth': { status: 502, body: '<html>502 Bad Gateway</html>' } }
  await navigate('/oauth_callback?code=1&state=2', { force: true })
  await render(<OauthCallback />)
  await until(() => find('[role=alert]'))
  assert.match(find('[role=alert]').textContent, /larger than its header buffers.*proxy_buffer_size/)
  await unmount()
  const body = { message: 'The storage server sent a response that cannot be read' }
  replies = { 'POST /api/v1/login/oauth2/auth': { status: 502, body } }
  await render(<OauthCallback />)
  await until(() => find('[role=alert]'))
  assert.not.match(find('[role=alert]').textContent, /buffers/)
})

test('an error of the identity provider is shown without an exchange', async () => {
  await navigate('/oauth_callback?error=access_denied&error_description=The%20user%20said%20no&code=1', { force: true })
  await render(<OauthCallback />)
  const { textContent } = find('[role=alert]')
  for (const text of ['IDP Error:', 'access_denied', 'The user said no']) assert.ok(textContent.includes(text), text)
  await flush(3)
  assert.equal(line.sent, [])
})
