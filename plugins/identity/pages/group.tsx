import Ban from 'lucide-react/icons/ban'
import CirclePlay from 'lucide-react/icons/circle-play'
import History from 'lucide-react/icons/history'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { displayName, decodeSegment } from 'stowage'
import { DetailPage } from 'stowage/ui'
import { call, navigate, type PageProps, showError, showToast, useCall, useCallRefusals, useLink } from 'stowage/web'
import { identity, type Status } from '../contract.ts'
import * as messages from '../messages.ts'
import { AttachedPolicies } from './attached-policies.tsx'
import { useCheckAccess } from './check-access.ts'
import { deleteGroup } from './deletes.tsx'
import { GroupMembers } from './group-members.tsx'
import { oppositeStatus } from './set-status.ts'
import { askLastAdministrator } from './last-administrator.tsx'
import { listOf } from './set-policies.tsx'
import { groupEditCalls } from './use-edit-refusals.ts'
import { UserStatus } from './user-status.tsx'

/** Enables or disables a group. The call replaces the members too, so the current ones are loaded first. */
const setGroupStatus = async (name: string, next: Status, onDone: () => Promise<unknown>) => {
  const query = { name }
  if (next === 'disabled' && !(await askLastAdministrator({ groups: [name] }))) return
  const { members } = await call(identity.group, { query })
  await call(identity.updateGroup, { query, body: { members, status: next } })
  const undo = () => void setGroupStatus(name, oppositeStatus[next], onDone).catch(showError)
  showToast(messages.groupUpdated(displayName(name), next), { label: 'Undo', run: undo })
  await onDone()
}

/** A group: its status, and tabs with members and policies. */
export default function GroupPage({ params }: PageProps) {
  const name = decodeSegment(params['*'] ?? '')
  const group = useCall(identity.group, { query: { name } })
  const refusal = useCallRefusals({
    ...groupEditCalls,
    policies: identity.setPolicy,
    delete: identity.removeGroup,
  })
  const checkAccess = useCheckAccess()
  const history = useLink('history')?.({ group: name })
  return (
    <DetailPage
      name={name}
      kind="group"
      crumbs={[{ label: 'Groups', href: '/groups' }]}
      source={group}
      missing={{
        icon: Users,
        title: messages.noSuchGroup(displayName(name)),
        text: messages.mayBeDeleted,
      }}
      status={({ status }) => <UserStatus of={status} prefix="Status: " />}
      actions={({ status, members }) => [
        {
          label: status === 'enabled' ? 'Disable' : 'Enable',
          icon: status === 'enabled' ? Ban : CirclePlay,
          where: 'server',
          disabled: refusal('status'),
          onSelect: () => void setGroupStatus(name, oppositeStatus[status], group.reload).catch(showError),
        },
        ...checkAccess({ kind: 'group', name }),
        ...(history ? [{ label: 'History', icon: History, href: history }] : []),
        {
          label: 'Delete Group',
          icon: Trash2,
          tone: 'danger',
          disabled: refusal('delete') || (members.length > 0 && messages.removeMembersBeforeDelete),
          onSelect: () => void deleteGroup(name).then((isDeleted) => isDeleted && navigate('/groups')),
        },
      ]}
      look="side"
      tabs={(data) => [
        {
          id: 'members',
          label: 'Members',
          icon: Users,
          count: data.members.length,
          content: <GroupMembers group={data} blocked={refusal('members')} onDone={group.reload} />,
        },
        {
          id: 'policies',
          label: 'Policies',
          icon: ShieldCheck,
          count: listOf(data.policy).length,
          content: (
            <AttachedPolicies
              entity="group"
              name={name}
              policies={listOf(data.policy)}
              none={messages.groupWithoutPolicy}
              blocked={refusal('policies')}
              onDone={group.reload}
            />
          ),
        },
      ]}
    />
  )
}
