import Ban from 'lucide-react/icons/ban'
import CirclePlay from 'lucide-react/icons/circle-play'
import History from 'lucide-react/icons/history'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import {
  call,
  navigate,
  type PageProps,
  showToast,
  showError,
  useCall,
  useCallRefusals,
  useLink,
  useQuery,
} from 'stowage/web'
import { plain, displayName } from 'stowage'
import { Actions, LoadError, Page, Skeleton, Tabs } from 'stowage/ui'
import { identity } from '../contract.ts'
import { AttachedPolicies } from './attached-policies.tsx'
import { useCheckAccess } from './check-access.ts'
import { deleteGroup } from './deletes.tsx'
import { askLastAdministrator } from './last-administrator.tsx'
import { GroupMembers } from './group-members.tsx'
import { listOf } from './set-policies.tsx'
import { UserStatus } from './user-status.tsx'
import * as messages from '../messages.ts'

/** Enables or disables a group. The call replaces the members too, so the current ones are loaded first. */
const flip = async (name: string) => {
  const query = { name }
  const { members, status } = await call(identity.group, { query })
  const next = status === 'enabled' ? 'disabled' : 'enabled'
  if (next === 'disabled' && !(await askLastAdministrator({ groups: [name] }))) return
  await call(identity.updateGroup, { query, body: { members, status: next } })
  showToast(messages.groupUpdated(displayName(name), next))
}

/** A group: its status, and tabs with members and policies. */
export default function GroupPage({ params }: PageProps) {
  const name = plain(params['*'] ?? '')
  const group = useCall(identity.group, { query: { name } })
  const refusal = useCallRefusals({
    members: ['admin:GetGroup', 'admin:AddUserToGroup'],
    policies: identity.setPolicy,
    status: ['admin:GetGroup', 'admin:EnableGroup'],
    delete: identity.removeGroup,
  })
  const checkAccess = useCheckAccess()
  const history = useLink('history')?.({ group: name })
  const [wanted, setTab] = useQuery('tab', 'members')
  const [, setSearch] = useQuery('search')
  const tab = wanted === 'policies' ? 'policies' : 'members'
  const crumbs = [{ label: 'Groups', href: '/groups' }]
  if (!group.data) {
    return (
      <Page title={displayName(name)} crumbs={crumbs}>
        {group.error ? (
          <LoadError what="the group" error={group.error} onRetry={() => void group.reload()} />
        ) : (
          <Skeleton rows={5} columns={1} />
        )}
      </Page>
    )
  }
  const { status, members, policy } = group.data
  const policies = listOf(policy)
  return (
    <Page
      title={displayName(name)}
      copy={name}
      crumbs={crumbs}
      status={<UserStatus of={status} prefix="Status: " />}
      actions={
        <Actions
          actions={[
            {
              label: status === 'enabled' ? 'Disable' : 'Enable',
              icon: status === 'enabled' ? Ban : CirclePlay,
              where: 'server',
              disabled: refusal('status'),
              onSelect: () =>
                void flip(name)
                  .catch(showError)
                  .finally(() => void group.reload()),
            },
            ...checkAccess({ kind: 'group', name }),
            ...(history ? [{ label: 'History', icon: History, href: history }] : []),
            {
              label: 'Delete Group',
              icon: Trash2,
              tone: 'danger',
              disabled: refusal('delete') || (members.length > 0 && messages.removeMembersFirstOnlyEmpty),
              onSelect: () => void deleteGroup(name).then((gone) => gone && navigate('/groups')),
            },
          ]}
        />
      }
    >
      <Tabs
        look="side"
        label={`What belongs to ${displayName(name)}`}
        value={tab}
        onChange={(next) => {
          setSearch('')
          setTab(next)
        }}
        items={[
          { id: 'members', label: 'Members', icon: Users, count: members.length },
          { id: 'policies', label: 'Policies', icon: ShieldCheck, count: policies.length },
        ]}
      >
        {tab === 'members' && <GroupMembers group={group.data} blocked={refusal('members')} onDone={group.reload} />}
        {tab === 'policies' && (
          <AttachedPolicies
            entity="group"
            name={name}
            policies={policies}
            none={messages.withoutPolicyGroupGrantsMembers}
            blocked={refusal('policies')}
            onDone={group.reload}
          />
        )}
      </Tabs>
    </Page>
  )
}
