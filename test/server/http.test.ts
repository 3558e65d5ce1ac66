import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { get, post } from '../../core/protocol/contract.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { createLog } from '../../server/log.ts'
import { type ErrorBody, type Host, type Send, pluginFor, startHost } from './host.ts'

const bytes = (body: AsyncIterable<Uint8Array>, length = 5) => ({
  status: 200 as const,
  headers: { 'content-type': 'text/plain', 'content-length': String(length) },
  body,
})
const events: string[] = []

const odd = {
  echo: post('/api/v1/odd/echo/:name', {
    allow: 'signed-in',
    body: v.object({ text: v.string() }),
    reply: v.object({ name: v.string(), text: v.string() }),
  }),
  broken: get('/api/v1/odd/broken', { allow: 'signed-in' }),
  configure: post('/api/v1/odd/configure', { allow: 'signed-in', status: 204 }),
  teapot: get('/api/v1/odd/teapot', { allow: 'signed-in' }),
  stream: get('/api/v1/odd/stream', { allow: 'signed-in', reply: 'bytes' }),
  file: get('/api/v1/odd/file', { allow: 'signed-in', reply: 'bytes' }),
  breaking: get('/api/v1/odd/breaking', { allow: 'signed-in', reply: 'bytes' }),
}

const long = 'long '.repeat(500)

async function* source() {
  try {
    yield Buffer.from('hello')
  } finally {
    events.push('closed')
  }
}

async function* breaking(): AsyncGenerator<Uint8Array> {
  throw new Failure(507, 'the disk is gone')
  yield Buffer.from('')
}

const oddPlugin = pluginFor(odd, {
  echo: ({ params, body }) => ({ name: params.name, text: body.text }),
  broken: () => {
    throw new TypeError('the secret path /etc/shadow')
  },
  configure: ({ needRestart }) => needRestart(),
  teapot: () => {
    throw new Failure(418, 'i am a teapot', {
      detail: 'Short and stout',
      code: 'Teapot',
      field: 'pot.spout',
      missing: [{ action: 's3:GetObject', resource: 'arn:aws:s3:::tea/a' }],
      params: { cups: 2 },
    })
  },
  stream: () => bytes(source()),
  file: () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Readable.from([Buffer.from(`"${long}"`)]),
  }),
  breaking: () => bytes(breaking()),
})

let host: Host
let send: Send
test.before(async () => {
  host = await startHost({ plugin: oddPlugin })
  send = await host.as(host.root)
})

const refused = async (status: number, message: RegExp, ...request: Parameters<Send>) => {
  const response = await send(...request)
  const body = response.json<ErrorBody>()
  assert.equal([response.statusCode, body.code], [status, status], response.payload)
  assert.match(String(body.message), message)
  assert.equal(Object.keys(body).slice(0, 3), ['code', 'message', 'detailedMessage'])
  return response
}

test('an invalid request gets the reason', async () => {
  await refused(422, /^name in body is required$/, 'POST', '/api/v1/buckets', {})
  await refused(422, /^name in body must be of type string$/, 'POST', '/api/v1/buckets', { name: 1 })
  await refused(422, /^name in body: A bucket name has at least 3 characters$/, 'POST', '/api/v1/buckets', {
    name: 'a',
  })
  await refused(422, /^name in query: Name the user/, 'GET', '/api/v1/user?name=')
  await refused(422, /^name in query is required$/, 'GET', '/api/v1/user')
  await refused(422, /^name in query must be of type string$/, 'GET', '/api/v1/user?name=a&name=b')
  await refused(422, /^body is required$/, 'POST', '/api/v1/buckets', '', { 'content-type': 'application/json' })
  await refused(400, /^the body is not valid JSON$/, 'POST', '/api/v1/buckets', '{"name":', {})
  await refused(400, /^the query has an invalid percent-encoding$/, 'GET', '/api/v1/user?name=%ff')
})

test('a body of another type or above the limit is refused', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'rubbish',
  ]) {
    await refused(415, /^unsupported media type/, 'POST', '/api/v1/buckets', '{}', { 'content-type': type })
  }
  await refused(415, /multipart\/form-data$/, 'POST', '/api/v1/buckets/abc/objects/upload', {})
  await refused(413, /^the body is larger than 64 KiB$/, 'PUT', '/api/v1/buckets/abc/versioning', {
    versioning: 'x'.repeat(64 * 1024),
  })
})

