import History from 'lucide-react/icons/history'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import Trash2 from 'lucide-react/icons/trash'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { plain, segment, displayName } from 'stowage'
import { allows, navigate, type PageProps, useCall, useCallRefusals, useLink, useQuery } from 'stowage/web'
import { Actions, Badge, LoadError, NameList, Page, Skeleton, Tabs } from 'stowage/ui'
import { policies } from '../contract.ts'
import { deletePolicy } from './delete-policy.tsx'
import { Json } from './json.tsx'
import { Summary } from './summary.tsx'
import * as messages from '../messages.ts'

const tabs = ['summary', 'users', 'groups', 'json'] as const

/** Page of one policy: summary, users and groups, and JSON. */
export default function PolicyPage({ params }: PageProps) {
  const name = plain(params['*'] ?? '')
  const policy = useCall(policies.get, { query: { name } })
  const users = useCall(policies.users, { params: { name } })
  const groups = useCall(policies.groups, { params: { name } })
  const [wanted, setTab] = useQuery('tab', 'summary')
  const [, setSearch] = useQuery('search')
  const [edited, setEdited] = useState(false)
  const refusal = useCallRefusals({ save: policies.add, delete: policies.remove })
  const tab = tabs.find((id) => id === wanted) ?? 'summary'
  const history = useLink('history')?.({ policy: name })

  const remove = async () => {
    if (await deletePolicy(name)) await navigate('/policies', { force: true })
  }
  const page = { title: displayName(name), copy: name, crumbs: [{ label: 'Policies', href: '/policies' }] }
  if (!policy.data) {
    return (
      <Page {...page}>
        {policy.error ? (
          <LoadError what="the policy" error={policy.error} onRetry={() => void policy.reload()} />
        ) : (
          <Skeleton rows={6} columns={2} />
        )}
      </Page>
    )
  }
  return (
    <Page
      {...page}
      status={edited && <Badge tone="outline">Edited</Badge>}
      actions={
        <Actions
          actions={[
            ...(allows('/check-access')
              ? [{ label: 'Check Access', icon: ShieldQuestion, href: '/check-access' }]
              : []),
            ...(history ? [{ label: 'History', icon: History, href: history }] : []),
            {
              label: 'Delete Policy',
              icon: Trash2,
              tone: 'danger',
              disabled: refusal('delete'),
              onSelect: () => void remove(),
            },
          ]}
        />
      }
      tabs={
        <Tabs
          label="Parts of the policy"
          value={tab}
          onChange={(next) => {
            setSearch('')
            setTab(next)
          }}
          items={[
            { id: 'summary', label: 'Summary' },
            { id: 'users', label: 'Users', count: users.data?.length },
            { id: 'groups', label: 'Groups', count: groups.data?.length },
            { id: 'json', label: 'JSON' },
          ]}
        />
      }
    >
      {tab === 'summary' && (
        <Summary policy={policy.data.policy} users={users.data?.length} groups={groups.data?.length} />
      )}
      {tab === 'users' && (
        <NameList
          noun={{ one: 'user', many: 'users' }}
          icon={User}
          names={users}
          empty={{ title: messages.policyIsAttachedToNoUser, text: messages.usersGetItWithSet }}
          address={allows('/users/:userName+') ? (user) => `/users/${segment(user)}` : undefined}
        />
      )}
      {tab === 'groups' && (
        <NameList
          noun={{ one: 'group', many: 'groups' }}
          icon={Users}
          names={groups}
          empty={{
            title: messages.noGroupHasPolicy,
            text: messages.toAttachItSelectSet,
          }}
          address={allows('/groups/:groupName+') ? (group) => `/groups/${segment(group)}` : undefined}
        />
      )}
      {/* hidden instead of unmounted, to keep unsaved changes */}
      <div hidden={tab !== 'json'}>
        <Json
          key={name}
          name={name}
          blocked={refusal('save')}
          policy={policy.data.policy}
          onDone={policy.reload}
          onEdited={setEdited}
        />
      </div>
    </Page>
  )
}
