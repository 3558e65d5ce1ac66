import ArrowRight from 'lucide-react/icons/arrow-right'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import Trash2 from 'lucide-react/icons/trash'
import { useMemo } from 'react'
import { counted, segment, displayName } from 'stowage'
import { allows, useCall, useCallRefusals, useQuery } from 'stowage/web'
import {
  Badges,
  Banner,
  Button,
  type Column,
  Page,
  Search,
  Selected,
  Spacer,
  Table,
  Toolbar,
  useBulk,
} from 'stowage/ui'
import { type Attachment, type Policy, policies } from '../contract.ts'
import { CreatePolicy } from './create.tsx'
import { deletePolicies, deletePolicy } from './delete-policy.tsx'
import { actionsOf, readDocument } from './document.ts'
import { aboutPolicies } from './help.ts'
import * as messages from '../messages.ts'

const noun = { one: 'policy', many: 'policies' }

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

const usedBy = (found: Attachment | undefined) => ({ users: found?.users ?? 0, groups: found?.groups.length ?? 0 })

const holders = ({ users, groups }: { users: number; groups: number }) =>
  [
    ...(users > 0 ? [counted(users, { one: 'user', many: 'users' })] : []),
    ...(groups > 0 ? [counted(groups, { one: 'group', many: 'groups' })] : []),
  ].join(', ')

const pageOf = ({ name }: Row) => `/policies/${segment(name)}`

const badges = (actions: readonly string[], max: number) =>
  actions.length > 0 ? <Badges items={actions.map(displayName)} max={max} /> : undefined

const columns: Column<Row>[] = [
  {
    id: 'name',
    title: 'Policy',
    look: 'name',
    value: (row) => row.name,
    href: (row) => (allows('/policies/*') ? pageOf(row) : undefined),
  },
  {
    id: 'allows',
    title: 'Allows',
    width: 'minmax(0, 2fr)',
    narrow: 'second',
    value: (row) => row.problem ?? (row.allows.join(', ') || undefined),
    cell: (row) => row.problem ?? badges(row.allows, 2),
  },
  {
    id: 'denies',
    title: 'Denies',
    narrow: 'hidden',
    value: (row) => row.denies.join(', ') || undefined,
    cell: (row) => badges(row.denies, 1),
  },
  {
    id: 'statements',
    title: 'Statements',
    look: 'number',
    width: '104px',
    narrow: 'hidden',
    value: (row) => row.statements,
  },
]

/** Only for callers who may see it. */
const usedByColumn: Column<Row> = {
  id: 'used-by',
  title: 'Used By',
  narrow: 'hidden',
  value: ({ usedBy: found }) => found && (holders(found) || 'Not used'),
}

/** List of all IAM policies, including built-in ones. */
export default function Policies() {
  const list = useCall(policies.list, { query: { limit: '1000' } })
  const refusal = useCallRefusals({
    create: policies.add,
    view: policies.get,
    delete: policies.remove,
    attachments: policies.attachments,
  })
  const mayKnow = refusal('attachments') === false
  const attached = useCall(policies.attachments, undefined, { when: mayKnow })
  const attachments = attached.data?.attachments
  const rows = useMemo(() => list.data?.policies.map((one) => rowOf(one, attachments)), [list.data, attachments])
  const reload = async () => {
    await Promise.all([list.reload(), mayKnow && attached.reload()])
  }
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'name')
  const [creating, setCreating] = useQuery('create')
  const [template, setTemplate] = useQuery('template')
  const [user, setUser] = useQuery('user')
  const close = () => {
    setTemplate('')
    setUser('')
    setCreating('')
  }
  const { selection, selected } = useBulk<Row>({
    rows,
    rowKey: (row) => row.name,
    noun,
    actions: [
      {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        disabled: refusal('delete'),
        onSelect: async (chosen) => {
          if (await deletePolicies(chosen.map((row) => row.name))) await reload()
        },
      },
    ],
  })
  const create = (
    <Button tone="primary" icon={Plus} disabled={refusal('create')} onPress={() => setCreating('1')}>
      Create Policy
    </Button>
  )
  return (
    <Page title="Policies" help={aboutPolicies}>
      <Toolbar>
        <Search label="Search Policies" value={search} onChange={setSearch} />
        <Spacer />
        <Selected {...selected} />
        {allows('/check-access') && (
          <Button icon={ShieldQuestion} href="/check-access">
            Check Access
          </Button>
        )}
        {rows?.length !== 0 && create}
      </Toolbar>
      {list.data?.incomplete && <Banner tone="warning">{list.data.incomplete}</Banner>}
      <Table
        rows={rows}
        columns={mayKnow && !attached.error ? [...columns, usedByColumn] : columns}
        rowKey={(row) => row.name}
        noun={noun}
        name="policies"
        selection={selection}
        refresh={list}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        actions={(row) => [
          { label: 'View', icon: ArrowRight, href: pageOf(row), disabled: row.problem ?? refusal('view') },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: refusal('delete'),
            onSelect: async () => {
              if (await deletePolicy(row.name)) await reload()
            },
          },
        ]}
        empty={{ icon: ShieldCheck, text: messages.policyDefinesWhatUsers, action: create }}
        error={list.error}
        onRetry={() => void list.reload()}
        loading={list.loading}
      />
      {creating && !refusal('create') && (
        <CreatePolicy
          taken={rows?.map((row) => row.name) ?? []}
          template={template}
          user={user}
          onClose={close}
          onDone={reload}
        />
      )}
    </Page>
  )
}