test('an overlong value is refused with its field and limit', async () => {
  const name = (length: number) => 'x'.repeat(length)
  await refused(422, /^bucket in path: Enter at most 63 bytes$/, 'GET', `/api/v1/buckets/${name(64)}/versioning`)
  await refused(422, /^name in path: Enter at most 1,024 bytes$/, 'GET', `/api/v1/policies/${name(1025)}/users`)
  await refused(422, /^name in query: Enter at most 1,024 bytes$/, 'GET', `/api/v1/user?name=${name(1025)}`)
  await refused(422, /^the query has more than 100 values$/, 'GET', `/api/v1/user?${'a=b&'.repeat(101)}`)
  const login = ['POST', '/api/v1/login'] as const
  await refused(422, /^accessKey in body: Enter at most 255 bytes$/, ...login, { accessKey: name(256), secretKey: 'x' })
  await refused(422, /^secretKey in body: Enter at most 255 bytes$/, ...login, {
    accessKey: 'x',
    secretKey: 'é'.repeat(128),
  })
  const may = (...actions: object[]) => ['POST', '/api/v1/has-permission', { actions }] as const
  const action = { id: 'a', action: 's3:GetObject' }
  await refused(422, /^actions in body: Enter at most 100 entries$/, ...may(...Array<object>(101).fill(action)))
  await refused(
    422,
    /^actions\.0\.bucket_name in body: Enter at most 63 bytes$/,
    ...may({ ...action, bucket_name: name(64) }),
  )
  await refused(
    422,
    /^actions\.0\.object in body: Enter at most 1,026 bytes$/,
    ...may({ ...action, object: name(1027) }),
  )
  const secret = { accessKey: 'taken', secretKey: name(256), groups: [], policies: [] }
  await refused(422, /^secretKey in body: Enter at most 255 bytes$/, 'POST', '/api/v1/users', secret)
})

test('a caller without a session cannot send a large body', async () => {
  const pair = { accessKey: 'x', secretKey: 'x'.repeat(64 * 1024) }
  const response = await (await host.as())('POST', '/api/v1/login', pair)
  assert.equal([response.statusCode, response.json<ErrorBody>().message], [413, 'the body is larger than 64 KiB'])
})

test('a JSON content type may name its charset', async () => {
  const response = await send(
    'POST',
    '/api/v1/odd/echo/a',
    { text: 'é' },
    { 'content-type': 'application/json; charset=utf-8' },
  )
  assert.equal(response.json(), { name: 'a', text: 'é' })
})

test('an unknown path is a 404, and an unsupported method a 405 with the allowed ones', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    await refused(404, /^path \/api\/v1\/nowhere was not found$/, method, '/api/v1/nowhere?a=b')
  const response = await refused(
    405,
    /^method DELETE is not allowed, but \[GET,HEAD,POST\] are$/,
    'DELETE',
    '/api/v1/users',
  )
  assert.is(response.headers.allow, 'GET, HEAD, POST')
  await refused(405, /GET,HEAD\] are$/, 'POST', '/users')
  await refused(405, /POST\] are$/, 'GET', '/api/v1/logout')
  await refused(405, /POST\] are$/, 'PUT', '/api/v1/odd/echo/a', 'x', { 'content-type': 'text/plain' })
})

test('a path parameter is decoded once, and must not be empty', async () => {
  for (const name of ['a/b', '100%', 'x%2Fy', 'é🪣', 'a b', '..', "a'b;c", 'a+b', '__proto__', 'x'.repeat(1000)]) {
    const response = await send('POST', `/api/v1/odd/echo/${encodeURIComponent(name).replaceAll('.', '%2e')}`, {
      text: '',
    })
    if (name === '..') continue
    assert.is(response.json<{ name: string }>().name, name)
  }
  await refused(404, /./, 'POST', '/api/v1/odd/echo/', { text: '' })
  await refused(404, /./, 'GET', '/api/v1/buckets//versioning')
})

test('a trailing slash is ignored', async () => {
  assert.is((await send('GET', '/api/v1/users/')).statusCode, 200)
})

test('an unexpected error is a 500 that reveals only the request ID', async () => {
  const response = await refused(500, /^an error occurred, please try again$/, 'GET', '/api/v1/odd/broken')
  assert.is(response.json<ErrorBody>().detailedMessage, `Request ${response.headers['x-request-id']}`)
  assert.not.match(response.payload, /shadow|TypeError/)
})

