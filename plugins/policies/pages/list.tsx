import ArrowRight from 'lucide-react/icons/arrow-right'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import Trash2 from 'lucide-react/icons/trash'
import { useMemo } from 'react'
import { counted, encodeSegment } from 'stowage'
import { Banner, Button, type Column, column, ListPage } from 'stowage/ui'
import { canOpenPage, useCall, useCallRefusals, useQuery } from 'stowage/web'
import { type Attachment, type Policy, policies } from '../contract.ts'
import * as messages from '../messages.ts'
import { CreatePolicy } from './create.tsx'
import { deletePolicies, deletePolicy } from './delete-policy.tsx'
import { actionsOf, readDocument } from './document.ts'
import { aboutPolicies } from './help.ts'

type Row = {
  name: string
  allows: string[]
  denies: string[]
  statements: number | undefined
  problem: string | undefined
  /** Number of users and groups; undefined if unknown. */
  usedBy: { users: number; groups: number } | undefined
}

const rowOf = ({ name, policy, problem }: Policy, attachments: readonly Attachment[] | undefined): Row => {
  const document = readDocument(policy)
  return {
    name,
    allows: actionsOf(document, 'Allow'),
    denies: actionsOf(document, 'Deny'),
    statements: document?.Statement.length,
    problem,
    usedBy: attachments && usedBy(attachments.find((one) => one.policy === name)),
  }
}

const usedBy = (attachment: Attachment | undefined) => ({
  users: attachment?.users ?? 0,
  groups: attachment?.groups.length ?? 0,
})

const holders = ({ users, groups }: { users: number; groups: number }) =>
  [
    ...(users > 0 ? [counted(users, { one: 'user', many: 'users' })] : []),
    ...(groups > 0 ? [counted(groups, { one: 'group', many: 'groups' })] : []),
  ].join(', ')

const pageOf = ({ name }: Row) => `/policies/${encodeSegment(name)}`

const allowed = column.names('Allows', ({ allows }: Row) => allows, { max: 2 })

const columns: Column<Row>[] = [
  column.name('Policy', ({ name }: Row) => name, {
    id: 'name',
    width: 'minmax(0, 1.4fr)',
    href: (row) => (canOpenPage('/policies/*') ? pageOf(row) : undefined),
  }),
  {
    ...allowed,
    width: 'minmax(0, 2.4fr)',
    narrow: 'second',
    value: (row) => row.problem ?? allowed.value(row),
    cell: (row) => row.problem ?? allowed.cell?.(row),
  },
  column.names('Denies', ({ denies }: Row) => denies, { width: 'minmax(0, 0.8fr)', narrow: 'hidden' }),
  column.count('Statements', ({ statements }: Row) => statements, { width: '104px' }),
]

/** Only for callers who may see it. */
const usedByColumn = column.text('Used By', ({ usedBy }: Row) => usedBy && (holders(usedBy) || 'Not used'), {
  id: 'used-by',
  narrow: 'hidden',
})

/** List of all IAM policies, including built-in ones. */
export default function Policies() {
  const list = useCall(policies.list, { query: { limit: '1000' } })
  const refusal = useCallRefusals({ attachments: policies.attachments })
  const mayKnow = refusal('attachments') === false
  const attached = useCall(policies.attachments, undefined, { when: mayKnow })
  const attachments = attached.data?.attachments
  const rows = useMemo(() => list.data?.policies.map((one) => rowOf(one, attachments)), [list.data, attachments])
  const [template, setTemplate] = useQuery('template')
  const [user, setUser] = useQuery('user')
  return (
    <ListPage
      title="Policies"
      help={aboutPolicies}
      list={{
        noun: { one: 'policy', many: 'policies' },
        source: { ...list, rows, reload: () => Promise.all([list.reload(), mayKnow && attached.reload()]) },
        rowKey: ({ name }) => name,
        columns: mayKnow && !attached.error ? [...columns, usedByColumn] : columns,
        tools: canOpenPage('/check-access') && (
          <Button icon={ShieldQuestion} href="/check-access">
            Check Access
          </Button>
        ),
        create: {
          label: 'Create Policy',
          call: policies.add,
          dialog: ({ onClose, onDone }) => (
            <CreatePolicy
              template={template}
              user={user}
              onClose={() => {
                setTemplate('')
                setUser('')
                onClose()
              }}
              onDone={onDone}
            />
          ),
        },
        actions: [
          {
            label: 'View',
            icon: ArrowRight,
            call: policies.get,
            disabled: ({ problem }) => problem,
            href: pageOf,
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            on: 'both',
            call: policies.remove,
            run: (all) => (all.length > 1 ? deletePolicies(all.map(({ name }) => name)) : deletePolicy(all[0].name)),
          },
        ],
        empty: { icon: ShieldCheck, text: messages.policyListHelp },
        children: list.data?.incomplete && <Banner tone="warning">{list.data.incomplete}</Banner>,
      }}
    />
  )
}
