import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { assert, suite } from '../lib/suite.ts'
import { WebSocket } from 'ws'
import { Failure } from '../../core/protocol/failure.ts'
import { cookiesOf, type Host, hostOn } from './host.ts'
import { until } from '../lib/until.ts'
import {
  hostOf,
  bodyOf,
  tenantPath,
  origins,
  proxyPlugin,
  startProxyHost,
  startTenantConsole,
  type Tenant,
  createVisitor,
} from './tenant-console.ts'

const test = suite('hostile proxied consoles and revoked rights')

const now = Date.now
let [host, tenant]: [Host, Tenant] = [undefined as never, undefined as never]
let [refusal, finds]: [Failure | undefined, number] = [undefined, 0]
const { send, enter } = createVisitor(() => host)
const key = randomBytes(32)

const find = () => {
  finds += 1
  if (refusal) throw refusal
  return tenant
}
const config = { origins, key, idleSeconds: 3600 }

const start = async (timeouts = {}, more = {}) => {
  host = await startProxyHost(find, { config: { ...config, timeouts, ...more } })
}

test.before.each(async () => {
  ;[refusal, finds] = [undefined, 0]
  tenant = await startTenantConsole()
})
test.after.each(() => void (Date.now = now))

const later = (ms: number) => {
  Date.now = () => now() + ms
}

const socketOf = (cookie: string) => {
  const { port } = host.app.server.address() as AddressInfo
  return new WebSocket(`ws://127.0.0.1:${port}/ws/trace`, {
    headers: { host: hostOf(tenantPath), cookie, origin: origins.of(tenantPath) },
  })
}

/** Response of the server to a raw request, as text, until it matches or the connection ends. */
const exchange = async (request: string, until: RegExp) => {
  const { port } = host.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (until.test(text)) break
  }
  return text
}

test('an endless sign-in response is cut off after 64 KiB', async () => {
  await start()
  let written = 0
  tenant.login = (response) => {
    response.writeHead(201)
    const more = () => {
      if (response.destroyed) return
      written += 65_536
      response.write(Buffer.alloc(65_536), more)
    }
    more()
  }
  const root = await host.as(host.root)
  const { statusCode, payload } = await root('POST', '/api/v1/proxied-console', { path: tenantPath })
  assert.is(statusCode, 502)
  assert.match(payload, 'larger than 65536 bytes')
  assert.ok(written < 16 * 1024 * 1024, `${written} bytes were taken`)
})

test('a long response to the page check is not read', async () => {
  await start()
  tenant.handleRequest = (_, response) => void response.writeHead(200).end(Buffer.alloc(1_000_000, 'x'))
  const root = await host.as(host.root)
  const { statusCode } = await root('POST', '/api/v1/proxied-console', {
    path: tenantPath,
    needs: '/api/v1/admin/info',
  })
  assert.is(statusCode, 201)
})

test('a visitor whose right is revoked is refused within 20 s, and cannot enter again', async () => {
  await start()
  const { root, go } = await enter()
  assert.is((await go('/')).statusCode, 200)
  const before = finds
  refusal = new Failure(403, 'Access denied')
  assert.is(
    (await root('POST', '/api/v1/proxied-console', { path: tenantPath })).statusCode,
    403,
    'an invitation proves it each time',
  )
  assert.is((await go('/')).statusCode, 403)
  refusal = undefined
  const second = await enter()
  refusal = new Failure(403, 'Access denied')
  assert.is((await second.go('/')).statusCode, 200, 'one proof is good for 20 s')
  later(20_001)
  assert.is((await second.go('/')).statusCode, 403)
  assert.ok(finds > before)
})

test('a socket of a visitor whose right is revoked is closed', async () => {
  await start({ feed: 20 })
  const { cookie } = await enter()
  const socket = socketOf(cookie)
  await once(socket, 'open')
  refusal = new Failure(403, 'Access denied')
  await once(socket, 'close')
})

