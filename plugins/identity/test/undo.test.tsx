import type { ReactElement } from 'react'
import type { Send } from '../../../test/server/host.ts'
import { suite } from '../../../test/lib/suite.ts'
import {
  addOption,
  clickField,
  defineUndoTests,
  pressButton,
  pressRow,
  reading,
  sending,
} from '../../../test/lib/undo.tsx'
import type { Group, User } from '../contract.ts'
import { AddToGroup } from '../pages/add-to-group.tsx'
import { AssignPolicies } from '../pages/assign-policies.tsx'
import GroupPage from '../pages/group.tsx'
import { EditGroup } from '../pages/group-form.tsx'
import { GroupMembers } from '../pages/group-members.tsx'
import { SetGroups } from '../pages/set-groups.tsx'
import { SetPolicies } from '../pages/set-policies.tsx'
import { setUserStatuses } from '../pages/set-status.ts'
import UserPage from '../pages/user.tsx'
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

const joinOther = async (root: Send) => {
  const { status, memberOf } = (await user(root)) as User
  await sending(['PUT', '/api/v1/user?name=ana', { status, groups: [...memberOf, 'other'] }])(root)
}
const leaveTeam = async (root: Send) => {
  const { status, memberOf } = (await user(root)) as User
  await sending(['PUT', '/api/v1/user?name=ana', { status, groups: memberOf.filter((name) => name !== 'team') }])(root)
}
const removeBob = async (root: Send) => {
  const { status, members } = (await reading('/api/v1/group?name=team')(root)) as Group
  const others = members.filter((name) => name !== 'bob')
  await sending(['PUT', '/api/v1/group?name=team', { status, members: others }])(root)
}

const flip = async () => {
  await clickField('Enabled')
  await pressButton('Save')
}
const add = (label: string, name: string) => async () => {
  await addOption(`${label} optional`, name)
  await pressButton('Save')
}

/** Disables the account of a page. */
const disabling = (account: ReactElement, read: typeof user, otherChange: typeof joinOther) => ({
  arrange,
  element: () => account,
  act: () => pressButton('Disable'),
  read,
  otherChange,
  merges: true,
})

defineUndoTests(suite('Undo of users and groups'), ['identity', 'policies'], {
  'of editing a user restores its status': {
    arrange,
    element: () => <EditUser name="ana" {...dialog} />,
    act: flip,
    read: user,
    otherChange: joinOther,
    merges: true,
  },
  'of editing a group restores its status': {
    arrange,
    element: () => <EditGroup name="team" {...dialog} />,
    act: flip,
    read: group,
    otherChange: removeBob,
    merges: true,
  },
  'of setting policies of a user removes the added one': {
    arrange,
    element: () => <SetPolicies entity="user" name="ana" current={ana.policy} {...dialog} />,
    act: add('Policies', 'writeonly'),
    read: user,
    otherChange: sending(['PUT', '/api/v1/set-policy', { name: ['writeonly'], entityType: 'user', entityName: 'ana' }]),
    merges: true,
  },
  'of setting policies of a group removes the added one': {
    arrange,
    element: () => <SetPolicies entity="group" name="team" current={['readonly']} {...dialog} />,
    act: add('Policies', 'writeonly'),
    read: group,
    otherChange: removeBob,
    merges: true,
  },
  'of setting groups removes the user from the added one': {
    arrange,
    element: () => <SetGroups user={ana} {...dialog} />,
    act: add('Groups', 'other'),
    read: user,
    otherChange: leaveTeam,
    merges: true,
  },
  'of disabling several users enables them': {
    arrange,
    act: () => setUserStatuses([ana], 'disabled', dialog.onDone),
    read: user,
    otherChange: joinOther,
    merges: true,
  },
  'of disabling a user on its page enables it': disabling(<UserPage params={{ '*': 'ana' }} />, user, joinOther),
  'of disabling a group on its page enables it': disabling(<GroupPage params={{ '*': 'team' }} />, group, removeBob),
  'of removing a member of a group adds the user': {
    arrange,
    element: async (root) => (
      <GroupMembers group={(await group(root)) as Group} blocked={false} onDone={dialog.onDone} />
    ),
    act: () => pressRow('ana', 'Take Out'),
    read: group,
    otherChange: removeBob,
    merges: true,
  },
  'of assigning policies to several users removes the added ones': {
    arrange,
    element: () => <AssignPolicies users={['ana', 'bob']} {...dialog} />,
    act: async () => {
      await addOption('Policies', 'writeonly')
      await pressButton('Save')
    },
    read: async (root) => [await user(root), await reading('/api/v1/user?name=bob')(root)],
    otherChange: joinOther,
    merges: true,
  },
})

const otherMembers = async (root: Send) => {
  const { members } = (await reading('/api/v1/group?name=other')(root)) as Group
  return members.toSorted()
}
const setOther = (members: readonly string[]) =>
  sending(['PUT', '/api/v1/group?name=other', { status: 'enabled', members }])

const addOther = async () => {
  await addOption('Groups', 'other')
  await pressButton('Save')
}

defineUndoTests(suite('Undo of adding users to groups'), ['identity', 'policies'], {
  'of adding users to a group leaves its other members': {
    arrange: async (root) => {
      await arrange(root)
      await setOther(['bob'])(root)
      await sending(['POST', '/api/v1/users', { accessKey: 'cleo', secretKey, groups: [], policies: [] }])(root)
    },
    element: () => <AddToGroup users={['ana', 'bob']} onClose={() => undefined} />,
    act: addOther,
    undoIn: 'dialog',
    read: otherMembers,
    otherChange: async (root) => setOther([...(await otherMembers(root)), 'cleo'])(root),
    merges: true,
  },
  'of adding a user to a group keeps another group left': {
    arrange,
    element: () => <AddToGroup users={['ana']} onClose={() => undefined} />,
    act: addOther,
    undoIn: 'dialog',
    read: async (root) => ((await user(root)) as User).memberOf.toSorted(),
    otherChange: leaveTeam,
    merges: true,
  },
})
