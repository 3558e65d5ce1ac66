import { act } from 'react'
import { assert, test } from '../../lib/suite.ts'
import { connection } from '../../../core/web/connection.ts'
import { currentLocation, navigate } from '../../../core/web/location.ts'
import { loadSession, session } from '../../../core/web/session.ts'
import * as clock from '../../lib/fake-clock.ts'
import { button, click, find, findAll, flush, until } from '../../lib/react.tsx'
import { restoreWebSocket, lastSocket, FakeWebSocket, installFakeWebSocket } from '../fake-web-socket.ts'
import { heading, openConsole, waitForPage, server, useFakeServer } from './console.tsx'
import type { FakeResponse } from '../fake-server.ts'

useFakeServer(test)

test.before(installFakeWebSocket)
test.after(restoreWebSocket)

const shows = (text: string) => until(() => assert.is(find('output').textContent, text))
const strip = () =>
  findAll('[role=status]').find(({ textContent }) => textContent.includes('Trying again'))?.textContent
const waitForBanner = (text: string) => until(() => assert.ok(strip()?.includes(text), strip()))
const requestsTo = (path: string) => server.sent.filter(({ url }) => url === path).length
const reason = (name: string) =>
  document.getElementById(button(name).getAttribute('aria-describedby') ?? '')?.textContent

const noResponse = () => undefined
const respondWith = (name: string) => () => ({ body: { name } })
/** Response of the server to every call during an outage of the storage. */
const unavailable = () => ({ status: 503, body: { message: 'the storage server at s:9000 cannot be reached' } })

/** Opens the page `/things` and waits until its list is visible. */
const openPage = async () => {
  server.reply = respondWith('one')
  await openConsole('/things')
  await shows('one, fine')
  assert.is(strip(), undefined)
}

const cutOff = async (reply: () => FakeResponse = noResponse) => {
  await openPage()
  clock.stopClock()
  server.reply = reply
  await click(button('Refresh'))
  await until(() => assert.is(connection.state, 'away'))
}

test('an unresponsive server leaves the page in place, with a countdown banner', async () => {
  await cutOff()
  await waitForBanner('The server does not answer. Trying again in 5 s')
  await shows('one, The server did not respond')
  assert.equal([session.state, currentLocation().path, heading()], ['in', '/things', 'Things'])
})

test('a page opened while the storage hangs shows a banner naming the storage, and then opens', async () => {
  const named = 'the storage server at s:9000 does not answer\n'
  const hanging = { status: 503, body: named, headers: { 'content-type': 'text/plain; charset=utf-8' } }
  let opens: FakeResponse | undefined
  server.reply = ({ url }) => (url === '/readyz' ? (opens ?? hanging) : (opens ?? { status: 504, body: {} }))
  const { value } = session
  clock.stopClock()
  await openConsole('/things')
  await act(async () => void (session.state = 'loading'))
  await act(async () => void (connection.slow = true))
  await waitForBanner('The storage server at s:9000 does not answer. Trying again in 5 s')
  await act(async () => void (connection.slow = false))
  const loaded = loadSession()
  await until(() => assert.ok(requestsTo('/api/v1/session') > 0))
  assert.is(session.state, 'loading', 'a storage that is away leads to no login page')
  opens = { body: value }
  await click(button('Try now'))
  await act(() => loaded)
  assert.equal([session.state, currentLocation().path, heading()], ['in', '/things', 'Things'])
})

test('actions that change something state why they are disabled, and work after the outage', async () => {
  await cutOff()
  await until(() => assert.match(reason('Create') ?? '', /The server does not answer/))
  assert.is(button('Create').getAttribute('aria-disabled'), 'true')
  for (const name of ['Refresh', 'Download', 'Try now'])
    assert.is(button(name).getAttribute('aria-disabled'), null, name)
  server.reply = respondWith('two')
  await click(button('Try now'))
  await until(() => assert.is(button('Create').getAttribute('aria-disabled'), null))
})

