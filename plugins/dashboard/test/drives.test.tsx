import { assert, test } from '../../../test/lib/suite.ts'
import { parse } from 'valibot'
import { Drive } from '../contract.ts'
import { Drives } from '../pages/servers-and-drives.tsx'
import { cleanup, findAll, render } from '../../../test/lib/react.tsx'

test.after.each(cleanup)

test('a drive shows its state, and a healing drive its progress if the storage reports it', async () => {
  const rows = [
    { state: 'ok' },
    { state: 'offline' },
    { state: 'ok', healing: true },
    { state: 'ok', healing: true, healed: 0.629 },
  ].map((drive) => parse(Drive, drive))
  await render(<Drives rows={rows} page={1} onPage={() => {}} />)
  assert.equal(
    findAll('[data-status]').map((one) => one.textContent),
    ['OK', 'Offline', 'Healing', 'Healing, 62%'],
  )
})

test('a drive keeps its number, whatever its state and on whatever page it is', async () => {
  const states = Array.from({ length: 12 }, (_, index) => (index % 3 === 2 ? 'offline' : 'ok'))
  const rows = states.map((state, index) => parse(Drive, { state, endpoint: `/mnt/disk${index + 1}` }))
  for (const page of [1, 2]) {
    await render(<Drives rows={rows} page={page} onPage={() => {}} />)
    const text = document.body.textContent ?? ''
    const named = [...text.matchAll(/Drive (\d+)\/mnt\/disk(\d+?)(?=OK|Offline|\D)/g)]
    assert.ok(named.length > 0, text)
    for (const [, number, disk] of named) assert.is(number, disk)
    await cleanup()
  }
})