test('a failure is returned unchanged', async () => {
  const response = await refused(418, /^i am a teapot$/, 'GET', '/api/v1/odd/teapot')
  assert.equal(response.json<ErrorBody>(), {
    code: 418,
    message: 'i am a teapot',
    detailedMessage: 'Short and stout',
    errorCode: 'Teapot',
    field: 'pot.spout',
    missing: [{ action: 's3:GetObject', resource: 'arn:aws:s3:::tea/a' }],
    params: { cups: 2 },
  })
})

test('an error without data has only code, message and cause', async () => {
  const response = await send('GET', '/api/v1/odd/nowhere')
  assert.equal(Object.keys(response.json<ErrorBody>()), ['code', 'message', 'detailedMessage'])
})

test('a body of the wrong shape gets the path of the field', async () => {
  const field = async (...request: Parameters<Send>) => (await send(...request)).json<ErrorBody>().field
  assert.is(await field('GET', '/api/v1/user'), 'name')
  assert.is(await field('POST', '/api/v1/buckets', { name: 'abc', retention: {} }), 'retention.mode')
  assert.is(await field('POST', '/api/v1/buckets', { name: 'abc', odd: 1 }), 'odd')
})

test('HEAD of a download returns its headers and closes the source', async () => {
  events.length = 0
  const response = await send('HEAD', '/api/v1/odd/stream')
  assert.equal([response.statusCode, response.payload, response.headers['content-length']], [200, '', '5'])
  const whole = await send('GET', '/api/v1/odd/stream')
  assert.is(whole.payload, 'hello')
  assert.equal(events, ['closed'])
})

test('a download that fails before its first byte is an error, not an empty file', async () => {
  await refused(507, /^the disk is gone$/, 'GET', '/api/v1/odd/breaking')
})

test('responses above 1 kB are compressed if accepted, and smaller ones and streams never', async () => {
  const echo = (text: string, accepted: string) =>
    send('POST', '/api/v1/odd/echo/me', { text }, { 'accept-encoding': accepted })
  const br = await echo(long, 'gzip, br')
  assert.equal([br.headers['content-encoding'], br.headers.vary], ['br', 'accept-encoding'])
  assert.is(JSON.parse(brotliDecompressSync(br.rawPayload).toString()).text, long)
  assert.is(Number(br.headers['content-length']), br.rawPayload.length)
  const gz = await echo(long, 'gzip')
  assert.is(JSON.parse(gunzipSync(gz.rawPayload).toString()).text, long)
  assert.is((await echo(long, 'identity')).json().text, long)
  assert.is((await echo('short', 'br')).headers['content-encoding'], undefined)
  const file = await send('GET', '/api/v1/odd/file', undefined, { 'accept-encoding': 'br, gzip' })
  assert.equal([file.headers['content-encoding'], file.payload], [undefined, `"${long}"`])
})

test('HEAD of a call is its GET without the body', async () => {
  const response = await send('HEAD', '/api/v1/users')
  assert.equal([response.statusCode, response.payload], [200, ''])
})

