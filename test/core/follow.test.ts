import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { onLoss } from '../../core/client.ts'
import { stream } from '../../core/contract.ts'
import type { Failure } from '../../core/failure.ts'
import { follow } from '../../core/follow.ts'
import { giveSocketsBack, lastSocket, takeSockets } from './socket.ts'

const feed = stream('/ws/count/:name', {
  allow: 'signed-in',
  query: v.object({ from: v.number() }),
  message: v.object({ count: v.number() }),
})

test.before(takeSockets)
test.after(giveSocketsBack)

const open = () => {
  const heard: unknown[] = []
  const stop = follow(
    feed,
    {
      onOpen: () => heard.push('open'),
      onMessage: (message) => heard.push(message),
      onEnd: (failure?: Failure) => heard.push(failure?.status ?? 'ended'),
    },
    { params: { name: 'a b' }, query: { from: 3 } },
  )
  return { heard, stop, socket: lastSocket() }
}

test('a feed is opened at its own address, and its messages are parsed', () => {
  const { heard, socket } = open()
  assert.match(socket.url, /^ws:\/\/[^/]+\/ws\/count\/a%20b\?from=3$/)
  socket.onopen?.()
  socket.onmessage?.({ data: '{"count":1}' })
  socket.onmessage?.({ data: '{"count":"two"}' })
  socket.onmessage?.({ data: '{"count":3}' })
  assert.equal(heard, ['open', { count: 1 }, { count: 3 }])
})

test('a feed that ends says whether something failed, and a lost session is told', () => {
  const losses: string[] = []
  const undo = onLoss((loss) => losses.push(loss))
  const endings = [
    [1000, 'ended'],
    [1006, 0],
    [4403, 403],
    [4401, 401],
  ] as const
  for (const [code, ending] of endings) {
    const { heard, socket } = open()
    socket.onclose?.({ code, reason: '' })
    assert.equal(heard, [ending])
  }
  undo()
  assert.equal(losses, ['refused'])
})

test('whoever stops following hears nothing more', () => {
  const { heard, stop, socket } = open()
  stop()
  assert.is(socket.closed, 1000)
  socket.onopen?.()
  socket.onmessage?.({ data: '{"count":1}' })
  socket.onclose?.({ code: 4401, reason: '' })
  assert.equal(heard, [])
})

test.run()
