import User from 'lucide-react/icons/user'
import { encodeSegment } from 'stowage'
import { column, ListTab } from 'stowage/ui'
import { canOpenPage, type CallState } from 'stowage/web'
import type { UserAccess } from '../contract.ts'
import * as messages from '../messages.ts'

/** Access level of a user in a bucket, or in a part of it. */
const accessOf = ({ read, write, admin }: UserAccess) =>
  [read && 'Read', write && 'Write', admin && 'Admin'].filter(Boolean).join(', ') || 'Other'

const sourcesOf = ({ by }: UserAccess) =>
  by.map(({ policy, group }) => (group === undefined ? policy : `${policy} (group ${group})`))

const columns = [
  column.name('User', ({ user }: UserAccess) => user, {
    id: 'name',
    href: ({ user }) => (canOpenPage('/users/:userName+') ? `/users/${encodeSegment(user)}` : undefined),
  }),
  column.text('Access', accessOf, { narrow: 'second' }),
  column.names('By policy', sourcesOf, { id: 'by', max: 2, width: 'minmax(0, 1.6fr)', narrow: 'second' }),
]

/** Users with access to a bucket: what each may do in at least a part of it, and through which policy or group. */
export const UsersWithAccess = ({ users }: { users: CallState<UserAccess[]> }) => (
  <ListTab
    noun={{ one: 'user', many: 'users' }}
    source={{ ...users, rows: users.data }}
    rowKey={({ user }) => user}
    columns={columns}
    empty={{ icon: User, title: messages.noUserHasAccess, text: messages.usersGetAccessByPolicy }}
  />
)
