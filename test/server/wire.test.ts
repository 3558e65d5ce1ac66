import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { assert, test } from '../lib/suite.ts'
import { get } from '../../core/protocol/contract.ts'
import { until } from '../lib/until.ts'
import { type Host, pluginFor, startHost } from './host.ts'
import { sessionCookie } from '../lib/session-cookie.ts'

const seen: string[] = []
const contract = {
  endless: get('/api/v1/endless', { allow: 'signed-in', reply: 'bytes' }),
  waiting: get('/api/v1/waiting', { allow: 'signed-in' }),
}

async function* endless() {
  try {
    for (;;) yield Buffer.alloc(65536)
  } finally {
    seen.push('source closed')
  }
}

const plugin = pluginFor(contract, {
  endless: () => ({ status: 200, headers: { 'content-type': 'application/octet-stream' }, body: endless() }),
  waiting: ({ signal }) =>
    new Promise<void>((_resolve, reject) => {
      seen.push('call waits')
      signal.addEventListener('abort', () => {
        seen.push('signal fired')
        reject(signal.reason)
      })
    }),
})

let host: Host
let url = ''
let cookie = ''

test.before(async () => {
  host = await startHost({ plugin })
  url = `http://127.0.0.1:${await host.listen()}`
  cookie = await sessionCookie(url, host.root)
})
test.before.each(() => void (seen.length = 0))

const form = { cookie: '', 'content-type': 'multipart/form-data; boundary=xyz' }
const begin = '--xyz\r\ncontent-disposition: form-data; name="50000000"; filename="a"\r\n\r\n'
const upload = (headers: Record<string, string>, path = '/api/v1/buckets/none/objects/upload') =>
  fetch(url + path, {
    method: 'POST',
    headers: { origin: url, ...form, ...headers },
    body: Buffer.concat([Buffer.from(begin), Buffer.alloc(50_000_000)]),
  })

test('a client that sends a large unused body gets the response, and the connection stays usable', async () => {
  assert.is((await upload({})).status, 401)
  assert.is((await upload({ cookie, origin: 'http://evil.test' })).status, 403)
  assert.is((await upload({ cookie }, '/api/v1/buckets')).status, 415)
  assert.is((await upload({ cookie, 'content-type': 'application/json' }, '/api/v1/buckets')).status, 413)
  assert.is((await upload({ cookie })).status, 404)
  assert.is((await fetch(`${url}/api/v1/session`, { headers: { cookie } })).status, 200)
})

test('a download stops at its source when the client disconnects', async () => {
  const request = httpRequest(`${url}/api/v1/endless`, { headers: { cookie } }).end()
  request.on('error', () => {})
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.destroy()
  await until(() => seen.includes('source closed'))
})

test('a call is notified when its client disconnects, and counted as aborted', async () => {
  const request = httpRequest(`${url}/api/v1/waiting`, { headers: { cookie } }).end()
  request.on('error', () => {})
  await until(() => seen.includes('call waits'))
  request.destroy()
  await until(() => seen.includes('signal fired'))
  const metrics = async () => (await fetch(`${url}/metrics`)).text()
  await until(async () => /route="\/api\/v1\/waiting",status="499"\} 1/.test(await metrics()))
  assert.match(await metrics(), /^stowage_http_requests_in_flight 1$/m)
})

test('undecoded addresses reach the routes unchanged', async () => {
  const status = async (path: string) => {
    const request = httpRequest({
      ...new URL(url),
      host: '127.0.0.1',
      port: new URL(url).port,
      path,
      headers: { cookie },
    }).end()
    const [response] = await once(request, 'response')
    response.resume()
    return Number(response.statusCode)
  }
  assert.is(await status('/api/v1/x/../users'), 404)
  assert.is(await status('/api/v1/%2e%2e/v1/users'), 404)
  assert.is(await status('//api/v1/users'), 404)
  assert.is(await status('/api/v1/buckets/../versioning'), 404)
  assert.is(await status('/api/v1/users'), 200)
})

test('a request that offers HTTP/2 without TLS is answered by HTTP/1.1', async () => {
  const upgrade = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
  const send = async (method: string, path: string, body = '') => {
    const headers = { ...upgrade, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = httpRequest(url + path, { method, headers })
    request.end(body)
    const [response] = await once(request, 'response')
    response.resume()
    return response.statusCode
  }
  assert.is(await send('GET', '/healthz'), 200)
  assert.is(await send('POST', '/api/v1/login', JSON.stringify(host.root)), 201)
})
