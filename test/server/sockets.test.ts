import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { stream } from '../../core/contract.ts'
import { Failure } from '../../core/failure.ts'
import { serve, type ServerPlugin } from '../../core/serve.ts'
import { createSeal } from '../../server/seal.ts'
import { settled, until } from '../lib/until.ts'
import { type Host, startHost } from './host.ts'

const ended: string[] = []
/** Messages that the feed without an end has given. */
let told = 0
const query = v.object({ from: v.pipe(v.string(), v.regex(/^\d+$/, 'Enter a number'), v.transform(Number)) })

const contract = {
  count: stream('/ws/count', {
    allow: 'signed-in',
    query,
    message: v.object({ count: v.number(), account: v.string() }),
  }),
  forever: stream('/ws/forever', { allow: 'signed-in', message: v.string() }),
  broken: stream('/ws/broken/:name', { allow: 'signed-in', message: v.string() }),
}

const plugin: ServerPlugin<string, unknown> = {
  id: 'feeds',
  pages: {},
  routes: serve<typeof contract, unknown>(contract, {
    async *count({ query, account }) {
      for (let count = query.from; count < query.from + 3; count += 1) yield { count, account }
    },
    async *forever({ signal }) {
      try {
        while (!signal.aborted) {
          told += 1
          yield 'x'.repeat(100_000)
        }
      } finally {
        ended.push('forever')
      }
    },
    async *broken({ params }) {
      if (params.name === 'denied') throw new Failure(403, 'access denied')
      throw new TypeError('the secret path /etc/shadow')
      yield ''
    },
  }),
}

const key = randomBytes(32)
const cookieFor = (ms: number) =>
  `token=${createSeal(key).close(JSON.stringify({ account: 'admin', accessKey: 'admin', secretKey: 'x', sessionToken: 'x', expires: Date.now() + ms }), 'session')}`
const cookie = cookieFor(3_600_000)
let host: Host
let address = ''

test.before(async () => {
  host = await startHost({ plugins: [plugin as ServerPlugin], config: { key, subpath: '/console' } })
  await host.app.listen({ host: '127.0.0.1', port: 0 })
  address = `127.0.0.1:${(host.app.server.address() as AddressInfo).port}`
})
test.after(() => host.stop())

const open = (path: string, headers: Record<string, string> = {}) =>
  new WebSocket(`ws://${address}${path}`, { headers: { origin: `http://${address}`, cookie, ...headers } })

const follow = async (path: string, headers: Record<string, string> = {}) => {
  const socket = open(path, headers)
  const messages: unknown[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
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

test('a feed sends one JSON message after another and closes at its end', async () => {
  assert.equal(await follow('/ws/count?from=5'), {
    messages: [5, 6, 7].map((count) => ({ count, account: 'admin' })),
    code: 1000,
    reason: '',
  })
})

test('a feed works below a sub-path, whether or not a proxy took it from the address', async () => {
  assert.is((await follow('/console/ws/count?from=1')).messages.length, 3)
})

test('another site, and whoever names none, cannot open a socket', async () => {
  assert.is(await statusOf('/ws/count?from=1', { origin: 'http://evil.test' }), 403)
  assert.is(await statusOf('/ws/count?from=1', { origin: '' }), 403)
})

test('a feed without a session closes with what a call would have answered', async () => {
  assert.equal(await follow('/ws/count?from=1', { cookie: '' }), {
    messages: [],
    code: 4401,
    reason: 'invalid session',
  })
  assert.is((await follow('/ws/count?from=1', { cookie: 'token=rubbish' })).code, 4401)
})

/** Waits until a feed without an end has been ended. */
const untilEnded = () => until(() => ended.length > 0)

test('a feed ends with its session', async () => {
  ended.length = 0
  const { code, reason } = await follow('/ws/forever', { cookie: cookieFor(200) })
  assert.equal([code, reason], [4401, 'invalid session'])
  await untilEnded()
})

test('a feed that is asked wrongly, or that fails, closes with the reason and tells no more', async () => {
  assert.equal(await follow('/ws/count?from=x'), { messages: [], code: 4422, reason: 'from in query: Enter a number' })
  assert.equal(await follow('/ws/broken/denied'), { messages: [], code: 4403, reason: 'access denied' })
  assert.equal(await follow('/ws/broken/other'), {
    messages: [],
    code: 4500,
    reason: 'an error occurred, please try again',
  })
})

test('a feed ends when its follower goes away, and waits for one that reads slowly', async () => {
  ended.length = told = 0
  const socket = open('/ws/forever')
  await once(socket, 'message')
  socket.pause()
  assert.ok((await settled(() => told)) < 1000)
  assert.equal(ended, [])
  socket.terminate()
  await untilEnded()
})

test('an unknown socket is not found, and a feed is no page', async () => {
  assert.is(await statusOf('/ws/nowhere'), 404)
  const answer = await fetch(`http://${address}/ws/count?from=1`, { headers: { origin: `http://${address}`, cookie } })
  assert.is(answer.status, 426)
})

test.run()
