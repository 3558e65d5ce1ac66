import Users from 'lucide-react/icons/users'
import { encodeSegment } from 'stowage'
import { column, ListTab } from 'stowage/ui'
import { canOpenPage } from 'stowage/web'
import type { User } from '../contract.ts'
import * as messages from '../messages.ts'
import { SetGroups } from './set-groups.tsx'

const addressOf = (group: string) =>
  canOpenPage('/groups/:groupName+') ? `/groups/${encodeSegment(group)}` : undefined

type UserGroupsProps = {
  user: User
  /** Why the groups cannot be changed. */
  blocked: string | false
  onDone: () => Promise<void>
}

export const UserGroups = ({ user, blocked, onDone }: UserGroupsProps) => (
  <ListTab
    noun={{ one: 'group', many: 'groups' }}
    source={{ rows: user.memberOf, reload: onDone }}
    rowKey={(group) => group}
    columns={[column.name('Name', (group: string) => group, { href: addressOf })]}
    create={{
      label: 'Set Groups',
      icon: Users,
      disabled: blocked,
      dialog: (dialog) => <SetGroups user={user} {...dialog} />,
    }}
    empty={{ icon: Users, title: messages.userWithoutGroup, text: messages.groupHelp }}
    table={{ height: 'content' }}
  />
)
