import Ban from 'lucide-react/icons/ban'
import CirclePlay from 'lucide-react/icons/circle-play'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import LayoutList from 'lucide-react/icons/layout-list'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import UserIcon from 'lucide-react/icons/user'
import UserSearch from 'lucide-react/icons/user-search'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import {
  navigate,
  type PageProps,
  showToast,
  showError,
  useCall,
  useCallRefusals,
  useLink,
  useMissingFeature,
  useSession,
} from 'stowage/web'
import { decodeSegment, displayName } from 'stowage'
import { DetailPage } from 'stowage/ui'
import { identity, type Status } from '../contract.ts'
import { ServiceAccounts } from './accounts.tsx'
import { useCheckAccess } from './check-access.ts'
import { deleteUser } from './deletes.tsx'
import { askLastAdministrator } from './last-administrator.tsx'
import { ChangePassword, ChangeUserPassword } from './passwords.tsx'
import { oppositeStatus, setUserStatus } from './set-status.ts'
import { EditUser } from './user-form.tsx'
import { UserOverview } from './user-overview.tsx'
import { UserGroups } from './user-groups.tsx'
import { AttachedPolicies } from './attached-policies.tsx'
import { UserStatus } from './user-status.tsx'
import { editCalls, useEditRefusals } from './use-edit-refusals.ts'
import { useMissingParts } from './use-missing-parts.ts'
import * as messages from '../messages.ts'

/** Leads to the changes of a user, and to all changes by that user. */
const historyActions = (history: ReturnType<typeof useLink>, name: string) =>
  [
    { label: 'History', icon: History, href: history?.({ user: name }) },
    { label: 'Activity', icon: UserSearch, href: history?.({ account: name }) },
  ].flatMap(({ href, ...action }) => (href ? [{ ...action, look: 'menu' as const, href }] : []))

const UserDetails = ({ name }: { name: string }) => {
  const { account } = useSession()
  const user = useCall(identity.user, { query: { name } })
  const missing = useMissingParts()
  const accounts = useCall(identity.userAccountDetails, { params: { name } }, { when: !missing.accessKeys })
  const refusal = useCallRefusals({
    ...editCalls,
    policies: identity.setPolicy,
    password: identity.changeUserPassword,
    delete: identity.removeUser,
    addAccount: identity.addUserAccount,
    removeAccount: [identity.removeAccount, 'admin:RemoveServiceAccount'],
  })
  const isPartlyKnown = useMissingFeature('access-check') !== undefined
  const checkAccess = useCheckAccess()
  const history = useLink('history')
  const [pendingStatus, setFlipped] = useState<Status>()
  const [changing, setChanging] = useState(false)
  const [editing, setEditing] = useState(false)
  const isOwn = name === account
  const editRefusal = useEditRefusals().all
  const status = pendingStatus ?? user.data?.status

  const changeStatus = async (to: Status) => {
    if (to === 'disabled' && !(await askLastAdministrator({ users: [name] }))) return
    setFlipped(to)
    try {
      await setUserStatus(name, to)
      showToast(messages.userUpdated(displayName(name), to), {
        label: 'Undo',
        run: () => void changeStatus(oppositeStatus[to]),
      })
      await user.reload()
    } catch (failure) {
      showError(failure)
    } finally {
      setFlipped(undefined)
    }
  }
  const policiesBlocked = (now: Status) =>
    refusal('policies') || (now === 'disabled' && messages.enableUserBeforePolicyChange)
  const remove = async () => {
    if (await deleteUser(name)) await navigate('/users')
  }
  return (
    <>
      <DetailPage
        name={name}
        kind="user"
        crumbs={[{ label: 'Users', href: '/users' }]}
        source={user}
        missing={{
          icon: UserIcon,
          title: messages.noSuchUser(displayName(name)),
          text: messages.mayBeDeleted,
        }}
        status={() => !missing.status && status && <UserStatus of={status} prefix="Status: " />}
        actions={() => [
          {
            label: 'Edit',
            icon: Pencil,
            disabled: editRefusal,
            onSelect: () => setEditing(true),
          },
          {
            label: status === 'enabled' ? 'Disable' : 'Enable',
            icon: status === 'enabled' ? Ban : CirclePlay,
            where: 'server',
            disabled: missing.status ?? (refusal('status') || (isOwn && 'You cannot disable yourself')),
            onSelect: () => status && !pendingStatus && void changeStatus(oppositeStatus[status]),
          },
          ...checkAccess({ kind: 'user', name }),
          ...historyActions(history, name),
          {
            label: 'Change Password',
            icon: LockKeyhole,
            ...(isOwn && !missing.accessKeys
              ? { href: '/account?password=1' }
              : { disabled: missing.passwords ?? refusal('password'), onSelect: () => setChanging(true) }),
          },
          {
            label: 'Delete User',
            icon: Trash2,
            tone: 'danger',
            disabled: refusal('delete') || (isOwn && 'You cannot delete yourself'),
            onSelect: () => void remove(),
          },
        ]}
        look="side"
        tabs={(data) =>
          [
            {
              id: 'overview',
              label: 'Overview',
              icon: LayoutList,
              content: (
                <UserOverview
                  user={data}
                  accounts={accounts.data?.length}
                  blocked={policiesBlocked(data.status)}
                  onDone={user.reload}
                />
              ),
            },
            !missing.groups && {
              id: 'groups',
              label: 'Groups',
              icon: Users,
              count: data.memberOf.length,
              content: <UserGroups user={data} blocked={refusal('groups')} onDone={user.reload} />,
            },
            !missing.accessKeys && {
              id: 'service-accounts',
              label: 'Service Accounts',
              icon: KeyRound,
              count: accounts.data?.length,
              content: (
                <ServiceAccounts
                  user={name}
                  accounts={accounts}
                  blocked={
                    (!data.hasPolicy && messages.policyRequiredForServiceAccount) || (!isOwn && refusal('addAccount'))
                  }
                  deleteRefusal={!isOwn && refusal('removeAccount')}
                />
              ),
            },
            !missing.policies && {
              id: 'policies',
              label: 'Policies',
              icon: ShieldCheck,
              count: data.policy.length,
              content: (
                <AttachedPolicies
                  entity="user"
                  name={name}
                  policies={data.policy}
                  groups={data.memberOf}
                  none={
                    isPartlyKnown
                      ? messages.permissionsFromElsewhere
                      : data.hasPolicy
                        ? messages.permissionsComeFromGroups
                        : messages.userWithoutPolicyHasNoAccess
                  }
                  blocked={policiesBlocked(data.status)}
                  onDone={user.reload}
                />
              ),
            },
          ].filter((tab) => tab !== false)
        }
      />
      {editing && <EditUser name={name} onClose={() => setEditing(false)} onDone={user.reload} />}
      {changing && !isOwn && <ChangeUserPassword user={name} onClose={() => setChanging(false)} />}
      {changing && isOwn && <ChangePassword onClose={() => setChanging(false)} />}
    </>
  )
}

/** A user: status and password, an overview, and tabs with groups, service accounts and policies. */
export default function UserPage({ params }: PageProps) {
  const name = decodeSegment(params['*'] ?? '')
  // dialogs of one user do not stay open for the next one
  return <UserDetails key={name} name={name} />
}