test('a cross-site request cannot change anything', async () => {
  const from = async (headers: Record<string, string>, type = 'application/json') =>
    (
      await host.app.inject({
        method: 'POST',
        url: '/api/v1/login',
        headers: { host: 'console.test', 'content-type': type, ...headers },
        payload: '{}',
      })
    ).statusCode
  for (const headers of [
    { origin: 'http://evil.test' },
    { origin: 'null' },
    { origin: 'http://console.test:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    assert.is(await from(headers), 403, JSON.stringify(headers))
  }
  assert.is(await from({ origin: 'http://console.test' }), 422)
  assert.is(await from({ 'sec-fetch-site': 'same-origin' }), 422)
  assert.is(await from({}), 422)
  assert.is(await from({}, 'text/plain'), 403)
  assert.is(await from({ origin: 'http://console.test' }, 'text/plain'), 415)
})

test('a refused origin is logged with the expected one and the headers a proxy has to pass on', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const target = await startHost({ config: { log } })
  const headers = { host: 'backend:9090', origin: 'http://console.example', 'content-type': 'application/json' }
  await target.app.inject({ method: 'POST', url: '/api/v1/login', headers, payload: '{}' })
  const line = JSON.parse(lines.find((one) => one.includes('origin')) ?? '{}') as Record<string, string>
  assert.equal([line.origin, line.host], ['http://console.example', 'backend:9090'])
  assert.match(line.msg ?? '', /proxy_set_header Host/)
})

test('a script may send PUT and DELETE without origin and content type', async () => {
  const status = async (method: 'POST' | 'PUT' | 'DELETE', headers: Record<string, string> = {}) =>
    (await host.app.inject({ method, url: '/api/v1/user?name=x', headers: { host: 'console.test', ...headers } }))
      .statusCode
  assert.is(await status('DELETE'), 401)
  assert.is(await status('PUT'), 401)
  assert.is(await status('DELETE', { origin: 'http://evil.test' }), 403)
  assert.is(await status('DELETE', { 'sec-fetch-site': 'cross-site' }), 403)
  const logout = async (headers: Record<string, string>) =>
    (await host.app.inject({ method: 'POST', url: '/api/v1/logout', headers: { host: 'console.test', ...headers } }))
      .statusCode
  assert.is(await logout({}), 403)
  assert.is(await logout({ authorization: 'Basic YTpi' }), 403)
  assert.is(await logout({ authorization: 'Bearer x' }), 401)
})

test('behind a trusted proxy the origin is that of the forwarded host', async () => {
  const target = await startHost({ config: { trustedProxies: ['127.0.0.1'] } })
  const headers = { host: 'inside:9090', origin: 'https://console.example', 'content-type': 'application/json' }
  const status = async (more: Record<string, string>) =>
    (await target.app.inject({ method: 'POST', url: '/api/v1/login', headers: { ...headers, ...more }, payload: '{}' }))
      .statusCode
  assert.is(await status({}), 403)
  assert.is(await status({ 'x-forwarded-host': 'console.example', 'x-forwarded-proto': 'https' }), 422)
})

test('every response has the security headers', async () => {
  for (const url of [
    '/api/v1/session',
    '/api/v1/nowhere',
    '/api/v1/odd/broken',
    '/healthz',
    '/nowhere',
    '/api/v1/%zz',
  ]) {
    const { headers } = await send('GET', url)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/,
    )
    assert.not.match(String(headers['content-security-policy']), /unsafe/)
    assert.is(headers['x-content-type-options'], 'nosniff')
    assert.is(headers['referrer-policy'], 'same-origin')
    assert.match(String(headers['permissions-policy']), /camera=\(\)/)
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
  }
  assert.is((await send('GET', '/api/v1/session')).headers['cache-control'], 'no-store')
})

test('the process reports liveness, readiness and metrics', async () => {
  const plain = (url: string, headers = {}) => host.app.inject({ url, headers })
  assert.equal([(await plain('/healthz')).statusCode, (await plain('/readyz')).statusCode], [200, 200])
  await send('GET', '/api/v1/users')
  const metrics = await plain('/metrics')
  assert.match(String(metrics.headers['content-type']), /^text\/plain; version=0\.0\.4/)
  assert.match(
    metrics.payload,
    /^stowage_http_requests_total\{method="GET",route="\/api\/v1\/users",status="200"\} \d+$/m,
  )
  assert.match(
    metrics.payload,
    /^stowage_http_request_duration_seconds_bucket\{method="GET",route="\/api\/v1\/users",le="\+Inf"\} \d+$/m,
  )
  assert.match(metrics.payload, /^stowage_http_requests_in_flight 1$/m)
  assert.match(metrics.payload, /^process_resident_memory_bytes \d{6,}$/m)
  assert.match(metrics.payload, /^nodejs_eventloop_lag_seconds\{quantile="0\.99"\} [\d.e-]+$/m)
  for (const line of metrics.payload.trimEnd().split('\n'))
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/)
  assert.is((await plain('/metrics', { accept: 'text/html' })).statusCode, 404)
})

test('pending changes that need a restart are reported to accounts that may restart', async () => {
  const pair = { accessKey: 'no-restart', secretKey: 'no-restart-secret' }
  await send('POST', '/api/v1/users', { ...pair, groups: [], policies: ['readonly'] })
  const other = await host.as(pair)
  const restartNotice = async (by: Send) => (await by('GET', '/api/v1/session')).json<{ restart?: string }>().restart
  assert.is(await restartNotice(send), undefined)
  assert.is((await send('POST', '/api/v1/odd/configure')).headers['x-restart'], 'needed')
  assert.equal([await restartNotice(send), await restartNotice(other)], ['needed', undefined])
  assert.is((await send('POST', '/api/v1/service/restart', {})).statusCode, 204)
  assert.is(await restartNotice(send), undefined)
})
