import type { AddressInfo } from 'node:net'
import { assert, suite } from '../lib/suite.ts'
import { WebSocket } from 'ws'
import { until } from '../lib/until.ts'
import type { Host } from './host.ts'
import {
  hostOf,
  bodyOf,
  tenantPath,
  origins,
  startProxyHost,
  startTenantConsole,
  type Tenant,
  createVisitor,
} from './tenant-console.ts'

const test = suite('proxied consoles')

let [host, tenant]: [Host, Tenant] = [undefined as never, undefined as never]

test.before.each(async () => {
  tenant = await startTenantConsole()
  host = await startProxyHost(() => tenant, { config: { origins } })
})

const { send, enter } = createVisitor(() => host)

test("a frame has a separate origin signed in with the tenant's root account, and the browser sees no credentials", async () => {
  const { gate, cookie, go } = await enter()
  assert.is(gate.statusCode, 303)
  assert.is(gate.headers.location, '/')
  for (const word of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/'])
    assert.match(String(gate.headers['set-cookie']), word)
  assert.not.match(cookie, /root|of-tenant/)
  tenant.handleRequest = (request, response) =>
    response
      .writeHead(200, { 'set-cookie': 'token=newer; Path=/', 'x-frame-options': 'DENY' })
      .end(String(request.headers.cookie))
  const page = await go('/buckets?a=b', { accept: 'text/html' })
  assert.is(page.payload, 'token=of-tenant-1')
  assert.is(page.headers['set-cookie'], undefined)
  assert.is(page.headers['x-frame-options'], undefined)
  assert.is(page.headers['content-security-policy'], 'frame-ancestors http://console.test')
  assert.is(tenant.seen.at(-1)?.url, '/buckets?a=b')
  assert.is((await go('/')).payload, 'token=newer')
  assert.equal(tenant.logins, [{ accessKey: 'root', secretKey: 'of-tenant' }])
})

test('status, headers and bodies are passed in both directions, ranges too', async () => {
  const { go } = await enter()
  tenant.handleRequest = (request, response) =>
    void bodyOf(request).then((body) =>
      response
        .writeHead(206, {
          'content-type': 'text/x-test',
          'content-range': 'bytes 0-1/9',
          'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
        })
        .end(`${request.method} ${request.headers.range} ${body}`),
    )
  const response = await go(
    '/api/v1/things',
    {
      range: 'bytes=0-1',
      'content-type': 'application/octet-stream',
      origin: origins.of(tenantPath),
      'sec-fetch-site': 'same-origin',
    },
    'PUT',
    'what is sent',
  )
  assert.is(response.statusCode, 206)
  assert.is(response.payload, 'PUT bytes=0-1 what is sent')
  assert.is(response.headers['content-range'], 'bytes 0-1/9')
  assert.is(response.headers['content-security-policy'], "default-src 'self', frame-ancestors http://console.test")
  assert.is(tenant.seen.at(-1)?.headers.origin, tenant.url.origin)
})

test('a page that breaks off breaks off in the browser too, also if a path is removed from it', async () => {
  for (const route of [
    undefined,
    { headers: {}, pathPrefix: '/way', scheme: 'http:', refusal: () => undefined },
  ] as const) {
    if (route) tenant.route = route
    const { go } = await enter()
    tenant.handleRequest = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write('<a href="/way/buckets">', () => response.destroy())
    }
    let outcome: unknown
    go('/').then(
      (page) => (outcome = page),
      (error: Error) => (outcome = error.message),
    )
    // without its end, the page would wait until the access of its session ends
    await until(() => outcome !== undefined)
    assert.is(outcome, 'aborted')
  }
})

test('a page the tenant’s console lacks is reported before the frame opens', async () => {
  const root = await host.as(host.root)
  const needs = '/api/v1/admin/info?defaultOnly=true'
  const ask = (more: object) => root('POST', '/api/v1/proxied-console', { path: tenantPath, to: '/metrics', ...more })
  for (const status of [404, 501]) {
    tenant.handleRequest = (_, response) => response.writeHead(status).end('not here')
    const { statusCode, payload } = await ask({ needs })
    assert.is(statusCode, 501)
    assert.match(payload, 'has no such page')
  }
  assert.is(tenant.seen.at(-1)?.headers.cookie, 'token=of-tenant-1')
  assert.is(tenant.seen.at(-1)?.url, needs)
  assert.is((await ask({})).statusCode, 201)
  for (const status of [200, 500]) {
    tenant.handleRequest = (_, response) => response.writeHead(status).end('{}')
    assert.is((await ask({ needs })).statusCode, 201)
  }
  assert.is((await ask({ needs: 'http://elsewhere.test/' })).statusCode, 422)
})

test('a session ended by the tenant is renewed once, invisibly', async () => {
  const { go } = await enter()
  tenant.handleRequest = (request, response) => {
    if (request.headers.cookie === 'token=of-tenant-1') return void response.writeHead(401).end('over')
    response.end(String(request.headers.cookie))
  }
  assert.is((await go('/api/v1/session')).payload, 'token=of-tenant-2')
  tenant.handleRequest = (_, response) => response.writeHead(401).end('never')
  assert.is((await go('/api/v1/session')).statusCode, 401)
  assert.is(tenant.logins.length, 3)
  tenant.handleRequest = (request, response) =>
    response.writeHead(request.headers.cookie === 'token=of-tenant-3' ? 403 : 200).end()
  assert.is((await go('/api/v1/buckets')).statusCode, 403, 'a 403 does not sign in again')
  assert.is((await go('/api/v1/session')).statusCode, 200)
})

