import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, find, findAll, render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Free } from '../pages/lifecycle/free.tsx'

test('the error of a calculation can be closed', async () => {
  await startFakeServer(({ url, body }) => {
    if (!url.includes('has-permission')) return { status: 500, body: { message: 'the listing failed' } }
    const { actions } = JSON.parse(body) as { actions: { id: string }[] }
    return { body: { permissions: actions.map(({ id }) => ({ id, can: true })) } }
  })
  startTestSession({ plugins: ['buckets'] })
  await render(<Free bucket="photos" refusal={false} onDone={async () => undefined} />)
  await until(() => assert.not.ok(button('Calculate').getAttribute('aria-disabled')))
  await click(button('Calculate'))
  await until(() => assert.match(find('[role=alert]').textContent, 'The listing failed'))
  await click(button('Close'))
  assert.is(findAll('[role=alert]').length, 0)
})
