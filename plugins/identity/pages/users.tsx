import ArrowRight from 'lucide-react/icons/arrow-right'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import UserIcon from 'lucide-react/icons/user'
import UsersIcon from 'lucide-react/icons/users'
import { useState } from 'react'
import { shown } from '../../../core/format.ts'
import { segment, useQuery } from '../../../core/location.ts'
import { useSession } from '../../../core/session.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Page, Selected, Spacer, Toolbar } from '../../../core/ui/page.tsx'
import { Search } from '../../../core/ui/search.tsx'
import { Badge, Badges } from '../../../core/ui/status.tsx'
import { type Column, Table } from '../../../core/ui/table.tsx'
import { useCall } from '../../../core/use-call.ts'
import { useRefusals } from '../../../core/use-may.ts'
import { identity, type User } from '../contract.ts'
import { AddToGroup } from './add-to-group.tsx'
import { deleteUser } from './deletes.tsx'
import { aboutUsers } from './help.ts'
import { CreateUser, EditUser } from './user-form.tsx'
import { UserStatus } from './user-status.tsx'

const noun = { one: 'user', many: 'users' }
const pageOf = (user: User) => `/users/${segment(user.accessKey)}`

const columnsFor = (account: string): Column<User>[] => [
  {
    id: 'accessKey',
    title: 'Access Key',
    look: 'name',
    width: 'minmax(0, 1.4fr)',
    value: (user) => user.accessKey,
    cell: (user) => (
      <>
        {shown(user.accessKey)}
        {user.accessKey === account && (
          <>
            {' '}
            <Badge tone="outline">You</Badge>
          </>
        )}
      </>
    ),
    href: pageOf,
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(104px, 0.7fr)',
    narrow: 'second',
    value: (user) => user.status,
    cell: (user) => <UserStatus of={user.status} />,
  },
  {
    id: 'groups',
    title: 'Groups',
    look: 'muted',
    narrow: 'second',
    value: (user) => user.memberOf.join(', ') || undefined,
  },
  {
    id: 'policies',
    title: 'Policies',
    width: 'minmax(0, 1.2fr)',
    narrow: 'hidden',
    value: (user) => user.policy.join(', ') || undefined,
    cell: (user) => (user.policy.length > 0 ? <Badges items={user.policy.map(shown)} /> : undefined),
  },
]

/** All users: adding, deleting, and putting several into groups at once. */
export default function Users() {
  const { account } = useSession()
  const users = useCall(identity.users)
  const refusal = useRefusals({ group: { action: 'admin:AddUserToGroup' } })
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'accessKey')
  const [creating, setCreating] = useQuery('create')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState('')
  const chosen = users.data?.users.map((user) => user.accessKey).filter((key) => selected.has(key)) ?? []

  return (
    <Page title="Users" help={aboutUsers}>
      <Toolbar>
        <Search label="Search Users" value={search} onChange={setSearch} />
        <Spacer />
        <Selected
          count={chosen.length}
          noun={noun}
          actions={[
            {
              label: 'Add to Group',
              icon: UsersIcon,
              disabled: refusal('group'),
              onSelect: () => setAdding(true),
            },
          ]}
          onClear={() => setSelected(new Set())}
        />
        <Button tone="primary" icon={Plus} onPress={() => setCreating('1')}>
          Create User
        </Button>
      </Toolbar>
      <Table
        rows={users.data?.users}
        columns={columnsFor(account)}
        rowKey={(user) => user.accessKey}
        noun={noun}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        selection={{ keys: selected, onChange: setSelected }}
        actions={(user) => [
          { label: 'View', icon: ArrowRight, href: pageOf(user) },
          { label: 'Edit', icon: Pencil, onSelect: () => setEditing(user.accessKey) },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: user.accessKey === account && 'You cannot delete yourself',
            onSelect: async () => {
              if (await deleteUser(user.accessKey)) await users.reload()
            },
          },
        ]}
        empty={{ icon: UserIcon, text: 'A user signs in with an access key and a secret key.' }}
        error={users.error}
        onRetry={() => void users.reload()}
        loading={users.loading}
      />
      {creating && <CreateUser onClose={() => setCreating('')} onDone={users.reload} />}
      {editing && <EditUser name={editing} onClose={() => setEditing('')} onDone={users.reload} />}
      {adding && (
        <AddToGroup
          users={chosen}
          onClose={async (added) => {
            setAdding(false)
            if (!added) return
            setSelected(new Set())
            await users.reload()
          }}
        />
      )}
    </Page>
  )
}
