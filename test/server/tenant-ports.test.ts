import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { Failure } from '../../core/protocol/failure.ts'
import { StartError } from '../../engines/start-error.ts'
import type { Origins } from '../../server/origins.ts'
import { createPortOrigins } from '../../server/port-origins.ts'
import { freePort } from '../../testing/process.ts'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import type { Host } from './host.ts'
import { createVisitor, startProxyHost, startTenantConsole, type Tenant } from './tenant-console.ts'

const test = suite('consoles of tenants on ports')

const [one, two] = ['/api/proxy/blue/one', '/api/proxy/blue/two']
let [folder, host, tenant]: [string, Host, Tenant] = ['', undefined as never, undefined as never]

/** Origins on two ports that are free. */
const createPorts = async (hostname = 'localhost'): Promise<Origins> => {
  const first = await freePort()
  if ((await freePort(first + 1)) !== first + 1) return createPorts(hostname)
  return createPortOrigins({ scheme: 'http', hostname, first, last: first + 1, address: '127.0.0.1' }, folder)
}
let origins: Origins

const find = (params: Readonly<Record<string, string>>) => {
  if (params.tenant === 'none') throw new Failure(404, 'There is no such tenant')
  return tenant
}

const start = async () => {
  host = await startProxyHost(find, { config: { origins } })
  return createVisitor(() => host, origins)
}

test.before.each(async () => {
  folder = temporaryFolder('ports')
  tenant = await startTenantConsole()
  origins = await createPorts()
})

const own = { 'sec-fetch-site': 'same-origin' }
const navigation = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }

/** Status and text of a request to a port itself. */
const getAt = (port: number, headers: Record<string, string>, path = '/') =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('end', () => resolve({ status: response.statusCode, text }))
    })
      .once('error', reject)
      .end()
  })

test('each tenant’s console opens on its own port, which it has after a restart too', async () => {
  const { enter } = await start()
  const [first, second] = [await enter(two), await enter(one)]
  const ports = origins.ports?.first ?? 0
  assert.equal([origins.of(two), origins.of(one)], [`http://localhost:${ports}`, `http://localhost:${ports + 1}`])
  assert.is((await first.go('/', own)).payload, 'a page')
  assert.is((await second.go('/', own)).payload, 'a page')
  const response = await getAt(ports, { host: `localhost:${ports}`, cookie: first.cookie, ...own })
  assert.equal(response, { status: 200, text: 'a page' })
  assert.ok(origins.ports)
  const restarted = createPortOrigins(origins.ports, folder)
  assert.equal([restarted.of(one), restarted.of(two)], [origins.of(one), origins.of(two)])
})

test('only a console that exists gets a port, and no port has two tenants', async () => {
  const { enter } = await start()
  const { root } = await enter(one)
  assert.is((await root('POST', '/api/v1/proxied-console', { path: '/api/proxy/blue/none' })).statusCode, 404)
  // another spelling of the address of a tenant that has a port
  assert.is((await root('POST', '/api/v1/proxied-console', { path: '/API/proxy/blue/one/' })).statusCode, 201)
  await enter(two)
  const { statusCode, payload } = await root('POST', '/api/v1/proxied-console', { path: '/api/proxy/blue/three' })
  assert.is(statusCode, 503)
  assert.match(payload, 'All 2 ports for consoles belong to other tenants')
  assert.match(payload, 'extend CONSOLE_TENANT_PORTS')
})

test('cookies of one tenant’s port, which browsers send to all ports, do not open another tenant', async () => {
  const { enter, send } = await start()
  const [first, second] = [await enter(one), await enter(two)]
  assert.not.match(first.cookie, 'of-tenant')
  assert.ok(first.cookie.length < 100, first.cookie)
  const { host: hostOfTwo } = new URL(origins.of(two))
  const open = async (cookie: string) =>
    (await send({ url: '/', headers: { host: hostOfTwo, cookie, ...own } })).statusCode
  const [, key] = first.cookie.split('=')
  const [name] = second.cookie.split('=')
  assert.is(await open(first.cookie), 401)
  assert.is(await open(`${name}=${key}`), 401)
  assert.is(await open(`${first.cookie}; ${second.cookie}`), 200)
  assert.is(await open(`${name}=planted; ${second.cookie}`), 200)
  assert.is(tenant.seen.at(-1)?.headers.cookie, 'token=of-tenant-2')
})

