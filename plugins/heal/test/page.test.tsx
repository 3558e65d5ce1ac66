import { act } from 'react'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import {
  FakeWebSocket,
  installFakeWebSocket,
  lastSocket,
  restoreWebSocket,
} from '../../../test/core/fake-web-socket.ts'
import { button, click, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import HealPage from '../pages/heal.tsx'

test.before(installFakeWebSocket)
test.after(restoreWebSocket)

const running = { bucket: '', prefix: '', recursive: true, dryRun: false, deep: false, phase: 'running' }
const background = { scanned: 0, offline: [], waiting: [], healing: [] }

const progress = { healthBeforeCols: {}, healthAfterCols: {}, itemsHealthStatus: [], phase: 'running' }

/** Lets the page's last feed open and report a running heal. */
const report = async () => {
  await act(async () => {
    lastSocket().onopen?.()
    lastSocket().onmessage?.({ data: JSON.stringify(progress) })
  })
}

/** Opens the page on a storage with these heals. */
const open = async (heals: object) => {
  await startFakeServer(({ url }) => ({ body: url.includes('/admin/heal') ? heals : { buckets: [], total: 0 } }))
  startTestSession({ plugins: ['heal', 'buckets'], features: ['heal'] })
  FakeWebSocket.opened = []
  await render(<HealPage />)
}

test('a heal that the caller may not stop goes on and is followed', async () => {
  await open({ heals: [running], background })
  await until(() => lastSocket())
  await report()
  await click(button('Stop'))
  assert.match(lastSocket().url, 'force-stop=true')
  await act(async () => {
    lastSocket().onopen?.()
    lastSocket().onclose?.({ code: 1008, reason: '403 Access denied' })
  })
  await until(() => assert.match(document.body.textContent, 'Access denied'))
  assert.match(lastSocket().url, 'join=true')
  await report()
  button('Stop')
  assert.match(document.body.textContent, 'Running')
})

test('a heal that the caller stops does not continue', async () => {
  await open({ heals: [running], background })
  await until(() => lastSocket())
  await report()
  await until(() => assert.match(document.body.textContent, 'The heal continues'))
  await click(button('Stop'))
  assert.match(lastSocket().url, 'force-stop=true')
  await act(async () => {
    lastSocket().onopen?.()
    lastSocket().onclose?.({ code: 1000, reason: '' })
  })
  await until(() => button('Start'))
  assert.match(document.body.textContent, 'Stopped')
  assert.not(document.body.textContent?.includes('The heal continues'))
})

test('one item is counted in the singular', async () => {
  const drive = { endpoint: '/disk3', done: 1, total: 2, healed: 1, failed: 0, at: '' }
  await open({ heals: [], background: { ...background, scanned: 1, healing: [drive] } })
  await until(() => assert.match(document.body.textContent, '1 item healed'))
  assert.match(document.body.textContent, 'Scanned1 item')
  assert.not(document.body.textContent?.includes('1 items'))
})
