import { assert, test } from '../lib/suite.ts'
import type { Feature } from '../../core/protocol/features.ts'
import { post } from '../../core/protocol/contract.ts'
import { type Requirement, useCallRefusals } from '../../core/web/use-permissions.ts'
import { find, render, unmount, until } from '../lib/react.tsx'
import { startTestSession } from '../lib/session.ts'
import { startFakeServer } from './fake-server.ts'

const addUser = post('/api/v1/users', { allow: ['admin:CreateUser'], features: ['users', 'account-changes'] })
const heal = post('/api/v1/heal', { allow: ['admin:Heal'] })

const Control = ({ required }: { required: Requirement }) => (
  <output>{useCallRefusals({ act: required })('act') || 'allowed'}</output>
)

/** The reason why an account without any permission cannot use a control, on a storage with these features. */
const refusalOn = async (features: Feature[], required: Requirement) => {
  startTestSession({ features })
  await startFakeServer(() => ({
    body: {
      permissions: ['admin:CreateUser', 'admin:EnableUser', 'admin:Heal'].map((id) => ({ id, can: false })),
    },
  }))
  await render(<Control required={required} />)
  await until(() => assert.is.not(find('output').textContent, 'allowed'))
  const { textContent } = find('output')
  await unmount()
  return textContent
}

test('without an administration API, a refusal names the feature that the call needs and the storage lacks', async () => {
  assert.match(await refusalOn(['users'], addUser), 'This storage allows no changes to users')
  assert.match(await refusalOn(['users'], [addUser, 'admin:EnableUser']), 'This storage allows no changes to users')
  assert.match(await refusalOn([], addUser), 'Users of this storage are managed elsewhere')
})

test('without an administration API, other administrative calls are refused for this reason', async () => {
  assert.match(await refusalOn(['users'], heal), 'The console cannot administer this server')
})

test('without an administration API, a refusal on a storage with the features names the missing permission', async () => {
  assert.match(await refusalOn(['users', 'account-changes'], addUser), 'Your policies do not allow\nadmin:CreateUser')
})

test('with an administration API, a refusal names the missing permission', async () => {
  assert.match(await refusalOn(['administration'], addUser), 'Your policies do not allow\nadmin:CreateUser')
})

test('on a storage with roles, a refusal names the role instead of policies', async () => {
  const refusal = await refusalOn(['users', 'account-changes', 'roles'], addUser)
  assert.is(refusal, 'Your role on the storage server does not allow this. An administrator can change it.')
  assert.match(await refusalOn(['administration', 'users', 'account-changes'], addUser), 'Your policies do not allow')
})
