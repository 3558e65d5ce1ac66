import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { isIP } from 'node:net'
import { assert, test } from '../lib/suite.ts'
import { listen } from '../lib/listen.ts'
import { pluck } from '../lib/pluck.ts'
import { isAllowable, isInternal } from '../../engines/outbound/addresses.ts'
import { createOutbound, type Step, Unreachable } from '../../engines/outbound/outbound.ts'
import { withFakeTimeouts } from '../lib/fake-timers.ts'
import { certificate, key } from './minio/certificate.ts'

const [ENDPOINT, TARGET_URL] = [
  { field: 'endpoint', title: 'Endpoint' },
  { field: 'targetURL', title: 'Target URL' },
]

const serving = (listener: RequestListener) => listen(createServer(listener))

/** A lookup that resolves names to these addresses. */
const named =
  (names: Readonly<Record<string, readonly string[]>>) =>
  async (host: string): Promise<LookupAddress[]> => {
    const found = names[host]
    if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    return found.map((address) => ({ address, family: isIP(address) }))
  }

const unreached = async (step: Step, work: Promise<unknown>, message: RegExp) => {
  const failure = await work.then(
    () => assert.unreachable(`It was reached, where "${step}" was expected`),
    (error: unknown) => error,
  )
  if (!(failure instanceof Unreachable)) throw failure
  assert.equal([failure.step, failure.status], [step, 400], failure.message)
  assert.match(failure.message, message)
  return failure
}

const internal = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
]
const external = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.255.255',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '64:ff9b::8.8.8.8',
  '2a00::1',
]

test('every address outside the public internet is internal, in every IPv6 mapping', () => {
  assert.equal(
    internal.filter((address) => !isInternal(address)),
    [],
  )
  assert.equal(external.filter(isInternal), [])
  assert.ok(isInternal('no address at all'))
})

test('internal hosts are refused in every notation, with field, reason and remedy', async () => {
  const { check } = createOutbound({
    resolve: named({
      localhost: ['127.0.0.1', '::1'],
      'inner.example': ['10.0.0.7'],
      'metadata.example': ['169.254.169.254'],
    }),
  })
  const hosts = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '0',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[fe80::1]',
    'localhost',
    'LOCALHOST.',
    'inner.example',
    'metadata.example.',
  ]
  for (const host of hosts) {
    const failure = await unreached(
      'refused',
      check(`http://${host}:9/x`, ENDPOINT),
      /^Endpoint: ".+" is in the console's internal network/,
    )
    assert.match(failure.detail ?? '', /CONSOLE_ALLOWED_TARGETS/)
  }
})

test('addresses without HTTP, with a password, or of unknown hosts have different errors', async () => {
  const { check } = createOutbound({ resolve: named({}) })
  for (const address of [
    '',
    'nowhere',
    'ftp://a.example',
    'file:///etc/passwd',
    'http://',
    'http://[::1',
    'javascript:1',
  ])
    await unreached('address', check(address, TARGET_URL), /^Target URL: enter an address/)
  await unreached('address', check('http://me:secret@a.example', TARGET_URL), /remove the user and password/)
  const failure = await unreached(
    'name',
    check('https://nobody.example', TARGET_URL),
    /^Target URL: there is no host "nobody.example"$/,
  )
  assert.match(failure.detail ?? '', /ENOTFOUND/)
})

test('a public host is connected at its checked addresses, without internal ones', async () => {
  const { check } = createOutbound({ resolve: named({ 'both.example': ['10.0.0.1', '8.8.8.8', '2606:4700::1111'] }) })
  const { host, port, secure, addresses, lookup } = await check('https://Both.Example./x', ENDPOINT)
  assert.equal([host, port, secure], ['both.example', 443, true])
  assert.equal(pluck(addresses, 'address'), ['8.8.8.8', '2606:4700::1111'])
  assert.is((await check('http://8.8.8.8:81', ENDPOINT)).port, 81)
  const one = await new Promise((resolve) => lookup('both.example', {}, (_error, address) => resolve(address)))
  const all = await new Promise((resolve) => lookup('both.example', { all: true }, (_error, found) => resolve(found)))
  assert.equal([one, all], ['8.8.8.8', addresses])
})