test('an unresponsive cluster closes no socket', async () => {
  await start({ feed: 20 })
  const { cookie } = await enter()
  const socket = socketOf(cookie)
  await once(socket, 'open')
  refusal = new Failure(503, 'The cluster cannot be reached')
  const before = finds
  await until(() => finds > before + 2)
  assert.is(socket.readyState, WebSocket.OPEN)
  socket.terminate()
})

test('a tenant whose root password changed is signed in to again', async () => {
  await start()
  const { go } = await enter()
  const former = tenant
  tenant = await startTenantConsole()
  later(20_001)
  assert.is((await go('/')).statusCode, 200)
  assert.equal([former.logins.length, tenant.logins.length], [1, 1])
  await former.stop()
})

test('a proxy session ends within minutes of the console session, also in another process', async () => {
  await start()
  const { root, cookie } = await enter()
  await root('POST', '/api/v1/logout')
  const restarted = await hostOn(host.engine, host.root, { plugins: [proxyPlugin(find)], config })
  await restarted.app.listen({ port: 0, host: '127.0.0.1' })
  const visit = createVisitor(() => restarted)
  later(3 * 60_000 + 1)
  assert.is((await visit.send({ url: '/', headers: { host: hostOf(tenantPath), cookie } })).statusCode, 401)
})

test('a proxy session continues, and is renewed, while a tab of the console is open', async () => {
  await start()
  const signedIn = await host.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    headers: { host: 'console.test', origin: 'http://console.test' },
    payload: host.root,
  })
  const session = cookiesOf(signedIn)
  const { cookie } = await enter(tenantPath, (method, url, payload) =>
    host.app.inject({
      method: method as 'POST',
      url,
      headers: { host: 'console.test', origin: 'http://console.test', cookie: session },
      payload: payload as object,
    }),
  )
  const { port } = host.app.server.address() as AddressInfo
  const tab = new WebSocket(`ws://127.0.0.1:${port}/ws/session`, {
    headers: { host: 'console.test', origin: 'http://console.test', cookie: session },
  })
  await once(tab, 'open')
  later(3 * 60_000 + 1)
  const first = await send({ url: '/', headers: { host: hostOf(tenantPath), cookie } })
  assert.is(first.statusCode, 200)
  const renewed = (first.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  assert.match(renewed, /^proxied=/)
  tab.terminate()
  await once(tab, 'close')
  assert.is((await send({ url: '/', headers: { host: hostOf(tenantPath), cookie: renewed } })).statusCode, 200)
})

test("a proxy session ends after the console session's idle timeout", async () => {
  // shorter than the lifetime of a visit without the console's session
  await start({}, { idleSeconds: 60 })
  const { root, go } = await enter()
  later(60_001)
  assert.is((await root('GET', '/api/v1/session')).statusCode, 401)
  assert.is((await go('/')).statusCode, 401)
})

test('no path on a tenant’s origin leads to another site', async () => {
  await start()
  const root = await host.as(host.root)
  for (const to of ['https://evil.example/x', '//evil.example/x', '/\\evil.example', '///evil', 'javascript:alert(1)'])
    assert.is((await root('POST', '/api/v1/proxied-console', { path: tenantPath, to })).statusCode, 422, to)
  assert.is((await root('GET', `${tenantPath}//evil.example/x`)).statusCode, 422)
  const { payload } = await root('POST', '/api/v1/proxied-console', { path: tenantPath, to: '/.//evil.example/x' })
  const { url } = JSON.parse(payload) as { url: string }
  const gate = await send({ url: url.slice(origins.of(tenantPath).length), headers: { host: hostOf(tenantPath) } })
  assert.is(gate.headers.location, '/evil.example/x')
})

test('at most 50 cookies and 8 KiB of a tenant are stored', async () => {
  await start()
  const { go } = await enter()
  let turn = 0
  tenant.handleRequest = (request, response) => {
    turn += 1
    const length = turn % 2 ? 100 : 200
    const lines = Array.from({ length: 40 }, (_, index) => `c${turn}-${index}=${'x'.repeat(length)}; Path=/`)
    response.writeHead(200, { 'set-cookie': lines }).end(String(request.headers.cookie))
  }
  const stored: string[] = []
  for (let count = 0; count < 6; count += 1) stored.push((await go('/')).payload)
  assert.ok(Math.max(...stored.map(({ length }) => length)) <= 8192)
  assert.ok(Math.max(...stored.map((header) => header.split('; ').length)) <= 50)
})