test('a key that a script has put into the cookie of another port is never used', async () => {
  const { enter, send } = await start()
  const { root, cookie } = await enter(one)
  const { url } = JSON.parse((await root('POST', '/api/v1/proxied-console', { path: one })).payload) as { url: string }
  const gate = await send({
    url: url.slice(origins.of(one).length),
    headers: { host: new URL(origins.of(one)).host, cookie, ...navigation },
  })
  assert.is(gate.statusCode, 303)
  assert.not.match(String(gate.headers['set-cookie']), cookie)
  const again = await send({ url: '/', headers: { host: new URL(origins.of(one)).host, cookie, ...own } })
  assert.is(again.statusCode, 401, 'the former key has ended')
})

test('a ticket opens no other port', async () => {
  const { enter, send } = await start()
  const { root } = await enter(one)
  await enter(two)
  const { url } = JSON.parse((await root('POST', '/api/v1/proxied-console', { path: one })).payload) as { url: string }
  const headers = { host: new URL(origins.of(two)).host, ...navigation }
  assert.is((await send({ url: url.slice(origins.of(one).length), headers })).statusCode, 401)
})

test('pages of another port can neither make calls nor open sockets', async () => {
  const { enter } = await start()
  const { go, cookie } = await enter(one)
  await enter(two)
  const calls = tenant.seen.length
  for (const headers of [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    { origin: origins.of(two) },
    { 'sec-fetch-site': 'same-origin', origin: origins.of(two) },
    // a browser that is too old to send the header
    {},
  ])
    assert.is((await go('/api/v1/session', headers)).statusCode, 403, JSON.stringify(headers))
  assert.is((await go('/', { ...navigation }, 'POST')).statusCode, 403)
  assert.is(tenant.seen.length, calls)
  assert.is((await go('/', navigation)).statusCode, 200)
  assert.is((await go('/', { origin: origins.of(one) })).statusCode, 200)
  const { host: hostOfOne, port } = new URL(origins.of(one))
  const open = (origin: string) =>
    new WebSocket(`ws://127.0.0.1:${port}/ws/trace`, { headers: { host: hostOfOne, cookie, origin } })
  const refused = await new Promise((resolve) => open(origins.of(two)).on('error', ({ message }) => resolve(message)))
  assert.match(String(refused), '403')
  const socket = open(origins.of(one))
  const message = await new Promise((resolve, reject) => {
    socket.on('open', () => socket.send('ok')).on('error', reject)
    socket.on('message', (text) => resolve(String(text)))
  })
  assert.is(message, 'heard ok')
  socket.terminate()
})

test('the console cannot be used at the host name of its tenants, where their scripts can set cookies', async () => {
  await start()
  const { port } = host.app.server.address() as AddressInfo
  for (const path of ['/', '/api/v1/session', '/api/v1/login', '/assets/x.js']) {
    const { status, text } = await getAt(port, { host: `localhost:${port}` }, path)
    assert.is(status, 421, path)
    assert.match(text, 'localhost shows consoles of tenants only')
  }
  assert.is((await getAt(port, { host: `localhost:${port}` }, '/healthz')).status, 200)
})

test('a port that is reached without its address says which one it has', async () => {
  await start()
  const { first = 0 } = origins.ports ?? {}
  const { status, text } = await getAt(first, { host: '127.0.0.1' })
  assert.is(status, 421)
  assert.match(text, `at http://localhost:${first}. A proxy has to pass on the Host header`)
})

test('signing out ends all visits', async () => {
  const { enter } = await start()
  const { root, go } = await enter(one)
  assert.is((await go('/', own)).statusCode, 200)
  await root('POST', '/api/v1/logout')
  assert.is((await go('/', own)).statusCode, 401)
})

test('a port in use is named at start, and the other ports are closed again', async () => {
  const { first = 0, last = 0 } = origins.ports ?? {}
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(last, '127.0.0.1', resolve))
  const failed = await start().then(String, (error: unknown) => error)
  assert.ok(failed instanceof StartError)
  assert.is(failed.message, `Port ${last} of 127.0.0.1 is in use; choose other CONSOLE_TENANT_PORTS`)
  await new Promise((resolve) => other.close(resolve))
  const again = createServer()
  await new Promise<void>((resolve, reject) => again.once('error', reject).listen(first, '127.0.0.1', resolve))
  again.close()
})

test('a damaged list of ports is not replaced', () => {
  writeFileSync(join(folder, 'tenant-ports.json'), '{"version":1,"ports":{"9100":')
  assert.throws(
    () => origins.ports && createPortOrigins(origins.ports, folder),
    (error: unknown) => error instanceof StartError && /restore it from a backup/.test(error.message),
  )
})
