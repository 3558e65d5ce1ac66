import { startFakeServer } from '../../../test/core/fake-server.ts'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, suite } from '../../../test/lib/suite.ts'
import { button, click, field, render, until } from '../../../test/lib/react.tsx'
import { banners } from '../../../core/web/toasts.ts'
import type { Role, User } from '../contract.ts'
import { EditUser } from '../pages/user-form.tsx'

const administrator = 'AdministratorManages users, and uses all buckets.'

const test = suite('Undo of a role')

test.after.each(() => {
  banners.messages = []
})

/** Makes ana an administrator in the dialog, on a storage with roles; returns her state on the server, and Undo. */
const makeAdministrator = async () => {
  const ana: User = { accessKey: 'ana', policy: [], memberOf: [], status: 'enabled', hasPolicy: false, role: 'user' }
  await startFakeServer(({ method, body }) => {
    if (method !== 'GET') Object.assign(ana, JSON.parse(body) as { role: Role })
    return { body: ana }
  })
  startTestSession({ features: ['roles'] })
  await render(<EditUser name="ana" onClose={() => undefined} onDone={async () => undefined} />)
  await until(() => void field(administrator))
  await click(field(administrator))
  await click(button('Save'))
  await until(() => assert.is(banners.messages.at(-1)?.action?.label, 'Undo'))
  assert.is(ana.role, 'admin')
  return { ana, undo: () => banners.messages.at(-1)?.action?.run?.() }
}

test('Undo restores the role', async () => {
  const { ana, undo } = await makeAdministrator()
  undo()
  await until(() => assert.is(ana.role, 'user'))
})

test('Undo keeps a role that another person set meanwhile, and says so', async () => {
  const { ana, undo } = await makeAdministrator()
  ana.role = 'userplus'
  undo()
  await until(() => assert.match(banners.messages.at(-1)?.text ?? '', /^Cannot undo: a newer change.*role of ana/))
  assert.is(ana.role, 'userplus')
})

test('Undo of a role keeps a status that another person set meanwhile', async () => {
  const { ana, undo } = await makeAdministrator()
  ana.status = 'disabled'
  undo()
  await until(() => assert.is(ana.role, 'user'))
  assert.is(ana.status, 'disabled')
})
