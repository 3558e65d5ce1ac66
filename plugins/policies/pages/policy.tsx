import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import Trash2 from 'lucide-react/icons/trash'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { type ComponentProps, useState } from 'react'
import { capitalize, decodeSegment, displayName, encodeSegment } from 'stowage'
import { canOpenPage, navigate, type PageProps, setQuery, useCall, useCallRefusals, useLink } from 'stowage/web'
import { Badge, DetailPage, NameList } from 'stowage/ui'
import { policies } from '../contract.ts'
import { deletePolicy } from './delete-policy.tsx'
import { Json } from './json.tsx'
import { Summary } from './summary.tsx'
import * as messages from '../messages.ts'

const holderPages = { user: '/users/:userName+', group: '/groups/:groupName+' } as const

type HoldersTab = Pick<ComponentProps<typeof NameList>, 'icon' | 'names' | 'empty'> & { kind: keyof typeof holderPages }

/** Tab with the users or groups that have the policy. Their names are links if their page can be opened. */
const holdersTab = ({ kind, ...list }: HoldersTab) => {
  const noun = { one: kind, many: `${kind}s` }
  const addressOf = (name: string) => `/${noun.many}/${encodeSegment(name)}`
  return {
    id: noun.many,
    label: capitalize(noun.many),
    count: list.names.data?.length,
    content: <NameList {...list} noun={noun} address={canOpenPage(holderPages[kind]) ? addressOf : undefined} />,
  }
}

const PolicyDetails = ({ name }: { name: string }) => {
  const policy = useCall(policies.get, { query: { name } })
  const users = useCall(policies.users, { params: { name } })
  const groups = useCall(policies.groups, { params: { name } })
  const [edited, setEdited] = useState(false)
  const [undone, setUndone] = useState(0)
  const refusal = useCallRefusals({ save: policies.add, delete: policies.remove })
  const history = useLink('history')?.({ policy: name })

  const remove = async () => {
    if (await deletePolicy(name)) await navigate('/policies', { force: true })
  }
  return (
    <DetailPage
      name={name}
      kind="policy"
      crumbs={[{ label: 'Policies', href: '/policies' }]}
      source={policy}
      missing={{
        icon: ShieldCheck,
        title: messages.noSuchPolicy(displayName(name)),
        text: messages.mayBeDeleted,
      }}
      status={() => edited && <Badge tone="outline">Edited</Badge>}
      actions={() => [
        { label: 'Edit', icon: Pencil, disabled: refusal('save'), onSelect: () => setQuery({ tab: 'json' }) },
        ...(canOpenPage('/check-access')
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
      tabs={({ policy: document }) => [
        {
          id: 'summary',
          label: 'Summary',
          content: <Summary policy={document} users={users.data?.length} groups={groups.data?.length} />,
        },
        holdersTab({
          kind: 'user',
          icon: User,
          names: users,
          empty: { title: messages.policyWithoutUsers, text: messages.attachWithSetPolicies },
        }),
        holdersTab({
          kind: 'group',
          icon: Users,
          names: groups,
          empty: { title: messages.noGroupHasPolicy, text: messages.attachOnGroupPage },
        }),
        {
          id: 'json',
          label: 'JSON',
          keepMounted: true,
          content: (
            <Json
              key={undone}
              name={name}
              blocked={refusal('save')}
              policy={document}
              onDone={policy.reload}
              onEdited={setEdited}
              onUndone={() => setUndone((times) => times + 1)}
            />
          ),
        },
      ]}
    />
  )
}

/** Page of one policy: summary, users and groups, and JSON. */
export default function PolicyPage({ params }: PageProps) {
  const name = decodeSegment(params['*'] ?? '')
  return <PolicyDetails key={name} name={name} />
}
