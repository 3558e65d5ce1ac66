import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { type RawData, WebSocket } from 'ws'
import { stream } from '../../core/protocol/contract.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { accessDenied } from '../../engines/access-denied.ts'
import { createSeal } from '../../server/seal.ts'
import { until } from '../lib/until.ts'
import { cookiesOf, type Host, pluginFor, startHost } from './host.ts'

const ended: string[] = []
/** Number of messages of the endless feed. */
let sent = 0
const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))
const query = v.object({ from: v.pipe(v.string(), v.regex(/^\d+$/, 'Enter a number'), v.transform(Number)) })

const contract = {
  count: stream('/ws/count', {
    allow: 'signed-in',
    query,
    message: v.object({ count: v.number(), account: v.string() }),
  }),
  tracing: stream('/ws/tracing', { allow: ['admin:ServerTrace'], message: v.string() }),
  slow: stream('/ws/slow', { allow: 'signed-in', message: v.string() }),
  forever: stream('/ws/forever', { allow: 'signed-in', message: v.string(), slow: 'loses' }),
  whole: stream('/ws/whole', { allow: 'signed-in', message: v.string() }),
  burst: stream('/ws/burst', { allow: 'signed-in', message: v.number(), slow: 'loses' }),
  broken: stream('/ws/broken/:name', { allow: 'signed-in', message: v.string() }),
}

const plugin = pluginFor(contract, {
  async *count({ query, account }) {
    for (let count = query.from; count < query.from + 3; count += 1) yield { count, account }
  },
  async *tracing({ signal }) {
    yield 'began'
    await aborted(signal)
  },
  async *slow({ signal }) {
    while (!signal.aborted) {
      yield 'still here'
      await sleep(20)
    }
  },
  async *forever({ signal }) {
    try {
      while (!signal.aborted) {
        sent += 1
        yield 'x'.repeat(100_000)
      }
    } finally {
      ended.push('forever')
    }
  },
  async *whole({ signal }) {
    for (let at = 0; at < 500 && !signal.aborted; at += 1) {
      sent += 1
      yield String(at).padEnd(100_000, ' ')
    }
  },
  async *burst() {
    for (let number = 0; number < 100; number += 1) yield number
    throw new Failure(503, 'gone')
  },
  async *broken({ params }) {
    if (params.name === 'denied') throw new Failure(403, 'access denied')
    if (params.name === 'missing') throw accessDenied('s3:GetObject', { bucket: 'photos', key: 'a.jpg' })
    throw new TypeError('the secret path /etc/shadow')
    yield ''
  },
})

const key = randomBytes(32)
let cookie = ''
/** Cookie of a session that the engine accepts, and that expires in `ms` ms. */
const cookieFor = async (ms: number) =>
  `token=${createSeal(key).close(JSON.stringify({ ...(await host.engine.login(host.root)), expires: Date.now() + ms }), 'session')}`
let host: Host
let address = ''

test.before(async () => {
  host = await startHost({
    plugin,
    config: { key, subpath: '/console', timeouts: { feed: 50 } },
  })
  address = `127.0.0.1:${await host.listen()}`
  cookie = await cookieFor(3_600_000)
})

const open = (path: string, headers: Record<string, string> = {}) =>
  new WebSocket(`ws://${address}${path}`, { headers: { origin: `http://${address}`, cookie, ...headers } })

const linesOf = (data: RawData): unknown[] =>
  String(data)
    .split('\n')
    .map((line) => JSON.parse(line))

const follow = async (path: string, headers: Record<string, string> = {}) => {
  const socket = open(path, headers)
  const messages: unknown[] = []
  socket.on('message', (data) => messages.push(...linesOf(data)))
  const [code, reason] = await once(socket, 'close')
  return { messages, code: Number(code), reason: String(reason) }
}

const statusOf = async (path: string, headers: Record<string, string> = {}) => {
  const socket = open(path, headers)
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  socket.terminate()
  return Number(response.statusCode)
}

test('a feed sends one JSON message at a time and closes at its end', async () => {
  assert.equal(await follow('/ws/count?from=5'), {
    messages: [5, 6, 7].map((count) => ({ count, account: 'admin' })),
    code: 1000,
    reason: '',
  })
})

test('a page gets the messages of a burst together, and others one by one, all before the failure', async () => {
  for (const [path, fewest, most] of [
    ['/ws/burst?format=ndjson', 2, 20],
    ['/ws/burst', 100, 100],
  ] as const) {
    const socket = open(path)
    const received: unknown[][] = []
    socket.on('message', (data) => received.push(linesOf(data)))
    const [, reason] = await once(socket, 'close')
    assert.equal(
      received.flat().filter((line) => typeof line === 'number'),
      Array.from({ length: 100 }, (_, number) => number),
    )
    assert.ok(received.length >= fewest && received.length <= most, `${received.length} WebSocket messages`)
    assert.is(String(reason), '503 gone')
  }
})

