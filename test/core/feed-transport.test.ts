import { assert, test } from '../lib/suite.ts'
import { openFeed, webSockets } from '../../core/web/feed-transport.ts'
import { until } from '../lib/until.ts'
import { restoreWebSocket, lastSocket, FakeWebSocket, installFakeWebSocket } from './fake-web-socket.ts'

const fetched: string[] = []
const original = globalThis.fetch
let respond: () => Response = () => new Response()

test.before(() => {
  installFakeWebSocket()
  globalThis.fetch = async (address) => {
    fetched.push(String(address))
    return respond()
  }
})
test.after(() => {
  webSockets.blocked = false
  restoreWebSocket()
  globalThis.fetch = original
})

const address = 'http://console.test/ws/count?from=1'

const open = () => {
  const received: unknown[] = []
  const leave = openFeed(address, {
    onOpen: () => received.push('open'),
    onMessage: (text) => received.push(text),
    onLost: (count) => received.push(count),
    onClose: (code, reason) => received.push([code, reason]),
  })
  return { received, leave }
}

/** An event stream in these chunks, whose boundaries may split events. */
const streamed =
  (...pieces: string[]) =>
  () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
          controller.close()
        },
      }),
      { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    )

const ended = (received: readonly unknown[]) => until(() => Array.isArray(received.at(-1)))

test('if neither WebSocket nor server-sent events work, the connection is lost', async () => {
  respond = () => {
    throw new TypeError('failed to fetch')
  }
  const { received } = open()
  lastSocket().onclose?.({ code: 1006, reason: '' })
  await ended(received)
  assert.equal(received, [[1006, '']])
})

test('a refused connection reports the reason', async () => {
  respond = () => new Response(JSON.stringify({ message: 'this feed was requested by another site' }), { status: 403 })
  const { received } = open()
  lastSocket().onclose?.({ code: 1006, reason: '' })
  await ended(received)
  assert.equal(received, [[1008, '403 this feed was requested by another site']])
})

test('a response other than an event stream is not a feed', async () => {
  respond = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
  const { received } = open()
  lastSocket().onclose?.({ code: 1006, reason: '' })
  await ended(received)
  assert.equal(received, [[1006, '']])
})

test('without WebSocket the feed arrives as server-sent events, and WebSocket is not retried', async () => {
  respond = streamed(
    ':\n\n',
    'data: {"n":',
    '1}\n\ndata: 2\n\nevent: lost\nda',
    'ta: 7\n\ndata: 10\n\n',
    'event: end\ndata: {"code":1008,"reason":"403 access denied"}\n\n',
  )
  const { received } = open()
  const before = FakeWebSocket.opened.length
  lastSocket().onclose?.({ code: 1006, reason: '' })
  await ended(received)
  assert.equal(received, ['open', '{"n":1}', '2', 7, '10', [1008, '403 access denied']])
  assert.is(fetched.at(-1), address)
  respond = streamed('data: 1\n\n')
  const again = open()
  await ended(again.received)
  assert.equal(again.received, ['open', '1', [1006, '']], 'a stream that breaks off is lost')
  assert.is(FakeWebSocket.opened.length, before)
})

test('a feed that is left before it is connected opens no event stream', async () => {
  webSockets.blocked = false
  const { received, leave } = open()
  const before = fetched.length
  const socket = lastSocket()
  leave()
  assert.is(socket.closed, 1000)
  // browsers report a connection that was never established as broken
  socket.onclose?.({ code: 1006, reason: '' })
  assert.equal([received, fetched.length], [[], before])
})
