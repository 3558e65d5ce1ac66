import type { ReactNode } from 'react'
import { administrators } from '../../../test/lib/administrators.ts'
import { type ReceivedRequest, startFakeServer } from '../../../test/core/fake-server.ts'
import { render, until } from '../../../test/lib/react.tsx'
import { startTestSession } from '../../../test/lib/session.ts'
import { assert, test } from '../../../test/lib/suite.ts'
import { addOption, pressButton } from '../../../test/lib/undo.tsx'
import type { User } from '../contract.ts'
import { SetGroups } from '../pages/set-groups.tsx'
import { SetPolicies } from '../pages/set-policies.tsx'

const ana: User = { accessKey: 'ana', policy: ['team'], memberOf: ['team'], status: 'enabled', hasPolicy: true }
/** After another administrator has added `ops`. */
const changed = { ...ana, policy: ['team', 'ops'], memberOf: ['team', 'ops'] }

const dialog = { onClose: () => undefined, onDone: async () => undefined }
const policy = (name: string) => ({
  name,
  policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
  }),
})

const respond = ({ method, url }: ReceivedRequest) => {
  if (method !== 'GET' && !url.includes('/access/')) return { status: 204 }
  if (url.includes('/access/administrators')) return { body: administrators() }
  if (url.includes('/policies')) return { body: { policies: ['dev', 'ops', 'team'].map(policy), total: 3 } }
  if (url.includes('/groups')) return { body: { groups: ['dev', 'ops', 'team'], total: 3 } }
  return { body: changed }
}

/** Opens a dialog for `ana`, reloads the page behind it, adds `dev`, and returns the body that is sent. */
const addDev = async (label: string, dialogFor: (user: User) => ReactNode) => {
  startTestSession({ plugins: ['policies'] })
  const { sent } = await startFakeServer(respond)
  const { again } = await render(dialogFor(ana))
  await again(dialogFor(changed))
  await addOption(label, 'dev')
  await pressButton('Save')
  const changes = () => sent.filter(({ method }) => method === 'PUT')
  await until(() => assert.is(changes().length, 1))
  return JSON.parse(changes()[0]!.body) as unknown
}

test('groups that another administrator adds while Set Groups is open stay', async () => {
  const body = await addDev('Groups optional', (user) => <SetGroups user={user} {...dialog} />)
  assert.equal(body, { status: 'enabled', groups: ['team', 'ops', 'dev'] })
})

test('policies that another administrator attaches while Set Policies is open stay', async () => {
  const body = await addDev('Policies optional', (user) => (
    <SetPolicies entity="user" name="ana" current={user.policy} {...dialog} />
  ))
  assert.equal(body, { name: ['team', 'ops', 'dev'], entityType: 'user', entityName: 'ana' })
})
