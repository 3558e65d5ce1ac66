import { suite } from '../../../test/lib/suite.ts'
import { addOption, clickField, defineUndoTests, pressButton, reading, sending } from '../../../test/lib/undo.tsx'
import type { Group, User } from '../contract.ts'
import { EditGroup } from '../pages/group-form.tsx'
import { SetGroups } from '../pages/set-groups.tsx'
import { SetPolicies } from '../pages/set-policies.tsx'
import { setStatuses } from '../pages/set-status.ts'
import { EditUser } from '../pages/user-form.tsx'

const dialog = { onClose: () => undefined, onDone: async () => undefined }

const ana: User = { accessKey: 'ana', policy: ['readonly'], memberOf: ['team'], status: 'enabled', hasPolicy: true }

const secretKey = 'a-long-secret'
const arrange = sending(
  ['POST', '/api/v1/users', { accessKey: 'ana', secretKey, groups: ['team'], policies: ['readonly'] }],
  ['POST', '/api/v1/users', { accessKey: 'bob', secretKey, groups: ['team'], policies: [] }],
  ['POST', '/api/v1/groups', { group: 'other', members: [] }],
  ['PUT', '/api/v1/set-policy', { name: ['readonly'], entityType: 'group', entityName: 'team' }],
)
const user = reading('/api/v1/user?name=ana')
const group = async (...[root]: Parameters<typeof user>) => {
  const { members, ...rest } = (await reading('/api/v1/group?name=team')(root)) as Group
  return { ...rest, members: members.toSorted() }
}

const flip = async () => {
  await clickField('Enabled')
  await pressButton('Save')
}
const add = (label: string, name: string) => async () => {
  await addOption(`${label} optional`, name)
  await pressButton('Save')
}

defineUndoTests(suite('Undo of users and groups'), ['identity', 'policies'], {
  'of editing a user restores its status': {
    arrange,
    element: () => <EditUser name="ana" {...dialog} />,
    act: flip,
    read: user,
  },
  'of editing a group restores its status': {
    arrange,
    element: () => <EditGroup name="team" {...dialog} />,
    act: flip,
    read: group,
  },
  'of setting policies of a user removes the added one': {
    arrange,
    element: () => <SetPolicies entity="user" name="ana" current={ana.policy} {...dialog} />,
    act: add('Policies', 'writeonly'),
    read: user,
  },
  'of setting policies of a group removes the added one': {
    arrange,
    element: () => <SetPolicies entity="group" name="team" current={['readonly']} {...dialog} />,
    act: add('Policies', 'writeonly'),
    read: group,
  },
  'of setting groups removes the user from the added one': {
    arrange,
    element: () => <SetGroups user={ana} {...dialog} />,
    act: add('Groups', 'other'),
    read: user,
  },
  'of disabling several users enables them': {
    arrange,
    act: () => setStatuses([ana], 'disabled', dialog.onDone),
    read: user,
  },
})
