import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { onUnauthorized } from '../../core/web/client.ts'
import { stream } from '../../core/protocol/contract.ts'
import type { Failure } from '../../core/protocol/failure.ts'
import { subscribeFeed } from '../../core/web/subscribe-feed.ts'
import * as clock from '../lib/fake-clock.ts'
import { restoreWebSocket, lastSocket, installFakeWebSocket } from './fake-web-socket.ts'

const feed = stream('/ws/count/:name', {
  allow: 'signed-in',
  query: v.object({ from: v.number() }),
  message: v.object({ count: v.number() }),
})

test.before(installFakeWebSocket)
test.after(restoreWebSocket)

const open = () => {
  const received: unknown[] = []
  const stop = subscribeFeed(
    feed,
    {
      onOpen: () => received.push('open'),
      onMessage: (message) => received.push(message),
      onEnd: (failure?: Failure) => received.push(failure?.status ?? 'ended'),
    },
    { params: { name: 'a b' }, query: { from: 3 } },
  )
  return { received, stop, socket: lastSocket() }
}

test('a feed opens at its address, and its messages are parsed', () => {
  const { received, socket, stop } = open()
  assert.match(socket.url, /^ws:\/\/[^/]+\/ws\/count\/a%20b\?from=3&format=ndjson$/)
  socket.onopen?.()
  socket.onmessage?.({ data: '{"count":1}' })
  socket.onmessage?.({ data: '{"count":"two"}' })
  socket.onmessage?.({ data: '{"count":3}\n{"count":4}' })
  assert.equal(received, ['open', { count: 1 }, { count: 3 }, { count: 4 }])
  stop()
})

test('invalid messages are skipped, and dropped ones are counted', () => {
  const received: unknown[] = []
  const stop = subscribeFeed(
    feed,
    { onMessage: ({ count }) => received.push(count), onLost: (count) => received.push(`${count} lost`) },
    { params: { name: 'a' }, query: { from: 1 } },
  )
  const socket = lastSocket()
  socket.onopen?.()
  for (const data of ['{"count":1}', '<html>', '{"lost":12,"of":"feed"}', '{"count":14}']) socket.onmessage?.({ data })
  assert.equal(received, [1, '12 lost', 14])
  stop()
})

test('a closing feed reports whether it failed, and a lost session ends the session', () => {
  let losses = 0
  const undo = onUnauthorized(() => void (losses += 1))
  const endings = [
    [1000, '', 'ended'],
    [1006, '', 0],
    [1001, '', 0],
    [1011, 'whatever a proxy says', 0],
    [1011, '503 The storage server does not answer', 503],
    [1008, '403 access denied', 403],
    [1008, '401 invalid session', 401],
  ] as const
  for (const [code, reason, ending] of endings) {
    const { received, socket } = open()
    socket.onopen?.()
    socket.onclose?.({ code, reason })
    assert.equal(received, ['open', ending])
  }
  undo()
  assert.is(losses, 1)
})

test('a heartbeat is sent on opening and every ten seconds', () => {
  clock.stopClock()
  try {
    const { socket, stop } = open()
    socket.onopen?.()
    assert.equal(socket.sent, ['ok'])
    clock.advanceClock(20_000)
    assert.equal(socket.sent, ['ok', 'ok', 'ok'])
    stop()
    clock.advanceClock(20_000)
    assert.is(socket.sent.length, 3)
  } finally {
    clock.restoreClock()
  }
})

test('an unsubscribed handler receives nothing more', () => {
  const { received, stop, socket } = open()
  stop()
  assert.is(socket.closed, 1000)
  socket.onopen?.()
  socket.onmessage?.({ data: '{"count":1}' })
  socket.onclose?.({ code: 1008, reason: '401 invalid session' })
  assert.equal(received, [])
})

test('a refused feed names the missing permissions, as a call does', () => {
  let ended: Failure | undefined
  const stop = subscribeFeed(
    feed,
    { onMessage: () => {}, onEnd: (failure) => void (ended = failure) },
    { params: { name: 'a' }, query: { from: 1 } },
  )
  const socket = lastSocket()
  socket.onopen?.()
  const missing = [{ action: 'admin:ServerTrace' }]
  const failure = {
    code: 403,
    message: 'Access denied',
    detailedMessage: 'not granted',
    errorCode: 'AccessDenied',
    missing,
  }
  socket.onmessage?.({ data: JSON.stringify({ failure, of: 'feed' }) })
  socket.onclose?.({ code: 1008, reason: '403 Access denied' })
  assert.equal(
    [ended?.status, ended?.message, ended?.detail, ended?.code, ended?.missing],
    [403, 'Access denied', 'Not granted', 'AccessDenied', missing],
  )
  stop()
})
