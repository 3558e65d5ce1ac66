import { act } from 'react'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, render, until } from '../../../test/lib/react.tsx'
import { assert, test } from '../../../test/lib/suite.ts'
import { ConfirmDialogs } from '../../../ui/confirm.tsx'
import { removeTarget } from '../pages/remove.tsx'

test('deleting a target names the number of its queued events', async () => {
  await startFakeServer(() => ({ body: { buckets: [] } }))
  await render(<ConfirmDialogs />)
  for (const [queued, text] of [
    [1, /webhook:hook and its 1 queued event\./],
    [2, /webhook:hook and its 2 queued events\./],
  ] as const) {
    const { removed } = await act(async () => ({
      removed: removeTarget({ service: 'webhook', account_id: 'hook', status: 'offline', queued }),
    }))
    await until(() => assert.match(find('[role=dialog]').textContent, text))
    await click(button('Cancel'))
    assert.is(await act(() => removed), false)
  }
})
