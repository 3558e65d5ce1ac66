import { act } from 'react'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import {
  FakeWebSocket,
  installFakeWebSocket,
  lastSocket,
  restoreWebSocket,
} from '../../../test/core/fake-web-socket.ts'
import { button, click, find, findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { ErrorsPage } from '../pages/errors.tsx'

test.before(installFakeWebSocket)
test.after(restoreWebSocket)

const receive = (...messages: readonly string[]) =>
  act(async () => {
    lastSocket().onopen?.()
    for (const message of messages) lastSocket().onmessage?.({ data: JSON.stringify({ message, node: 'node-1' }) })
  })
const lines = () => findAll('[aria-label=Lines] > li').map(({ textContent }) => textContent ?? '')

test('a log that ends with an error says why, and can be followed again without counting lines twice', async () => {
  await startFakeServer(() => ({ body: {} }))
  startTestSession({ pages: ['/logs'], features: ['administration'], plugins: ['logs'] })
  FakeWebSocket.opened = []
  await render(<ErrorsPage />)
  await until(() => lastSocket())
  await receive('disk is slow', 'disk is slow')
  await until(() => assert.match(lines()[0] ?? '', '2×'))
  await act(async () => void lastSocket().onclose?.({ code: 1011, reason: '500 The log cannot be read' }))
  await until(() => assert.match(find('main, body').textContent, 'The log cannot be read'))
  assert.match(lines()[0] ?? '', 'disk is slow')
  await click(button('Follow the Log'))
  await receive('disk is slow', 'disk is slow', 'disk is full')
  await until(() => assert.is(lines().length, 2))
  assert.match(lines()[1] ?? '', '2×')
  assert.not(document.body.textContent?.includes('The log cannot be read'))
})
