import { assert, test } from '../../../test/lib/suite.ts'
import { useNoticeSources } from '../../../core/web/notices.ts'
import type { PublishNotices } from '../../../core/web/plugin.ts'
import { setPreference } from '../../../core/web/preferences.ts'
import StatusPage from '../pages/status.tsx'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'

let publish: PublishNotices | undefined
const sources = [
  {
    to: '/dashboard',
    all: '/dashboard?tab=alerts',
    noun: { one: 'alert', many: 'alerts' },
    subscribe: (next: PublishNotices) => {
      publish = next
      return () => {}
    },
  },
]

const PageWithNotices = () => {
  useNoticeSources(sources)
  return <StatusPage />
}

const shows = (text: RegExp) => until(() => assert.match(document.body.textContent, text))

test('the dashboard says when it was read, is read again when alerts change, and reports when that fails', async () => {
  let info: FakeResponse = { body: { buckets: 1, asOf: new Date(Date.now() - 7_200_000).toISOString() } }
  const isInfo = ({ url }: ReceivedRequest) => url === '/api/v1/admin/info'
  const line = await startFakeServer((sent) => {
    if (isInfo(sent)) return info
    if (sent.url.includes('outlook'))
      return { body: { forecast: { state: 'early' }, history: [], durable: true, certificates: [] } }
    return { body: {} }
  })
  startTestSession({ plugins: ['dashboard'], pages: ['/dashboard'] })
  setPreference('first-steps', 'done')
  await render(<PageWithNotices />)
  await shows(/As of \d\d:\d\d:\d\d/)
  await shows(/Last scan2 hours ago/)
  const readings = () => line.sent.filter(isInfo).length
  await until(() => assert.ok(publish))
  const before = readings()
  info = { status: 500, body: { message: 'The disks are unreadable' } }
  publish?.([{ id: 'unreachable', tone: 'danger', title: 'Unresponsive', text: 'since now' }])
  await shows(/could not be loaded again\. The disks are unreadable/)
  assert.ok(readings() > before)
  await shows(/As of \d\d:\d\d:\d\d/)

  info = { body: { buckets: 2 } }
  await click(button('Refresh'))
  await until(() => assert.not.match(document.body.textContent, /could not be loaded again/))
})