test('a redirect within the tenant stays within it, and one to another site is refused', async () => {
  const { go } = await enter()
  tenant.handleRequest = (request, response) =>
    response
      .writeHead(302, {
        location: request.url === '/in' ? `${tenant.url.origin}/login?x=1` : 'https://sso.example/begin',
      })
      .end()
  assert.is((await go('/in')).headers.location, '/login?x=1')
  const { statusCode, headers, payload } = await go('/out')
  assert.equal([statusCode, headers.location], [502, undefined])
  assert.match(payload, 'redirects to another site')
})

test('a ticket is valid for one console at its origin, and its cookies nowhere else', async () => {
  const { cookie, root } = await enter()
  const other = '/api/proxy/blue/two'
  const elsewhere = await send({ url: '/', headers: { host: hostOf(other), cookie } })
  assert.is(elsewhere.statusCode, 401)
  const response = await send({ url: '/api/v1/session', headers: { host: 'console.test', cookie } })
  assert.is(response.statusCode, 401)
  const { url } = JSON.parse((await root('POST', '/api/v1/proxied-console', { path: tenantPath })).payload) as {
    url: string
  }
  const stolen = await send({ url: url.slice(origins.of(tenantPath).length), headers: { host: hostOf(other) } })
  assert.is(stolen.statusCode, 401)
  assert.is((await send({ url: '/', headers: { host: hostOf(tenantPath) } })).statusCode, 401)
})

test('a ticket opens a console once, in any encoding of its characters', async () => {
  const { root } = await enter()
  const { url } = JSON.parse((await root('POST', '/api/v1/proxied-console', { path: tenantPath })).payload) as {
    url: string
  }
  const visit = async (end: string) =>
    (await send({ url: url.slice(origins.of(tenantPath).length) + end, headers: { host: hostOf(tenantPath) } }))
      .statusCode
  assert.is(await visit(''), 303)
  // decoders of base64url skip padding and other characters
  for (const end of ['', '=', '==', '.', '%20', '%0A']) assert.is(await visit(end), 401, end)
})

test("another origin cannot make calls, and the console itself does not respond on a tenant's origin", async () => {
  const { go } = await enter()
  for (const headers of [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    { origin: 'http://console.test' },
  ])
    assert.is((await go('/api/v1/session', headers)).statusCode, 403, JSON.stringify(headers))
  assert.equal(tenant.seen.length, 1)
  // there it is the tenant's own address
  assert.is((await go('/api/v1/session', { 'sec-fetch-site': 'same-origin' })).payload, 'a page')
})

test("the console's address opens the frame with a session, and shows the reason otherwise", async () => {
  const root = await host.as(host.root)
  const redirect = await root('GET', `${tenantPath}/metrics?cp=y&cpb=${tenantPath}`)
  assert.is(redirect.statusCode, 303)
  assert.match(String(redirect.headers.location), `${origins.of(tenantPath)}/.stowage/enter?ticket=`)
  assert.is(redirect.headers['x-frame-options'], undefined)
  const gate = await send({
    url: String(redirect.headers.location).slice(origins.of(tenantPath).length),
    headers: { host: hostOf(tenantPath) },
  })
  assert.is(gate.headers.location, '/metrics')
  // a ticket is part of an address, which proxies log
  const url = String(redirect.headers.location).slice(origins.of(tenantPath).length)
  assert.is((await send({ url, headers: { host: hostOf(tenantPath) } })).statusCode, 401)
  const anonymous = await host.as()
  assert.is((await anonymous('GET', `${tenantPath}/`)).statusCode, 401)
  assert.is((await root('POST', '/api/v1/proxied-console', { path: '/api/proxy/blue' })).statusCode, 404)
})

test('signing out ends all proxy sessions', async () => {
  const { root, go } = await enter()
  assert.is((await go('/')).statusCode, 200)
  await root('POST', '/api/v1/logout')
  assert.is((await go('/')).statusCode, 401)
})

test('a tenant that is unreachable or refuses the sign-in is reported', async () => {
  const root = await host.as(host.root)
  await tenant.stop()
  const away = JSON.parse((await root('POST', '/api/v1/proxied-console', { path: tenantPath })).payload) as {
    message: string
  }
  assert.match(away.message, /console of the tenant at .* cannot be reached/)
  tenant = await startTenantConsole()
})

test('without a configured proxy address no console is shown, with the reason', async () => {
  const plain = await startProxyHost(() => tenant, {})
  const root = await plain.as(plain.root)
  const { statusCode, payload } = await root('POST', '/api/v1/proxied-console', { path: tenantPath })
  assert.is(statusCode, 503)
  assert.match(payload, 'CONSOLE_TENANT_URL')
  assert.equal(
    (JSON.parse((await root('GET', '/api/v1/session')).payload) as { features: string[] }).features.includes(
      'proxied-consoles',
    ),
    false,
  )
})

test('sockets reach the tenant with its session, from its own origin only', async () => {
  const { cookie } = await enter()
  const { port } = host.app.server.address() as AddressInfo
  const open = (origin: string) =>
    new WebSocket(`ws://127.0.0.1:${port}/ws/trace`, { headers: { host: hostOf(tenantPath), cookie, origin } })
  const socket = open(origins.of(tenantPath))
  const message = await new Promise((resolve, reject) => {
    socket.on('open', () => socket.send('ok'))
    socket.on('message', (text) => resolve(String(text)))
    socket.on('error', reject)
  })
  assert.is(message, 'heard ok')
  assert.is(tenant.seen.at(-1)?.headers.cookie, 'token=of-tenant-1')
  socket.terminate()
  const refused = await new Promise((resolve) =>
    open('http://console.test').on('error', (error) => resolve(error.message)),
  )
  assert.match(String(refused), '403')
})
