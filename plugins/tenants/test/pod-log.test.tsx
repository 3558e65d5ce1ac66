import { act } from 'react'
import * as v from 'valibot'
import {
  FakeWebSocket,
  installFakeWebSocket,
  lastSocket,
  restoreWebSocket,
} from '../../../test/core/fake-web-socket.ts'
import { advanceClock, restoreClock, stopClock } from '../../../test/lib/fake-clock.ts'
import { render } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Pod } from '../details/contract.ts'
import { Log } from '../details/pages/log.tsx'

test.before(installFakeWebSocket)
test.after(restoreWebSocket)

const send = (...lines: string[]) =>
  act(async () => {
    lastSocket().onopen?.()
    lastSocket().onmessage?.({ data: JSON.stringify({ lines }) })
  })

const countOf = (line: string) => document.body.textContent.split(line).length - 1

test('the log of a pod has each line once after a reconnect', async () => {
  startTestSession({ operator: true, plugins: ['tenants'] })
  FakeWebSocket.opened = []
  const pod = v.parse(Pod, { name: 'prod-0', containers: ['minio'] })
  await render(<Log at={{ namespace: 'harbour', tenant: 'prod' }} pod={pod} />)
  await send('line one', 'line two')
  stopClock()
  try {
    await act(async () => lastSocket().onclose?.({ code: 1006, reason: '' }))
    assert.equal([countOf('line one'), FakeWebSocket.opened.length], [1, 1])
    await act(async () => advanceClock(2000))
    assert.is(FakeWebSocket.opened.length, 2)
  } finally {
    restoreClock()
  }
  await send('line one', 'line two')
  await send('line three')
  assert.equal(['line one', 'line two', 'line three'].map(countOf), [1, 1, 1])
})
