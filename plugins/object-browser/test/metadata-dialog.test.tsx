import { startFakeServer } from '../../../test/core/fake-server.ts'
import { button, click, field, find, findAll, render, type, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { Metadata } from '../pages/actions/metadata.tsx'

const stored = {
  name: 'cat.png',
  size: 3,
  content_type: 'image/png',
  user_metadata: { 'X-Amz-Meta-Owner': 'ana' },
}

test('metadata that could not be read are not edited, and so not deleted, until they are read', async () => {
  let isAway = true
  const bodies: unknown[] = []
  await startFakeServer(({ url, body }) => {
    if (url.includes('/info')) return isAway ? { status: 500, body: { message: 'busy' } } : { body: stored }
    bodies.push(JSON.parse(body || 'null'))
    return { status: 200, body: {} }
  })
  startTestSession({ account: 'ana' })
  const props = { bucket: 'photos', keys: ['cat.png'], onClose: () => undefined, onDone: () => undefined }
  await render(<Metadata {...props} />)
  await until(() => assert.match(find('[role=alert]').textContent, 'The metadata could not be loaded'))
  assert.is(findAll('textarea').length, 0)
  isAway = false
  await click(button('Try again'))
  await until(() => assert.is((field('User Metadata optional') as HTMLTextAreaElement).value, 'Owner: ana'))
  await type(find('[data-field=cache_control] input'), 'no-store')
  await click(button('Save'))
  await until(() => assert.equal(bodies, [{ cache_control: 'no-store' }]))
})
