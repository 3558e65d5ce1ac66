import { randomBytes } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assert, test } from '../lib/suite.ts'
import type { Endpoint } from '../../core/protocol/contract.ts'
import { sessionCookieName } from '../../server/cookie.ts'
import { createSeal } from '../../server/seal.ts'
import { choicesFrom } from '../lib/random.ts'
import { type Host, startHost } from './host.ts'
import { allCalls, sampleRequest } from './samples.ts'
import { actAs } from '../lib/ports.ts'

const count = 2500
const together = 24

const { below, withProbability, pick } = choicesFrom(20261121)

const texts = [
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  'a//b',
  '/lead',
  'trail/',
  'sample-bucket',
  'sample-name',
  'admin',
  'readonly',
  'é🪣',
  '\u202egpj.exe',
  'a\r\nb: c',
  '"quoted"',
  "it's",
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  '%25',
  '%zz',
  '100%',
  'a+b',
  'a=b&c',
  '#',
  '?',
  '\u0000',
  '\ud800',
  'x'.repeat(1024),
  'é'.repeat(600),
  'x'.repeat(5000),
  'null',
  'true',
  '-1',
  '0',
  '1e999',
  '99999999999999999999',
  '${aws:username}',
  '*',
  'arn:aws:s3:::*',
  '{"a":1}',
]
const values: unknown[] = [
  ...texts,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  [null],
  { __proto__: null, a: 1 },
  ['a', 'a'],
  { length: 1 },
]

const encoded = (text: string) => {
  const whole = /[\uD800-\uDFFF]/u.test(text) ? '%ed%a0%80' : encodeURIComponent(text)
  return withProbability(0.1) ? whole.replace(/%(\w)/, '%$1%') : whole
}

/** A copy of a value with a random difference. */
const changed = (value: unknown): unknown => {
  if (withProbability(0.15)) return pick(values)
  if (Array.isArray(value)) return withProbability(0.2) ? [...value, ...value, pick(values)] : value.map(changed)
  if (typeof value !== 'object' || value === null) return withProbability(0.3) ? pick(values) : value
  const entries = Object.entries(value).filter(() => !withProbability(0.1))
  return Object.fromEntries([
    ...entries.map(([name, entry]) => [name, changed(entry)]),
    ...(withProbability(0.1) ? [[pick(texts), pick(values)]] : []),
  ])
}

const form = () => {
  const part = () => {
    const name = pick(['5', '5', '0', pick(texts)])
    return `--xyz\r\ncontent-disposition: form-data; name="${name}"; filename="${pick(texts)}"\r\ncontent-type: ${pick(['text/plain', 'text/é', pick(texts)])}\r\n\r\n${pick(['hello', '', pick(texts)])}\r\n`
  }
  const whole = `${Array.from({ length: below(4) }, part).join('')}--xyz--\r\n`
  return withProbability(0.3) ? whole.slice(0, below(whole.length)) : whole
}

const bodyOf = (endpoint: Endpoint): { type: string; body: string | Buffer } | undefined => {
  if (withProbability(0.05))
    return {
      type: pick(['application/json', 'text/plain', '', 'multipart/form-data', 'application/x-www-form-urlencoded']),
      body: randomBytes(below(200)),
    }
  if (endpoint.body === 'files') return { type: 'multipart/form-data; boundary=xyz', body: form() }
  const { body } = sampleRequest(endpoint)
  if (body === undefined)
    return withProbability(0.2) ? { type: 'application/json', body: JSON.stringify(pick(values)) } : undefined
  const text = JSON.stringify(withProbability(0.2) ? body : changed(body)) ?? ''
  return { type: 'application/json', body: withProbability(0.05) ? text.slice(0, below(text.length)) : text }
}

const pathOf = (endpoint: Endpoint) => {
  if (withProbability(0.03))
    return pick([
      '/',
      '//',
      '/api',
      '/api/v1',
      '/api/v1/../v1/users',
      '/api/v1/%2e%2e/users',
      '*',
      'http://other.test/api/v1/users',
      '/assets/x',
      '/ws/x',
      '/metrics',
      '/readyz',
      '/api/proxy/a/b',
      '/%',
    ])
  const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encoded(withProbability(0.4) ? `sample-${name.toLowerCase()}` : pick(texts)),
  )
  const parameters = Object.entries((sampleRequest(endpoint).query ?? {}) as Record<string, unknown>)
    .filter(() => !withProbability(0.15))
    .map(([name, value]) => `${name}=${encoded(withProbability(0.5) ? String(value) : pick(texts))}`)
  const more = withProbability(0.1) ? [`${encoded(pick(texts))}=${encoded(pick(texts))}`] : []
  const search = [...parameters, ...more].join('&')
  return filled + (search && `?${search}`) + (withProbability(0.02) ? '?&=&%ff' : '')
}

