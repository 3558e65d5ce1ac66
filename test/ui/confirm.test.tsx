import { act } from 'react'
import { Failure } from '../../core/protocol/failure.ts'
import { confirm, ConfirmDialogs } from '../../ui/confirm.tsx'
import { deferred } from '../lib/deferred.ts'
import { button, click, find, findAll, flush, press, render } from '../lib/react.tsx'
import { assert, test } from '../lib/suite.ts'

const ask = async (question: Parameters<typeof confirm>[0]) => {
  let confirmed = Promise.resolve(false)
  await act(async () => void (confirmed = confirm(question)))
  await flush()
  return { confirmed }
}

const dialogs = () => findAll('[role=dialog]').length

test('confirm() stays open while its action runs, and then reloads or shows the failure', async () => {
  await render(<ConfirmDialogs />)
  for (const failure of [undefined, new Failure(409, 'It is in use')]) {
    const running = deferred()
    let reloads = 0
    const { confirmed } = await ask({
      title: 'Delete Tag',
      body: 'project',
      verb: 'Delete',
      run: () => running.promise,
      onDone: () => (reloads += 1),
    })
    await click(button('Delete'))
    await click(button('Cancel'))
    await click(button('Close'))
    await press('Escape')
    assert.is(dialogs(), 1)
    await act(async () => (failure ? running.reject(failure) : running.resolve()))
    await flush()
    assert.is(reloads, failure ? 0 : 1)
    if (!failure) continue
    assert.match(find('[role=alert]').textContent, 'It is in use')
    await click(button('Cancel'))
    assert.is(await confirmed, false)
  }
  assert.is(dialogs(), 0)
})
