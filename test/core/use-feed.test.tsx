import { act } from 'react'
import { assert, test } from '../lib/suite.ts'
import * as v from 'valibot'
import { stream } from '../../core/protocol/contract.ts'
import { useFeed } from '../../core/web/use-feed.ts'
import { button, click, find, render, unmount } from '../lib/react.tsx'
import { restoreWebSocket, lastSocket, FakeWebSocket, installFakeWebSocket } from './fake-web-socket.ts'
import * as clock from '../lib/fake-clock.ts'

const feed = stream('/ws/count', { allow: 'signed-in', message: v.object({ count: v.number() }) })

let received: number[] = []

const Counting = () => {
  const { phase, failure, start, stop } = useFeed(feed, ({ count }) => received.push(count))
  return (
    <>
      <output>{[phase, failure?.status].join(' ').trim()}</output>
      <button onClick={() => start()}>start</button>
      <button onClick={stop}>stop</button>
    </>
  )
}

const assertOutput = (text: string) => assert.is(find('output').textContent, text)
const open = () => act(async () => lastSocket().onopen?.())
const send = (count: number) => act(async () => lastSocket().onmessage?.({ data: JSON.stringify({ count }) }))
const end = (code: number, reason = '') =>
  act(async () => {
    // the connection was accepted, so that no fallback is tried
    lastSocket().onopen?.()
    lastSocket().onclose?.({ code, reason })
  })

const started = async () => {
  await render(<Counting />)
  await click(button('start'))
}

test.before(installFakeWebSocket)
test.after(restoreWebSocket)
test.before.each(() => {
  received = []
  FakeWebSocket.opened = []
})

test('a feed runs from start until stopped', async () => {
  await render(<Counting />)
  assertOutput('stopped')
  assert.is(FakeWebSocket.opened.length, 0)
  await click(button('start'))
  assertOutput('starting')
  await open()
  assertOutput('live')
  await send(1)
  await send(2)
  assert.equal(received, [1, 2])
  await click(button('stop'))
  assertOutput('stopped')
  assert.is(lastSocket().closed, 1000)
  await send(3)
  assert.equal(received, [1, 2])
})

test('a feed that closes or is refused is stopped', async () => {
  for (const [code, reason, expectedOutput] of [
    [1000, '', 'stopped'],
    [1008, '403 access denied', 'stopped 403'],
    [1008, '422 wrongly asked', 'stopped 422'],
  ] as const) {
    await started()
    await open()
    await end(code, reason)
    assertOutput(expectedOutput)
    await unmount()
  }
  assert.is(FakeWebSocket.opened.length, 3)
})

test('a lost connection is reopened with growing intervals until a message arrives', async () => {
  await started()
  await open()
  await send(1)
  clock.stopClock()
  try {
    for (const wait of [2000, 4000, 8000]) {
      await (wait === 4000 ? end(1011, '503 away') : end(1006))
      assertOutput(wait === 4000 ? 'waiting 503' : 'waiting 0')
      const before = FakeWebSocket.opened.length
      await act(async () => clock.advanceClock(wait - 1))
      assert.is(FakeWebSocket.opened.length, before)
      await act(async () => clock.advanceClock(1))
      assert.is(FakeWebSocket.opened.length, before + 1)
    }
    await open()
    assertOutput('live')
    await send(2)
    await end(1006)
    const before = FakeWebSocket.opened.length
    await act(async () => clock.advanceClock(2000))
    assert.is(FakeWebSocket.opened.length, before + 1)
  } finally {
    clock.restoreClock()
  }
  assert.equal(received, [1, 2])
})

test('stopping a waiting feed cancels the retry', async () => {
  await started()
  clock.stopClock()
  try {
    await end(1006)
    assertOutput('waiting 0')
    await act(async () => button('stop').click())
    assertOutput('stopped')
    await act(async () => clock.advanceClock(60_000))
  } finally {
    clock.restoreClock()
  }
  assert.is(FakeWebSocket.opened.length, 1)
})

test('leaving the page closes the connection', async () => {
  await started()
  await open()
  await unmount()
  assert.is(lastSocket().closed, 1000)
})