let host: Host
let port = 0
let cookies: string[] = []

const sessionOf = async (key: Buffer, pair: { accessKey: string; secretKey: string }) =>
  `token=${createSeal(key).close(JSON.stringify(await host.engine.login(pair)), 'session')}`

test.before(async () => {
  const key = randomBytes(32)
  const own = sessionCookieName(createSeal(key))
  host = await startHost({ config: { key } })
  port = await host.listen()
  const backend = await actAs(host.engine, await host.engine.login(host.root))
  const reader = { accessKey: 'reader', secretKey: 'reader-secret' }
  await backend.identity.addUser({ ...reader, groups: ['sample-group'], policies: ['readonly'] })
  await backend.buckets.add({ name: 'sample-bucket', versioning: true, locking: false })
  // enough sessions that some remain after logging out and changing passwords
  const roots = await Promise.all(Array.from({ length: 40 }, () => sessionOf(key, host.root)))
  cookies = [
    ...roots,
    await sessionOf(key, reader),
    '',
    'token=rubbish',
    'token=9.x; token.1=y',
    `${own}=rubbish`,
    `${own}=9.x; ${own}.1=y`,
    '=; ;;',
    `token=${'x'.repeat(4000)}`,
    `${own}=${'x'.repeat(4000)}`,
  ]
})

type Sent = { method: string; path: string; headers: OutgoingHttpHeaders; body: string | Buffer | undefined }

const next = (): Sent => {
  const { endpoint } = pick(allCalls)
  const method = withProbability(0.93)
    ? endpoint.method
    : pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
  const sent = ['GET', 'HEAD', 'TRACE'].includes(method) ? undefined : bodyOf(endpoint)
  const cookie = pick(cookies)
  return {
    method,
    path: pathOf(endpoint),
    headers: {
      ...(withProbability(0.97) && { origin: `http://127.0.0.1:${port}` }),
      ...(cookie && { cookie }),
      ...(sent && { 'content-type': sent.type, 'content-length': Buffer.byteLength(sent.body) }),
      ...(withProbability(0.1) && {
        range: pick(['bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'x', 'bytes=99999999999999999999-']),
      }),
      ...(withProbability(0.05) && {
        accept: pick(['text/html', '*/*', '']),
        'accept-encoding': pick(['br;q=x', '*', '']),
        'if-none-match': pick(['*', 'W/', '"']),
      }),
      ...(withProbability(0.03) && { authorization: pick(['Bearer x', 'Basic Og==', 'AWS4-HMAC-SHA256 x']) }),
    },
    body: sent?.body,
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: together })

/** A decompressed response body. */
const unpacked = (bytes: Buffer, encoding: string | undefined) => {
  if (bytes.length === 0) return ''
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

const send = ({ method, path, headers, body }: Sent) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const request = httpRequest({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: unpacked(Buffer.concat(chunks), response.headers['content-encoding']),
        }),
      )
    })
    request.on('error', () => resolve({ status: 0, text: '' }))
    request.end(body)
  })

test(`of ${count} random requests over every endpoint none gets a 500, and each error has the same shape`, async () => {
  const seen = new Map<number, number>()
  const bad: string[] = []
  const worker = async (requests: Sent[]) => {
    for (const sent of requests) {
      const { status, text } = await send(sent)
      seen.set(status, (seen.get(status) ?? 0) + 1)
      const shaped =
        status < 400 ||
        sent.method === 'HEAD' ||
        sent.path.startsWith('/readyz') ||
        /^\{"code":\d+,"message":"[^"]/.test(text)
      if (status === 0 || status === 500 || !shaped)
        bad.push(`${status} ${sent.method} ${sent.path} ${sent.body ?? ''} => ${text}`)
    }
  }
  const all = Array.from({ length: count }, next)
  await Promise.all(
    Array.from({ length: together }, (_, index) => worker(all.filter((_, position) => position % together === index))),
  )
  agent.destroy()
  assert.equal(bad.slice(0, 10), [], `${bad.length} of them`)
  for (const status of [200, 201, 204, 400, 401, 403, 404, 405, 415, 422])
    assert.ok(seen.has(status), `none was answered with ${status}`)
  assert.is((await host.app.inject('/readyz')).statusCode, 200)
})
