import User from 'lucide-react/icons/user'
import { segment, displayName } from 'stowage'
import { allows, type CallState, useQuery } from 'stowage/web'
import { Badges, type Column, Search, Table, Toolbar } from 'stowage/ui'
import type { UserAccess } from '../contract.ts'
import * as messages from '../messages.ts'

/** Access level of a user in a bucket, or in a part of it. */
const accessOf = ({ read, write, admin }: UserAccess) =>
  [read && 'Read', write && 'Write', admin && 'Admin'].filter(Boolean).join(', ') || 'Other'

const sourcesOf = ({ by }: UserAccess) =>
  by.map(({ policy, group }) => (group === undefined ? policy : `${policy} (group ${group})`))

const columns: Column<UserAccess>[] = [
  {
    id: 'name',
    title: 'User',
    look: 'name',
    value: ({ user }) => user,
    href: ({ user }) => (allows('/users/:userName+') ? `/users/${segment(user)}` : undefined),
  },
  { id: 'access', title: 'Access', narrow: 'second', value: accessOf },
  {
    id: 'by',
    title: 'By policy',
    width: 'minmax(0, 1.6fr)',
    narrow: 'second',
    value: (access) => sourcesOf(access).join(', ') || undefined,
    cell: (access) =>
      access.by.length > 0 ? <Badges items={sourcesOf(access).map(displayName)} max={2} /> : undefined,
  },
]

/** Users with access to a bucket: what each may do in at least a part of it, and through which policy or group. */
export const UsersWithAccess = ({ users }: { users: CallState<UserAccess[]> }) => {
  const [search, setSearch] = useQuery('search')
  return (
    <>
      <Toolbar>
        <Search label="Search Users" value={search} onChange={setSearch} />
      </Toolbar>
      <Table
        rows={users.data}
        columns={columns}
        rowKey={({ user }) => user}
        noun={{ one: 'user', many: 'users' }}
        initialSort="name"
        search={search}
        onClearSearch={() => setSearch('')}
        empty={{
          icon: User,
          title: messages.noUserCanUseBucket,
          text: messages.usersGetAccessWithPolicy,
        }}
        error={users.error}
        onRetry={() => void users.reload()}
        loading={users.loading}
      />
    </>
  )
}
