import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'valibot'
import { Drive } from '../../../plugins/dashboard/contract.ts'
import { Drives } from '../../../plugins/dashboard/pages/servers-and-drives.tsx'
import { cleanup, findAll, render } from '../../lib/react.tsx'

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

test.run()