test('a feed works under a subpath, whether or not a proxy strips it', async () => {
  assert.is((await follow('/console/ws/count?from=1')).messages.length, 3)
})

test('a cross-site request, or one without an origin, cannot open a socket', async () => {
  assert.is(await statusOf('/ws/count?from=1', { origin: 'http://evil.test' }), 403)
  assert.is(await statusOf('/ws/count?from=1', { origin: '' }), 403)
  assert.is(await statusOf('/ws/count?from=1', { origin: 'null', host: 'no host' }), 403)
})

test('a feed without a session closes with the error of a call', async () => {
  assert.equal(await follow('/ws/count?from=1', { cookie: '' }), {
    messages: [],
    code: 1008,
    reason: '401 invalid session',
  })
  assert.is((await follow('/ws/count?from=1', { cookie: 'token=rubbish' })).reason, '401 invalid session')
})

/** Waits until an endless feed has ended. */
const untilEnded = () => until(() => ended.length > 0)

test('a feed ends with its session', async () => {
  ended.length = 0
  const { code, reason } = await follow('/ws/forever', { cookie: await cookieFor(200) })
  assert.equal([code, reason], [1008, '401 invalid session'])
  await untilEnded()
})

test('an invalid or failed feed closes with the reason and sends nothing more', async () => {
  assert.equal(await follow('/ws/count?from=x'), {
    messages: [],
    code: 1008,
    reason: '422 from in query: Enter a number',
  })
  assert.equal(await follow('/ws/broken/denied'), { messages: [], code: 1008, reason: '403 access denied' })
  assert.equal(await follow('/ws/broken/other'), {
    messages: [],
    code: 1011,
    reason: '500 an error occurred, please try again',
  })
})

test('a page gets the missing permissions before a refused feed closes, and other clients the reason', async () => {
  const { messages, code, reason } = await follow('/ws/broken/missing?format=ndjson')
  assert.equal([code, reason], [1008, '403 Access denied'])
  const [{ failure, of } = { failure: undefined, of: undefined }] = messages as { failure: object; of: string }[]
  assert.is(of, 'feed')
  assert.equal((failure as { missing: unknown }).missing, [
    { action: 's3:GetObject', resource: 'arn:aws:s3:::photos/a.jpg' },
  ])
  assert.equal(await follow('/ws/broken/missing'), { messages: [], code: 1008, reason: '403 Access denied' })
})

test('a feed ends when its subscriber disconnects, and a slow one loses the oldest messages with their count', async () => {
  ended.length = sent = 0
  const socket = open('/ws/forever?format=ndjson')
  const [messages, losses] = [[0], [0]]
  socket.on('message', (data) => {
    for (const message of linesOf(data) as (string | { lost: number; of: string })[])
      if (typeof message === 'string') messages.push(message.length)
      else losses.push(message.lost)
  })
  await once(socket, 'message')
  socket.pause()
  await until(() => sent > 1000)
  assert.equal(ended, [])
  socket.resume()
  await until(() => losses.length > 1)
  socket.terminate()
  await untilEnded()
  const lost = losses.reduce((sum, count) => sum + count)
  assert.ok(lost > 500 && lost + messages.length <= sent + 1, `${lost} lost and ${messages.length} received of ${sent}`)
})

test('messages dropped for a slow subscriber are freed', async () => {
  ended.length = sent = 0
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const memoryInUse = () => {
    collect()
    collect()
    return process.memoryUsage().arrayBuffers / 2 ** 20
  }
  const before = memoryInUse()
  const socket = open('/ws/forever')
  await once(socket, 'message')
  socket.pause()
  for (let look = 0; look < 6; look += 1) {
    const from = sent
    await until(() => sent > from + 70)
    assert.ok(memoryInUse() - before < 30, `${memoryInUse() - before} MB after ${sent} messages`)
  }
  socket.terminate()
  await untilEnded()
})

test('a feed without losses waits for slow subscribers', async () => {
  sent = 0
  const socket = open('/ws/whole?format=ndjson')
  const numbers: number[] = []
  socket.on('message', (data) => void numbers.push(...linesOf(data).map(Number)))
  await once(socket, 'message')
  socket.pause()
  for (let before = -1; before !== sent; await sleep(200)) before = sent
  assert.ok(sent < 500, `${sent} were sent to nobody`)
  socket.resume()
  await once(socket, 'close')
  assert.equal(
    numbers,
    Array.from({ length: 500 }, (_, at) => at),
  )
})