test('menu items that act immediately are disabled with the reason, and others stay enabled', async () => {
  await cutOff()
  await click(button('More'))
  const blocked = () => findAll('[role=menuitem][aria-disabled]').map(({ textContent }) => textContent)
  await until(() => assert.equal(blocked(), ['Disable', 'Remove']))
  // the shared reason is shown once, above the items, and is read out with each
  for (const item of findAll('[role=menuitem][aria-disabled]'))
    assert.match(document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent ?? '', /The server/)
  server.reply = respondWith('two')
  await click(button('Try now'))
  await until(() => assert.is(connection.state, 'up'))
  await until(() => assert.equal(blocked(), []))
})

test('the server is polled with growing intervals, and the page reloads its data after the outage', async () => {
  await cutOff()
  for (const wait of [5000, 10_000, 20_000, 30_000, 30_000]) {
    const before = requestsTo('/readyz')
    const next = Date.now() + wait
    assert.is(connection.next, next)
    await act(async () => clock.advanceClock(wait - 1))
    assert.is(requestsTo('/readyz'), before)
    await act(async () => clock.advanceClock(1))
    await until(() => assert.ok(connection.next > next))
    assert.is(requestsTo('/readyz'), before + 1)
  }
  server.reply = respondWith('two')
  await act(async () => clock.advanceClock(30_000))
  await shows('two, fine')
  assert.is(strip(), undefined)
})

test('a page whose own call succeeded reloads its data too', async () => {
  await cutOff()
  server.reply = respondWith('two')
  await click(button('Try now'))
  await shows('two, fine')
  server.reply = noResponse
  await act(async () => lastSocket().onclose?.({ code: 1006, reason: '' }))
  await waitForBanner('The server does not answer')
  await shows('two, fine')
  server.reply = respondWith('three')
  await click(button('Try now'))
  await shows('three, fine')
})

test("a storage outage shows the server's description of it", async () => {
  await cutOff(unavailable)
  await waitForBanner('The storage server at s:9000 cannot be reached. Trying again')
})

test('a single failed call is retried and is no outage', async () => {
  await openPage()
  clock.stopClock()
  server.reply = ({ url }) => (url === '/api/v1/things' ? unavailable() : { status: 204 })
  await click(button('Refresh'))
  await shows('one, The storage server at s:9000 cannot be reached')
  await until(() => assert.ok(requestsTo('/readyz') > 0))
  await flush(3)
  assert.is(strip(), undefined)
  server.reply = respondWith('two')
  await act(async () => clock.advanceClock(2000))
  await shows('two, fine')
})

test('the session feed reconnects as soon as the server is back', async () => {
  FakeWebSocket.opened = []
  await cutOff()
  await act(async () => lastSocket().onclose?.({ code: 1006, reason: '' }))
  assert.is(FakeWebSocket.opened.length, 1)
  server.reply = respondWith('two')
  await click(button('Try now'))
  await until(() => assert.is(FakeWebSocket.opened.length, 2))
})

test('a feed closed by the server reconnects without checking whether the server is up', async () => {
  await openPage()
  clock.stopClock()
  const before = FakeWebSocket.opened.length
  await act(async () => lastSocket().onclose?.({ code: 1001, reason: '' }))
  await act(async () => clock.advanceClock(2000))
  await flush(3)
  assert.equal([FakeWebSocket.opened.length, requestsTo('/readyz'), connection.state], [before + 1, 0, 'up'])
})

test('a session that ended during the outage leads to the login page without a banner', async () => {
  await cutOff()
  server.reply = ({ url }) => (url === '/api/v1/login' ? { body: { loginStrategy: 'form' } } : { status: 401 })
  await click(button('Try now'))
  await waitForPage('Console Login')
  assert.equal([session.endReason, connection.state], ['refused', 'up'])
})

test('logging out during an outage stops polling', async () => {
  await cutOff()
  const before = requestsTo('/readyz')
  await act(async () => {
    session.state = 'out'
    await navigate('/login', { force: true })
  })
  await act(async () => clock.advanceClock(60_000))
  assert.equal([requestsTo('/readyz'), connection.state], [before, 'up'])
})
