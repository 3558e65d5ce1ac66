import { act, useMemo } from 'react'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import type { Tier } from '../contract.ts'
import { useTierStatuses } from '../pages/use-tier-statuses.ts'

const tier = { type: 's3', name: 'ARCHIVE' } as Tier

const Statuses = () => {
  const { statuses, verify } = useTierStatuses(
    useMemo(() => [tier], []),
    () => undefined,
  )
  return (
    <>
      <output>{statuses.ARCHIVE?.status}</output>
      <button onClick={() => void verify(tier)}>Test</button>
    </>
  )
}

test('the result of an older, slow test of a tier does not replace a newer one', async () => {
  let tests = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  await startFakeServer(async () => {
    tests += 1
    if (tests > 1) return { body: { status: 'online', durationMs: 1 } }
    await finished
    return { body: { status: 'offline', problem: 'unreachable', durationMs: 9000 } }
  })
  startTestSession({ plugins: ['tiers'] })
  await render(<Statuses />)
  await until(() => assert.is(tests, 1))
  await click(button('Test'))
  await until(() => assert.is(find('output').textContent, 'online'))
  await act(async () => {
    finish()
    // the response has arrived once a later request is answered
    await fetch('/later').then((response) => response.text())
  })
  assert.is(find('output').textContent, 'online')
})
