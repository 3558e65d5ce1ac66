import { assert, test } from '../../../test/lib/suite.ts'
import { EditAccount } from '../pages/edit-account.tsx'
import { startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { button, click, field, render, type, until } from '../../../test/lib/react.tsx'

const expiration = '2099-12-24T23:59:59Z'

/** Opens the dialog of an account that another tool named, or that has only a status; returns the bodies it sends. */
const open = async (name?: string) => {
  const settings = name === undefined ? {} : { name, policy: 'inherited', expiration }
  const account = { accessKey: 'KEY1', status: 'enabled', ...settings }
  const line = await startFakeServer(({ method }) => ({
    status: method === 'GET' ? 200 : 204,
    body: method === 'GET' ? account : undefined,
  }))
  startTestSession({ features: name === undefined ? [] : ['access-key-settings'] })
  let closed = false
  await render(<EditAccount accessKey="KEY1" onClose={() => (closed = true)} onDone={async () => undefined} />)
  await until(() => void field('Enabled'))
  return {
    saved: async () => {
      await click(button('Save'))
      await until(() => assert.ok(closed))
      return line.sent.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body) as object)
    },
    refused: async (reason: RegExp) => {
      await click(button('Save'))
      await until(() => assert.match(document.body.textContent ?? '', reason))
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
  await dialog.refused(/Start with a letter/)
})

for (const day of ['24.12.2098', '2098-2-3', '2098-02-30'])
  test(`an expiration of "${day}" is refused instead of removed`, async () => {
    const dialog = await open('ci')
    await type(field('Expires optional'), day)
    await dialog.refused(/Enter a date as YYYY-MM-DD/)
  })

test('an emptied expiration is removed', async () => {
  const dialog = await open('ci')
  await type(field('Expires optional'), '')
  assert.equal(await dialog.saved(), [{ expiry: '' }])
})

test('an account is disabled on a storage whose accounts have no other settings', async () => {
  const dialog = await open()
  await click(field('Enabled'))
  assert.equal(await dialog.saved(), [{ status: 'disabled' }])
})
