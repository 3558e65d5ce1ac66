import ArrowRight from 'lucide-react/icons/arrow-right'
import Ban from 'lucide-react/icons/ban'
import CirclePlay from 'lucide-react/icons/circle-play'
import FileUp from 'lucide-react/icons/file-up'
import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import UserIcon from 'lucide-react/icons/user'
import UsersIcon from 'lucide-react/icons/users'
import { useMemo } from 'react'
import { date, displayName, encodeSegment } from 'stowage'
import { Badge, Button, column, ListPage, Muted, useRows } from 'stowage/ui'
import { canOpenPage, useCall, useCallRefusals, useQuery, useSession } from 'stowage/web'
import { identity, type User } from '../contract.ts'
import * as messages from '../messages.ts'
import { AddToGroup } from './add-to-group.tsx'
import { AssignPolicies } from './assign-policies.tsx'
import { deleteUser, deleteUsers } from './deletes.tsx'
import { effectivePolicies, policiesCell } from './effective-policies.tsx'
import { aboutUsers, aboutUsersWithRoles } from './help.ts'
import { askLastAdministrator } from './last-administrator.tsx'
import { aboutRole } from './role.tsx'
import { setUserStatuses } from './set-status.ts'
import { type DetailsOfGroups, useGroupDetails } from './use-group-details.ts'
import { type LastSeenAccounts, useLastSeenAccounts } from './use-last-seen.ts'
import { editCalls, useEditRefusals } from './use-edit-refusals.ts'
import { useMissingParts } from './use-missing-parts.ts'
import { CreateUser, EditUser } from './user-form.tsx'
import { UserStatus } from './user-status.tsx'

const pageOf = (user: User) => `/users/${encodeSegment(user.accessKey)}`

const keysOf = (users: readonly User[]) => users.map(({ accessKey }) => accessKey)

const lastSeenColumn = ({ times, since }: LastSeenAccounts) =>
  column.text('Last Seen', ({ accessKey }: User) => times.get(accessKey), {
    look: 'date',
    narrow: 'hidden',
    cell: ({ accessKey }) => {
      const time = times.get(accessKey)
      if (time) return date(time)
      if (!since) return <Muted tone="faint">Unknown</Muted>
      const [day = ''] = date(since).split(' ')
      return (
        <Muted tone="faint" title={messages.notSeenSince(date(since))}>
          {messages.notSeenInRecords(day)}
        </Muted>
      )
    },
  })

const statusColumn = column.text('Status', (user: User) => user.status, {
  width: '104px',
  narrow: 'second',
  cell: (user) => <UserStatus of={user.status} />,
})

const roleColumn = column.text('Role', ({ role }: User) => role && aboutRole(role)?.label, { narrow: 'second' })

const groupsColumn = column.text('Groups', (user: User) => user.memberOf.join(', ') || undefined, {
  look: 'muted',
  narrow: 'second',
})

const policiesColumn = (details: DetailsOfGroups | undefined) =>
  column.text('Policies', (user: User) => effectivePolicies(user, details).names.join(', ') || undefined, {
    width: 'minmax(0, 1.3fr)',
    narrow: 'hidden',
    cell: (user) => policiesCell(user, details),
  })

const nameColumn = (account: string) =>
  column.name('Access Key', (user: User) => user.accessKey, {
    width: 'minmax(0, 1.4fr)',
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
    href: (user) => (canOpenPage('/users/:userName+') ? pageOf(user) : undefined),
  })

/** All users, with actions on several of them. */
export default function Users() {
  const { account } = useSession()
  const source = useRows(useCall(identity.users), ({ users }) => users)
  const [policy, setPolicy] = useQuery('policy')
  const refusal = useCallRefusals({ details: identity.groupDetails })
  const groups = useMemo(() => [...new Set(source.rows?.flatMap(({ memberOf }) => memberOf))], [source.rows])
  const details = useGroupDetails(groups, !refusal('details'))
  const lastSeen = useLastSeenAccounts()
  const missing = useMissingParts()
  const hasRoles = missing.roles === undefined
  const edit = useEditRefusals()
  const columns = useMemo(
    () => [
      nameColumn(account),
      ...(hasRoles ? [roleColumn] : [statusColumn, groupsColumn, policiesColumn(details)]),
      ...(lastSeen ? [lastSeenColumn(lastSeen)] : []),
    ],
    [account, details, hasRoles, lastSeen],
  )
  const refuseOwn = (verb: string) => (user: User, rows: readonly User[]) =>
    user.accessKey === account &&
    (rows.length > 1 ? messages.cannotChangeYourself(verb) : `You cannot ${verb} yourself`)
  return (
    <ListPage
      title="Users"
      help={hasRoles ? aboutUsersWithRoles : aboutUsers}
      actions={
        <Button icon={FileUp} href="/export-import" disabled={hasRoles && messages.exportNeedsPolicies}>
          Export and Import
        </Button>
      }
      list={{
        noun: { one: 'user', many: 'users' },
        source,
        rowKey: ({ accessKey }) => accessKey,
        columns,
        create: {
          label: 'Create User',
          call: identity.addUser,
          dialog: ({ onClose, onDone }) => (
            <CreateUser
              policy={policy}
              onClose={() => {
                setPolicy('')
                onClose()
              }}
              onDone={onDone}
            />
          ),
        },
        actions: [
          { label: 'View', icon: ArrowRight, call: identity.user, href: pageOf },
          {
            label: 'Edit',
            icon: Pencil,
            call: identity.updateUser,
            disabled: edit.all,
            dialog: ({ row, onClose, onDone }) => <EditUser name={row.accessKey} {...{ onClose, onDone }} />,
          },
          {
            label: 'Add to Group',
            icon: UsersIcon,
            on: 'selection',
            ...(missing.groups ? { disabled: missing.groups } : { call: identity.addToGroups }),
            dialog: ({ rows, onClose, onDone }) => (
              <AddToGroup
                users={keysOf(rows)}
                onClose={(changed) => {
                  onClose()
                  if (changed) void onDone()
                }}
              />
            ),
          },
          {
            label: 'Assign Policies',
            icon: ShieldCheck,
            on: 'selection',
            ...(missing.policies ? { disabled: missing.policies } : { call: identity.setPolicy }),
            dialog: ({ rows, onClose, onDone }) => <AssignPolicies users={keysOf(rows)} {...{ onClose, onDone }} />,
          },
          {
            label: 'Enable',
            icon: CirclePlay,
            where: 'server',
            on: 'selection',
            ...(missing.status ? { disabled: missing.status } : { call: editCalls.status }),
            run: (users, { reload }) => setUserStatuses(users, 'enabled', reload).then(reload),
          },
          {
            label: 'Disable',
            icon: Ban,
            where: 'server',
            on: 'selection',
            ...(missing.status
              ? { disabled: missing.status }
              : { call: editCalls.status, disabled: refuseOwn('disable') }),
            run: async (users, { reload }) => {
              if (await askLastAdministrator({ users: keysOf(users) }))
                await setUserStatuses(users, 'disabled', reload).then(reload)
            },
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            on: 'both',
            call: identity.removeUser,
            disabled: refuseOwn('delete'),
            run: (users) => (users.length > 1 ? deleteUsers(keysOf(users)) : deleteUser(users[0].accessKey)),
          },
        ],
        empty: { icon: UserIcon, text: messages.userHelp },
      }}
    />
  )
}
