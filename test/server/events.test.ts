import { randomBytes } from 'node:crypto'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { stream } from '../../core/protocol/contract.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { until } from '../lib/until.ts'
import { cookiesOf, type Host, pluginFor, startHost } from './host.ts'

const ended: string[] = []
const aborted = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))
const query = v.object({ from: v.pipe(v.string(), v.regex(/^\d+$/, 'Enter a number'), v.transform(Number)) })

const contract = {
  count: stream('/ws/count', { allow: 'signed-in', query, message: v.object({ count: v.number() }) }),
  waiting: stream('/ws/waiting/:name', { allow: 'signed-in', message: v.string() }),
  fast: stream('/ws/fast', { allow: 'signed-in', message: v.string(), slow: 'loses' }),
  denied: stream('/ws/denied', { allow: 'signed-in', message: v.string() }),
}

const plugin = pluginFor(contract, {
  async *count({ query }) {
    for (let count = query.from; count < query.from + 3; count += 1) yield { count }
  },
  async *waiting({ signal, params }) {
    yield params.name
    await aborted(signal)
    ended.push(params.name)
  },
  async *fast({ signal }) {
    for (let at = 0; at < 500 && !signal.aborted; at += 1) yield String(at).padEnd(100_000, ' ')
  },
  async *denied() {
    throw new Failure(403, 'access denied')
    yield ''
  },
})

let host: Host
let origin = ''
let cookie = ''

const signIn = async () => cookiesOf(await (await host.as())('POST', '/api/v1/login', host.root))

test.before(async () => {
  host = await startHost({
    plugin,
    config: { key: randomBytes(32), timeouts: { feed: 50 } },
  })
  origin = `http://127.0.0.1:${await host.listen()}`
  cookie = await signIn()
})

const fetchEvents = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(origin + path, { headers: { accept: 'text/event-stream', cookie, ...headers }, ...(signal && { signal }) })

/** Complete events of a response: names and data. */
const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => [
      /^event: (.*)$/m.exec(block)?.[1] ?? 'message',
      JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') as unknown,
    ])

const events = async (path: string, headers: Record<string, string> = {}) =>
  eventsOf(await (await fetchEvents(path, headers)).text())

test('messages arrive in order, followed by the closing reason', async () => {
  const response = await fetchEvents('/ws/count?from=5')
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.match(response.headers.get('cache-control') ?? '', /no-store/)
  assert.is(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(eventsOf(await response.text()), [
    ...[5, 6, 7].map((count) => ['message', { count }]),
    ['end', { code: 1000, reason: '' }],
  ])
})

test('server-sent events end with the same codes and reasons as a socket', async () => {
  const ends: [path: string, headers: Record<string, string>, code: number, reason: string][] = [
    ['/ws/count?from=x', {}, 1008, '422 from in query: Enter a number'],
    ['/ws/count?from=1', { cookie: '' }, 1008, '401 invalid session'],
    ['/ws/denied', {}, 1008, '403 access denied'],
  ]
  for (const [path, headers, code, reason] of ends) {
    const [[name, end] = []] = await events(path, headers)
    const { failure, ...rest } = end as { failure: { code: number; message: string } }
    assert.equal([name, rest], ['end', { code, reason }])
    assert.is(`${failure.code} ${failure.message}`, reason)
  }
})

test('a cross-site request gets no feed, and a feed is not a page', async () => {
  assert.is((await fetchEvents('/ws/count?from=1', { origin: 'http://evil.test' })).status, 403)
  assert.is((await fetchEvents('/ws/count?from=1', { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.is((await fetchEvents('/ws/count?from=1', { accept: '*/*' })).status, 426)
  assert.is((await fetchEvents('/ws/nowhere')).status, 404)
})

test('a feed ends with its session and with its subscriber', async () => {
  const cookie = await signIn()
  const response = await fetchEvents('/ws/waiting/mine', { cookie: cookie })
  const text = response.text()
  await (await host.as())('POST', '/api/v1/logout', undefined, { cookie: cookie })
  const failure = { code: 401, message: 'invalid session', detailedMessage: 'invalid session' }
  assert.equal(eventsOf(await text).at(-1), ['end', { code: 1008, reason: '401 invalid session', failure }])
  await until(() => ended.includes('mine'))
  const disconnect = new AbortController()
  const left = await fetchEvents('/ws/waiting/left', {}, disconnect.signal)
  await left.body?.getReader().read()
  disconnect.abort()
  await until(() => ended.includes('left'))
})

test('a slow reader loses the oldest messages, gets their count, and receives the newest', async () => {
  const response = await fetchEvents('/ws/fast')
  await new Promise((resolve) => setImmediate(resolve))
  const got = eventsOf(await response.text())
  const lost = got.filter(([name]) => name === 'lost').reduce((sum, [, count]) => sum + Number(count), 0)
  const messages = got.filter(([name]) => name === 'message').map(([, text]) => Number(text))
  assert.is(lost + messages.length, 500)
  assert.ok(lost > 0)
  assert.is(messages.at(-1), 499)
  assert.equal(
    messages,
    [...messages].sort((one, other) => one - other),
  )
  assert.equal(got.at(-1), ['end', { code: 1000, reason: '' }])
})
