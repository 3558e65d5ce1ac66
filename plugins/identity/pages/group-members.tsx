import Pencil from 'lucide-react/icons/pencil'
import User from 'lucide-react/icons/user'
import UserMinus from 'lucide-react/icons/user-minus'
import { useState } from 'react'
import { allows, call, showToast, showError, useQuery } from 'stowage/web'
import { segment, displayName } from 'stowage'
import { Button, Search, Spacer, Table, Toolbar } from 'stowage/ui'
import { type Group, identity } from '../contract.ts'
import { EditGroup } from './group-form.tsx'
import { askLastAdministrator } from './last-administrator.tsx'
import * as messages from '../messages.ts'

const addressOf = (user: string) => (allows('/users/:userName+') ? `/users/${segment(user)}` : undefined)

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
  const [search, setSearch] = useQuery('search')
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button tone="primary" icon={Pencil} disabled={blocked} onPress={() => setEditing(true)}>
      Edit Members
    </Button>
  )
  const set = async (how: 'join' | 'leave', user: string) => {
    const memberships = { users: [user], groups: [group.name] }
    if (how === 'leave' && !(await askLastAdministrator({ memberships }))) return
    try {
      await change(group.name, how, user)
      if (how === 'leave')
        showToast(messages.removedFromGroup(displayName(user), displayName(group.name)), {
          label: 'Undo',
          run: () => void set('join', user),
        })
    } catch (failure) {
      showError(failure)
    }
    await onDone()
  }
  return (
    <>
      <Toolbar>
        <Search label="Search Members" value={search} onChange={setSearch} />
        <Spacer />
        {group.members.length > 0 && edit}
      </Toolbar>
      <Table
        rows={group.members}
        columns={[{ id: 'name', title: 'Access Key', look: 'name', value: (user) => user, href: addressOf }]}
        rowKey={(user) => user}
        noun={{ one: 'member', many: 'members' }}
        initialSort="name"
        height="content"
        search={search}
        onClearSearch={() => setSearch('')}
        actions={(user) => [
          {
            label: 'Take Out',
            icon: UserMinus,
            where: 'server',
            disabled: blocked,
            onSelect: () => void set('leave', user),
          },
        ]}
        empty={{
          icon: User,
          title: messages.groupHasNoMembers,
          text: messages.membersGetPolicies,
          action: edit,
        }}
      />
      {editing && <EditGroup name={group.name} onClose={() => setEditing(false)} onDone={onDone} />}
    </>
  )
}