test('a socket handshake carries no cookie of the tenant', async () => {
  await start()
  const { cookie } = await enter()
  tenant.handshake = ['set-cookie: stolen=1; Path=/', 'x-more: 1']
  const text = await exchange(
    `GET /ws/trace HTTP/1.1\r\nhost: ${hostOf(tenantPath)}\r\norigin: ${origins.of(tenantPath)}\r\ncookie: ${cookie}\r\n` +
      'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    /\r\n\r\n/,
  )
  assert.match(text, /^HTTP\/1\.1 101 [\s\S]*sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/)
  assert.not.match(text, /set-cookie|x-more/i)
})

test('only the console can frame a tenant, regardless of the policies the tenant sends', async () => {
  await start()
  const { go } = await enter()
  for (const policies of [
    ['frame-ancestors *', "default-src 'self'"],
    ["a b; frame-ancestors *, frame-ancestors 'none'"],
  ]) {
    tenant.handleRequest = (_, response) => response.setHeader('content-security-policy', policies).end('a page')
    const policy = String((await go('/')).headers['content-security-policy'])
    assert.is(policy.match(/frame-ancestors/g)?.length, 1, policy)
    assert.match(policy, /(^|, )frame-ancestors http:\/\/console\.test$/)
  }
})

test('no header of a tenant reaches beyond its pages', async () => {
  await start()
  const { go } = await enter()
  const beyond = ['clear-site-data', 'nel', 'report-to', 'reporting-endpoints', 'alt-svc', 'strict-transport-security']
  tenant.handleRequest = (_, response) => {
    for (const name of [...beyond, 'origin-agent-cluster']) response.setHeader(name, '"cookies"')
    response.end('a page')
  }
  const { headers } = await go('/')
  for (const name of beyond) assert.is(headers[name], undefined, name)
  assert.is(headers['origin-agent-cluster'], '?1')
})

test('a tenant cannot register a service worker, which would outlive its pages', async () => {
  await start()
  const { go } = await enter()
  const { statusCode } = await go('/worker.js', { 'service-worker': 'script', 'sec-fetch-site': 'same-origin' })
  assert.is(statusCode, 403)
  assert.not.ok(tenant.seen.some(({ url }) => url === '/worker.js'))
})

test('an invalid status becomes a 502', async () => {
  await start()
  const { go } = await enter()
  tenant.handleRequest = (_, response) => void response.socket?.end('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n')
  assert.is((await go('/')).statusCode, 502)
})

test('the call a page requires is a single word', async () => {
  await start()
  const root = await host.as(host.root)
  for (const needs of ['/api/v1/a b', '/api/v1/a\r\nx: y', '/api/v1/ä'])
    assert.is((await root('POST', '/api/v1/proxied-console', { path: tenantPath, needs })).statusCode, 422, needs)
})

test('a GET with a body reaches the tenant unchanged', async () => {
  await start()
  const { go, cookie } = await enter()
  tenant.handleRequest = (request, response) =>
    void bodyOf(request).then((body) => response.end(`${request.url} ${body}`))
  const own = { origin: origins.of(tenantPath), 'sec-fetch-site': 'same-origin' }
  assert.is((await go('/a', { 'content-length': '4', ...own }, 'GET', 'body')).payload, '/a body')
  const text = await exchange(
    `GET /b HTTP/1.1\r\nhost: ${hostOf(tenantPath)}\r\ncookie: ${cookie}\r\ntransfer-encoding: chunked\r\n` +
      'connection: close\r\n\r\n4\r\nbody\r\n0\r\n\r\n',
    /\/b body/,
  )
  assert.match(text, '/b body')
})