test('a deployment allows internal targets by name, subdomain, address and range', async () => {
  const resolve = named({
    'hook.corp': ['10.9.9.9'],
    'a.b.corp': ['10.9.9.8'],
    corp: ['10.9.9.7'],
    'other.example': ['10.1.2.3'],
    'mixed.example': ['10.1.2.3', '10.2.2.3'],
  })
  const { check } = createOutbound({
    allowed: ['Hook.Corp', '*.b.corp', '10.1.0.0/16', '127.0.0.1', 'fd00::/8'],
    resolve,
  })
  for (const host of [
    'hook.corp',
    'a.b.corp',
    'other.example',
    '10.1.255.255',
    '127.0.0.1',
    '[::ffff:127.0.0.1]',
    '[fd12::1]',
    'mixed.example',
  ])
    assert.ok((await check(`http://${host}`, ENDPOINT)).addresses.length > 0, host)
  assert.equal(pluck((await check('http://mixed.example', ENDPOINT)).addresses, 'address'), ['10.1.2.3'])
  for (const host of ['corp', '10.2.0.1', '127.0.0.2', '[fc00::1]', '[::1]'])
    await unreached('refused', check(`http://${host}`, ENDPOINT), /internal network/)
})

test('the list accepts only addresses, ranges and names', () => {
  for (const entry of ['10.0.0.0/8', '::1', 'fd00::/8', 'localhost', '*.corp.example', 'my_host', 'a-b.c'])
    assert.ok(isAllowable(entry), entry)
  for (const entry of [
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0',
    'http://a',
    '*',
    'a b',
    '-a',
    'a..b',
    '::1/129',
    '1.2.3.4:80',
  ])
    assert.not(isAllowable(entry), entry)
})

test('a name that resolves differently after the check is connected at the checked address', async () => {
  const port = await serving((request, response) => response.end(`for ${request.headers.host}`))
  let lookups = 0
  const resolve = async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  const { request } = createOutbound({ allowed: ['127.0.0.1'], resolve })
  const { status, body } = await request(`http://moving.example:${port}/`, { field: 'Endpoint', maxBytes: 1024 })
  assert.equal([status, body.toString(), lookups], [200, `for moving.example:${port}`, 1])
  await unreached(
    'refused',
    request(`http://moving.example:${port}/`, { field: 'Endpoint', maxBytes: 1024 }),
    /internal network/,
  )
})

test('a request sends method, headers and body, and returns the response with any status', async () => {
  const port = await serving(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response
      .writeHead(418, { 'x-seen': `${request.method} ${request.url} ${request.headers.authorization}` })
      .end(Buffer.concat(chunks))
  })
  const { request } = createOutbound({ allowed: ['127.0.0.1'] })
  const response = await request(`http://127.0.0.1:${port}/a?b`, {
    field: 'Endpoint',
    method: 'POST',
    headers: { authorization: 'Bearer u' },
    body: 'schön',
    maxBytes: 1024,
  })
  assert.equal(
    [response.status, response.headers['x-seen'], response.body.toString()],
    [418, 'POST /a?b Bearer u', 'schön'],
  )
})

test('redirects are not followed', async () => {
  let visits = 0
  const inner = await serving((_request, response) => {
    visits += 1
    response.end()
  })
  const port = await serving((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${inner}/` }).end(),
  )
  const { status } = await createOutbound({ allowed: ['127.0.0.1'] }).request(`http://127.0.0.1:${port}/`, {
    field: 'Endpoint',
    maxBytes: 1024,
  })
  assert.equal([status, visits], [302, 0])
})

