import { act } from 'react'
import { assert, suite } from '../../../test/lib/suite.ts'
import {
  FakeWebSocket,
  installFakeWebSocket,
  lastSocket,
  restoreWebSocket,
} from '../../../test/core/fake-web-socket.ts'
import { advanceClock, restoreClock, stopClock } from '../../../test/lib/fake-clock.ts'
import { button, click, field, findAll, render } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { Log } from '../details/pages/log.tsx'
import * as messages from '../messages.ts'

const test = suite('the log of a pod')

const pod = {
  name: 'prod-pool-0-0',
  node: 'node-1',
  failure: '',
  status: 'Running',
  reason: 'Running',
  readyContainers: 2,
  totalContainers: 2,
  timeCreated: 0,
  podIP: '',
  restarts: 1,
  containers: ['minio', 'sidecar'],
  initContainers: ['validate-arguments'],
}

const open = async (query = '') => {
  window.history.replaceState(null, '', `/namespaces/apps/tenants/prod/pods/${pod.name}${query}`)
  await render(<Log at={{ namespace: 'apps', tenant: 'prod' }} pod={pod} />)
}
const send = (...lines: string[]) =>
  act(async () => {
    lastSocket().onopen?.()
    lastSocket().onmessage?.({ data: JSON.stringify({ lines }) })
  })
const end = (code: number, reason = '') => act(async () => lastSocket().onclose?.({ code, reason }))
const lines = () => findAll('[data-line]').map(({ textContent }) => textContent)
const banners = () => findAll('[role=status], [role=alert]').map(({ textContent }) => textContent)
const requested = () => Object.fromEntries(new URL(lastSocket().url, 'http://console').searchParams)

test.before(installFakeWebSocket)
test.after(restoreWebSocket)
test.before.each(() => {
  startTestSession({ operator: true, account: 'admin', plugins: ['tenants'] })
  FakeWebSocket.opened = []
})

test('a followed log that ends says so, and can be followed again without repeated lines', async () => {
  await open()
  assert.equal(banners(), [])
  await send('one', 'two')
  assert.equal([lines(), banners()], [['one', 'two'], []])
  await end(1000)
  assert.ok(banners()[0]?.includes(messages.logEnded))
  assert.equal([FakeWebSocket.opened.length, lines()], [1, ['one', 'two']])
  await click(button('Follow Again'))
  await send('two', 'three')
  assert.equal([lines(), banners()], [['two', 'three'], []])
  await end(1008, '403 access denied')
  assert.ok(banners()[0]?.includes('access denied'))
})

test('a log that cannot be read, because its container starts, can be read again', async () => {
  await open()
  await end(1008, '400 container "minio" is waiting to start')
  assert.ok(banners()[0]?.includes('is waiting to start'))
  await click(button('Try Again'))
  await send('one')
  assert.equal([FakeWebSocket.opened.length, lines(), banners()], [2, ['one'], []])
})

test('the end of a log that is not followed is no message', async () => {
  await open()
  await click(field('Follow'))
  assert.is(requested().follow, 'no')
  await send('one')
  await end(1000)
  assert.equal([lines(), banners()], [['one'], []])
})

test('the log of a pod has each line once after a reconnect', async () => {
  await open()
  await send('one', 'two')
  stopClock()
  try {
    await end(1006)
    assert.equal([lines(), FakeWebSocket.opened.length], [['one', 'two'], 1])
    await act(async () => advanceClock(2000))
    assert.is(FakeWebSocket.opened.length, 2)
  } finally {
    restoreClock()
  }
  await send('one', 'two')
  await send('three')
  assert.equal(lines(), ['one', 'two', 'three'])
})
