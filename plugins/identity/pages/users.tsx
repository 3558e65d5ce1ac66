import ArrowRight from 'lucide-react/icons/arrow-right'
import Ban from 'lucide-react/icons/ban'
import CirclePlay from 'lucide-react/icons/circle-play'
import Pencil from 'lucide-react/icons/pencil'
import FileUp from 'lucide-react/icons/file-up'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import UserIcon from 'lucide-react/icons/user'
import UsersIcon from 'lucide-react/icons/users'
import { useMemo, useState } from 'react'
import { segment, displayName } from 'stowage'
import { allows, type CallState, useCall, useCallRefusals, useQuery, useSession } from 'stowage/web'
import { Badge, Button, type Column, Page, Search, Selected, Spacer, Table, Toolbar, useBulk } from 'stowage/ui'
import { identity, type Status, type User } from '../contract.ts'
import { AddToGroup } from './add-to-group.tsx'
import { AssignPolicies } from './assign-policies.tsx'
import { deleteUser, deleteUsers } from './deletes.tsx'
import { effectivePolicies, policiesCell } from './effective-policies.tsx'
import { askLastAdministrator } from './last-administrator.tsx'
import { aboutUsers } from './help.ts'
import { setStatuses } from './set-status.ts'
import { type DetailsOfGroups, useGroupDetails } from './use-group-details.ts'
import { CreateUser, EditUser } from './user-form.tsx'
import { UserStatus } from './user-status.tsx'
import * as messages from '../messages.ts'

const noun = { one: 'user', many: 'users' }
const pageOf = (user: User) => `/users/${segment(user.accessKey)}`

/** Calls of the page. Changing the status requires a separate permission. */
const calls = {
  create: identity.addUser,
  view: identity.user,
  edit: identity.updateUser,
  group: identity.addToGroups,
  policies: identity.setPolicy,
  status: [identity.updateUser, 'admin:EnableUser'],
  delete: identity.removeUser,
  ofGroups: identity.groupDetails,
} as const

const columnsFor = (account: string, details: DetailsOfGroups | undefined): Column<User>[] => [
  {
    id: 'accessKey',
    title: 'Access Key',
    look: 'name',
    width: 'minmax(0, 1.4fr)',
    value: (user) => user.accessKey,
    cell: (user) => (
      <>
        {displayName(user.accessKey)}
        {user.accessKey === account && (
          <>
            {' '}
            <Badge tone="outline">You</Badge>
          </>
        )}
      </>
    ),
    href: (user) => (allows('/users/:userName+') ? pageOf(user) : undefined),
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
    value: (user) => effectivePolicies(user, details).names.join(', ') || undefined,
    cell: (user) => policiesCell(user, details),
  },
]

const refuseOwn = (account: string, users: readonly User[], doing: string) =>
  users.some(({ accessKey }) => accessKey === account) && messages.youCannotYourselfRemoveYourself(doing)

const keysOf = (users: readonly User[]) => users.map(({ accessKey }) => accessKey)

/** The selection and its bulk actions. */
const useChosen = (
  users: CallState<{ users: User[] }>,
  refusal: (...ids: (keyof typeof calls)[]) => string | false,
  open: (dialog: 'groups' | 'policies') => void,
) => {
  const { account } = useSession()
  const flip = async (chosen: readonly User[], status: Status) => {
    if (status === 'disabled' && !(await askLastAdministrator({ users: keysOf(chosen) }))) return
    await setStatuses(chosen, status, users.reload)
    await users.reload()
  }
  return useBulk<User>({
    rows: users.data?.users,
    rowKey: ({ accessKey }) => accessKey,
    noun,
    actions: [
      {
        label: 'Add to Group',
        icon: UsersIcon,
        disabled: refusal('group'),
        onSelect: () => open('groups'),
      },
      {
        label: 'Assign Policies',
        icon: ShieldCheck,
        disabled: refusal('policies'),
        onSelect: () => open('policies'),
      },
      {
        label: 'Enable',
        icon: CirclePlay,
        where: 'server',
        disabled: refusal('status'),
        onSelect: (chosen) => void flip(chosen, 'enabled'),
      },
      {
        label: 'Disable',
        icon: Ban,
        where: 'server',
        disabled: (chosen) => refusal('status') || refuseOwn(account, chosen, 'disable'),
        onSelect: (chosen) => void flip(chosen, 'disabled'),
      },
      {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        disabled: (chosen) => refusal('delete') || refuseOwn(account, chosen, 'delete'),
        onSelect: async (chosen) => {
          if (await deleteUsers(keysOf(chosen))) await users.reload()
        },
      },
    ],
  })
}

/** All users, with bulk actions. */
export default function Users() {
  const { account } = useSession()
  const users = useCall(identity.users)
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'accessKey')
  const [creating, setCreating] = useQuery('create')
  const [policy, setPolicy] = useQuery('policy')
  const [editing, setEditing] = useState('')
  const [dialog, setDialog] = useState<'groups' | 'policies'>()
  const refusal = useCallRefusals(calls)
  const { chosen, clear, selection, selected } = useChosen(users, refusal, setDialog)
  const groups = useMemo(() => [...new Set(users.data?.users.flatMap(({ memberOf }) => memberOf))], [users.data])
  const details = useGroupDetails(groups, !refusal('ofGroups'))
  const columns = useMemo(() => columnsFor(account, details), [account, details])
  const create = (
    <Button tone="primary" icon={Plus} disabled={refusal('create')} onPress={() => setCreating('1')}>
      Create User
    </Button>
  )

  return (
    <Page
      title="Users"
      help={aboutUsers}
      actions={
        <Button icon={FileUp} href="/export-import">
          Export and Import
        </Button>
      }
    >
      <Toolbar>
        <Search label="Search Users" value={search} onChange={setSearch} />
        <Spacer />
        <Selected {...selected} />
        {users.data?.users.length !== 0 && create}
      </Toolbar>
      <Table
        name="users"
        rows={users.data?.users}
        columns={columns}
        rowKey={(user) => user.accessKey}
        noun={noun}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        selection={selection}
        actions={(user) => [
          { label: 'View', icon: ArrowRight, href: pageOf(user), disabled: refusal('view') },
          { label: 'Edit', icon: Pencil, disabled: refusal('edit'), onSelect: () => setEditing(user.accessKey) },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: refusal('delete') || (user.accessKey === account && 'You cannot delete yourself'),
            onSelect: async () => {
              if (await deleteUser(user.accessKey)) await users.reload()
            },
          },
        ]}
        empty={{ icon: UserIcon, text: messages.userSignsInWithAccess, action: create }}
        error={users.error}
        onRetry={() => void users.reload()}
        loading={users.loading}
        refresh={users}
      />
      {creating && !refusal('create') && (
        <CreateUser
          policy={policy}
          onClose={() => {
            setPolicy('')
            setCreating('')
          }}
          onDone={users.reload}
        />
      )}
      {editing && <EditUser name={editing} onClose={() => setEditing('')} onDone={users.reload} />}
      {dialog === 'policies' && (
        <AssignPolicies users={keysOf(chosen)} onClose={() => setDialog(undefined)} onDone={users.reload} />
      )}
      {dialog === 'groups' && (
        <AddToGroup
          users={keysOf(chosen)}
          onClose={async (added) => {
            setDialog(undefined)
            if (!added) return
            clear()
            await users.reload()
          }}
        />
      )}
    </Page>
  )
}