test('an oversized or truncated response and an unknown host have different errors', async () => {
  const { request } = createOutbound({ allowed: ['127.0.0.1'] })
  const long = await serving((_request, response) => response.end(Buffer.alloc(2000)))
  await unreached(
    'size',
    request(`http://127.0.0.1:${long}/`, { field: 'Endpoint', maxBytes: 1999 }),
    /more than 1999 bytes/,
  )
  assert.is((await request(`http://127.0.0.1:${long}/`, { field: 'Endpoint', maxBytes: 2000 })).body.length, 2000)
  const broken = await serving((request) => void request.socket.destroy())
  await unreached(
    'connection',
    request(`http://127.0.0.1:${broken}/`, { field: 'Endpoint', maxBytes: 1024 }),
    /cannot be reached/,
  )
  await unreached(
    'connection',
    request('http://127.0.0.1:1/', { field: 'Endpoint', maxBytes: 1024 }),
    /^Endpoint: 127.0.0.1:1 cannot be reached$/,
  )
})

test('a response that does not start or end, or a slow lookup, times out', async () => {
  let arrived = () => {}
  const port = await serving((request, response) => {
    if (request.url === '/half') response.writeHead(200, { 'content-length': '10' }).write('half')
    arrived()
  })
  const { request } = createOutbound({ allowed: ['127.0.0.1'] })
  for (const path of ['/never', '/half'])
    await withFakeTimeouts(async (pass) => {
      const there = new Promise<void>((resolve) => (arrived = resolve))
      const lookups = request(`http://127.0.0.1:${port}${path}`, { field: 'Endpoint', maxBytes: 1024, deadline: 5000 })
      await there
      pass(5000)
      await unreached('time', lookups, /does not answer/)
    })
  await withFakeTimeouts(async (pass) => {
    const lookups = createOutbound({ resolve: () => new Promise(() => {}) }).request('http://slow.example', {
      field: 'Endpoint',
      maxBytes: 1024,
      deadline: 5000,
    })
    pass(5000)
    await unreached('time', lookups, /does not answer/)
  })
})

test('a connection can be tested alone, with its certificate, and reports the obstacle', async () => {
  const options = { allowed: ['127.0.0.1'], resolve: named({ localhost: ['127.0.0.1'] }) }
  const { dial } = createOutbound({ ...options, ca: [certificate] })
  const plain = await serving(() => {})
  await dial(`http://127.0.0.1:${plain}/`, { field: 'Endpoint' })
  const secure = await listen(createSecureServer({ cert: certificate, key }))
  await dial(`https://localhost:${secure}/`, { field: 'Endpoint' })
  await unreached(
    'certificate',
    createOutbound(options).dial(`https://localhost:${secure}/`, { field: 'Endpoint' }),
    /certificate of localhost/,
  )
  await unreached('connection', dial('http://127.0.0.1:1/', { field: 'Endpoint' }), /cannot be reached/)
  await unreached('refused', dial('http://10.0.0.1/', { field: 'Endpoint' }), /internal network/)
  await unreached('address', dial('10.0.0.1:80', { field: 'Endpoint' }), /^Endpoint: enter an address/)
})

test('the caller can abort', async () => {
  const port = await serving(() => {})
  const stop = new AbortController()
  const lookups = createOutbound({ allowed: ['127.0.0.1'] }).request(`http://127.0.0.1:${port}/`, {
    field: 'Endpoint',
    maxBytes: 1024,
    signal: stop.signal,
  })
  stop.abort(new Error('enough'))
  assert.is(await lookups.catch((error: Error) => error.message), 'enough')
})

test('a certificate is verified by name, against the configured authorities', async () => {
  const port = await listen(
    createSecureServer({ cert: certificate, key }, (_request, response) => response.end('safe')),
  )
  const options = {
    allowed: ['127.0.0.1'],
    resolve: named({ localhost: ['127.0.0.1'], 'else.example': ['127.0.0.1'] }),
  }
  await unreached(
    'certificate',
    createOutbound(options).request(`https://localhost:${port}/`, { field: 'Endpoint', maxBytes: 1024 }),
    /certificate of localhost/,
  )
  const trusting = createOutbound({ ...options, ca: [certificate] })
  assert.is(
    (await trusting.request(`https://localhost:${port}/`, { field: 'Endpoint', maxBytes: 1024 })).body.toString(),
    'safe',
  )
  await unreached(
    'certificate',
    trusting.request(`https://else.example:${port}/`, { field: 'Endpoint', maxBytes: 1024 }),
    /certificate of else.example/,
  )
})
