import { assert, test } from '../../../test/lib/suite.ts'
import { EditAccount } from '../pages/edit-account.tsx'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { button, click, field, render, type, until } from '../../../test/lib/react.tsx'

/** Opens the dialog of an account that another tool named and returns the bodies it sends. */
const open = async (name: string) => {
  const account = { accessKey: 'KEY1', parentUser: 'root', name, status: 'enabled', policy: 'inherited' }
  const line = await startFakeServer(({ method }) => ({
    status: method === 'GET' ? 200 : 204,
    body: method === 'GET' ? account : undefined,
  }))
  startTestSession({ features: ['access-key-settings'] })
  let closed = false
  await render(<EditAccount accessKey="KEY1" onClose={() => (closed = true)} onDone={async () => undefined} />)
  await until(() => void field('Enabled'))
  return {
    saved: async () => {
      await click(button('Save'))
      await until(() => assert.ok(closed))
      return line.sent.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body) as object)
    },
    refused: async () => {
      await click(button('Save'))
      await until(() => assert.match(document.body.textContent ?? '', /Start with a letter/))
      assert.is(line.sent.filter(({ method }) => method !== 'GET').length, 0)
    },
  }
}

for (const name of ["root's own", 'ci runner ü'])
  test(`an account named "${name}" by another tool is disabled without sending its name`, async () => {
    const dialog = await open(name)
    await click(field('Enabled'))
    assert.equal(await dialog.saved(), [{ status: 'disabled' }])
  })

test('a changed name must be one that the server accepts', async () => {
  const dialog = await open("root's own")
  await type(field('Name'), 'still not')
  await dialog.refused()
})
