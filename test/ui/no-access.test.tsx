import { assert, test } from '../lib/suite.ts'
import { render } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'
import { NoAccess } from '../../ui/no-access.tsx'

const textOn = async (features: string[]) => {
  startTestSession({ features })
  await render(<NoAccess what="users" needs={[{ action: 'admin:ListUsers' }]} />)
  return document.body.textContent ?? ''
}

test('without a permission, a page names the missing action and a policy that grants it', async () => {
  const text = await textOn(['users', 'administration'])
  assert.match(text, 'Your policies do not allow admin:ListUsers. Ask an administrator to attach a policy that does.')
  assert.match(text, 'Required permissions')
})

test('on a storage with roles, a page names the role and no policy', async () => {
  const text = await textOn(['users', 'roles'])
  assert.match(text, 'You cannot see users')
  assert.match(text, 'Your role on the storage server does not allow this. An administrator can change it.')
  assert.not.match(text, /polic/i)
})
