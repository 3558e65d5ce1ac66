import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Preview } from '../pages/lifecycle/preview.tsx'

test('closing the error of a preview leaves the preview open, to continue', async () => {
  startTestSession()
  await startFakeServer(() => ({ status: 400, body: { message: 'The cursor is invalid' } }))
  let closed = 0
  await render(<Preview bucket="photos" of={{ id: 'one' }} onClose={() => (closed += 1)} />)
  await until(() => assert.is(findAll('[role=alert]').length, 1))
  await click(button('Close', findAll('[role=alert]')[0]))
  assert.equal([closed, findAll('[role=alert]').length], [0, 0])
  button('Continue')
})