test('a client that did not ask for loss messages gets none, since it would misread them', async () => {
  ended.length = sent = 0
  const socket = open('/ws/forever')
  const kinds = new Set<string>()
  socket.on('message', (data) => kinds.add(typeof JSON.parse(String(data))))
  await once(socket, 'message')
  socket.pause()
  await until(() => sent > 1000)
  socket.resume()
  const before = sent
  await until(() => sent > before + 1000)
  assert.equal([...kinds], ['string'])
  socket.terminate()
  await untilEnded()
})

/** Signs in as a browser would; returns its cookie. */
const signIn = async (pair = host.root, before = '') => {
  const response = await (await host.as())('POST', '/api/v1/login', pair, {
    host: address,
    origin: `http://${address}`,
    cookie: before,
  })
  assert.is(response.statusCode, 201, response.payload)
  return cookiesOf(response)
}

/** Opens a feed of this cookie's session; the returned promise resolves with the reason for its end. */
const following = async (cookie: string, path = '/ws/slow') => {
  const socket = open(path, { cookie })
  const closed = once(socket, 'close').then(([code, reason]) => `${code} ${reason}`)
  await once(socket, 'message')
  return { closed, next: () => once(socket, 'message').then(() => 'still open') }
}

test('signing out closes the feeds of that session only', async () => {
  const [own, other] = [await signIn(), await signIn()]
  const [closed, others] = [await following(own), await following(other)]
  await (await host.as())('POST', '/api/v1/logout', undefined, { cookie: own })
  assert.is(await closed.closed, '1008 401 invalid session')
  assert.is(await Promise.race([others.closed, others.next()]), 'still open')
  await (await host.as())('POST', '/api/v1/logout', undefined, { cookie: other })
  assert.is(await others.closed, '1008 401 invalid session')
})

test('a second sign-in in the same browser ends the previous session and its feeds', async () => {
  const before = await signIn()
  const closed = await following(before)
  const after = await signIn(host.root, before)
  assert.is(await closed.closed, '1008 401 invalid session')
  const status = async (cookie: string) =>
    (await (await host.as())('GET', '/api/v1/session', undefined, { cookie })).statusCode
  assert.equal([await status(before), await status(after)], [401, 200])
})

test('a feed ends when its account is disabled, or loses the permission', async () => {
  const admin = await host.as(host.root)
  const pair = { accessKey: 'follower', secretKey: 'follower-secret' }
  await admin('POST', '/api/v1/users', { ...pair, groups: [], policies: ['diagnostics', 'readonly'] })
  const cookie = await signIn(pair)
  const [tracing, other] = [await following(cookie, '/ws/tracing'), await following(cookie)]
  const set = { name: ['readonly'], entityName: pair.accessKey, entityType: 'user' }
  assert.is((await admin('PUT', '/api/v1/set-policy', set)).statusCode, 204)
  assert.is(await tracing.closed, '1008 403 Access denied')
  assert.is(await Promise.race([other.closed, other.next()]), 'still open')
  await admin('PUT', '/api/v1/user?name=follower', { status: 'disabled', groups: [] })
  assert.is(await other.closed, '1008 401 invalid session')
})

test('a session has a limited number of feeds', async () => {
  const cookie = await signIn()
  const all = await Promise.all(Array.from({ length: 60 }, () => following(cookie)))
  assert.is(
    (await follow('/ws/count?from=1', { cookie })).reason,
    '429 this session has 60 live feeds open, close some of them',
  )
  assert.is((await follow('/ws/count?from=1', { cookie: await signIn() })).code, 1000)
  await (await host.as())('POST', '/api/v1/logout', undefined, { cookie })
  await Promise.all(all.map(({ closed }) => closed))
})

test('messages from a subscriber are ignored', async () => {
  const cookie = await signIn()
  const socket = open('/ws/slow', { cookie })
  socket.on('open', () => socket.send('ok'))
  await once(socket, 'message')
  socket.send('ok')
  const [message] = await once(socket, 'message')
  assert.is(String(message), '"still here"')
  socket.terminate()
})

test('an unknown socket is not found, and a feed is not a page', async () => {
  assert.is(await statusOf('/ws/nowhere'), 404)
  const response = await fetch(`http://${address}/ws/count?from=1`, {
    headers: { origin: `http://${address}`, cookie },
  })
  assert.is(response.status, 426)
})
