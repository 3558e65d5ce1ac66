import Pencil from 'lucide-react/icons/pencil'
import User from 'lucide-react/icons/user'
import UserMinus from 'lucide-react/icons/user-minus'
import { displayName, encodeSegment } from 'stowage'
import { column, ListTab } from 'stowage/ui'
import { canOpenPage, call, showError, showToast } from 'stowage/web'
import { type Group, identity } from '../contract.ts'
import * as messages from '../messages.ts'
import { EditGroup } from './group-form.tsx'
import { askLastAdministrator } from './last-administrator.tsx'

const addressOf = (user: string) => (canOpenPage('/users/:userName+') ? `/users/${encodeSegment(user)}` : undefined)

/** Adds a user to a group or removes one, keeping concurrent changes of other members. */
const change = async (name: string, how: 'join' | 'leave', user: string) => {
  const query = { name }
  const { members, status } = await call(identity.group, { query })
  const others = members.filter((member) => member !== user)
  await call(identity.updateGroup, { query, body: { status, members: how === 'join' ? [...others, user] : others } })
}

type GroupMembersProps = {
  group: Group
  /** Why the members cannot be changed. */
  blocked: string | false
  onDone: () => Promise<void>
}

/** Members of a group. Removing one can be undone, so it asks only about the last administrator. */
export const GroupMembers = ({ group, blocked, onDone }: GroupMembersProps) => {
  const rejoin = (user: string) => change(group.name, 'join', user).then(onDone, showError)
  const remove = async (user: string) => {
    if (!(await askLastAdministrator({ memberships: { users: [user], groups: [group.name] } }))) return false
    await change(group.name, 'leave', user)
    const done = messages.removedFromGroup(displayName(user), displayName(group.name))
    showToast(done, { label: 'Undo', run: () => void rejoin(user) })
    return true
  }
  return (
    <ListTab
      noun={{ one: 'member', many: 'members' }}
      source={{ rows: group.members, reload: onDone }}
      rowKey={(user) => user}
      columns={[column.name('Access Key', (user: string) => user, { id: 'name', href: addressOf })]}
      create={{
        label: 'Edit Members',
        icon: Pencil,
        disabled: blocked,
        dialog: (dialog) => <EditGroup name={group.name} {...dialog} />,
      }}
      actions={[
        { label: 'Take Out', icon: UserMinus, where: 'server', disabled: blocked, run: ([user]) => remove(user) },
      ]}
      empty={{ icon: User, title: messages.groupHasNoMembers, text: messages.membersGetPolicies }}
      table={{ height: 'content' }}
    />
  )
}
