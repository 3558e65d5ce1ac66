import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useEffect, useMemo, useState } from 'react'
import { segment, displayName } from 'stowage'
import { allows, useCall, useCallRefusals, useQuery } from 'stowage/web'
import { Badges, Button, type Column, Page, Search, Selected, Spacer, Table, Toolbar, useBulk } from 'stowage/ui'
import { hidden } from 'stowage/classes'
import { identity } from '../contract.ts'
import { deleteGroup, deleteGroups } from './deletes.tsx'
import { CreateGroup, EditGroup } from './group-form.tsx'
import { aboutGroups } from './help.ts'
import { type DetailsOfGroups, useGroupDetails } from './use-group-details.ts'
import { UserStatus } from './user-status.tsx'
import { SetGroupPolicies } from './set-policies.tsx'
import * as messages from '../messages.ts'

const noun = { one: 'group', many: 'groups' }

/** Placeholder for details that have not arrived, which are different from none. */
const Missing = ({ group, details: { state, prefer } }: { group: string; details: DetailsOfGroups }) => {
  useEffect(() => prefer(group), [prefer, group])
  return state === 'failed' ? (
    'unknown'
  ) : (
    <>
      <span aria-hidden>…</span>
      <span className={hidden}>loading</span>
    </>
  )
}

const missing = (group: string, details: DetailsOfGroups) =>
  // a group deleted in the meantime has no details
  details.get(group) || details.state === 'loaded' ? undefined : <Missing group={group} details={details} />

/** Columns after the name, loaded by a separate call. */
const columnsOf = (details: DetailsOfGroups): Column<string>[] => [
  {
    id: 'members',
    title: 'Members',
    look: 'number',
    width: '104px',
    narrow: 'hidden',
    value: (group) => details.get(group)?.members,
    cell: (group) => missing(group, details),
  },
  {
    id: 'policies',
    title: 'Policies',
    width: 'minmax(0, 1.4fr)',
    narrow: 'second',
    value: (group) => details.get(group)?.policies.join(', ') || undefined,
    cell: (group) => {
      const policies = details.get(group)?.policies
      if (!policies) return missing(group, details)
      return policies.length > 0 ? <Badges items={policies.map(displayName)} /> : undefined
    },
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(104px, 0.7fr)',
    narrow: 'second',
    value: (group) => details.get(group)?.status,
    cell: (group) => {
      const groupDetails = details.get(group)
      return groupDetails ? <UserStatus of={groupDetails.status} /> : missing(group, details)
    },
  },
]

/** All groups with number of members, policies and status. */
export default function Groups() {
  const groups = useCall(identity.groups)
  const refusal = useCallRefusals({
    create: identity.addGroup,
    view: identity.group,
    edit: identity.updateGroup,
    policies: identity.setPolicy,
    delete: identity.removeGroup,
  })
  const names = groups.data?.groups
  const details = useGroupDetails(names, !refusal('view'))
  const columns = useMemo(
    (): Column<string>[] => [
      {
        id: 'name',
        title: 'Name',
        look: 'name',
        value: (group) => group,
        href: (group) => (allows('/groups/:groupName+') ? `/groups/${segment(group)}` : undefined),
      },
      ...(details ? columnsOf(details) : []),
    ],
    [details],
  )
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'name')
  const [creating, setCreating] = useQuery('create')
  const [editing, setEditing] = useQuery('edit')
  const [assigning, setAssigning] = useState('')
  const { selection, selected } = useBulk<string>({
    rows: names,
    rowKey: (group) => group,
    noun,
    actions: [
      {
        label: 'Delete',
        icon: Trash2,
        tone: 'danger',
        disabled: refusal('delete'),
        onSelect: async (chosen) => {
          if (await deleteGroups(chosen)) await groups.reload()
        },
      },
    ],
  })
  const create = (
    <Button tone="primary" icon={Plus} disabled={refusal('create')} onPress={() => setCreating('1')}>
      Create Group
    </Button>
  )

  return (
    <Page title="Groups" help={aboutGroups}>
      <Toolbar>
        <Search label="Search Groups" value={search} onChange={setSearch} />
        <Spacer />
        <Selected {...selected} />
        {names?.length !== 0 && create}
      </Toolbar>
      <Table
        rows={names}
        columns={columns}
        rowKey={(group) => group}
        noun={noun}
        name="groups"
        selection={selection}
        refresh={groups}
        search={search}
        onClearSearch={() => setSearch('')}
        sortedBy={sort}
        onSort={setSort}
        actions={(group) => [
          {
            label: 'Edit',
            icon: Pencil,
            disabled: refusal('edit'),
            onSelect: () => setEditing(group),
          },
          {
            label: 'Set Policies',
            icon: ShieldCheck,
            disabled: refusal('view', 'policies'),
            onSelect: () => setAssigning(group),
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            disabled: refusal('delete'),
            onSelect: async () => {
              if (await deleteGroup(group)) await groups.reload()
            },
          },
        ]}
        empty={{ icon: Users, text: messages.groupGivesSamePolicies, action: create }}
        error={groups.error}
        onRetry={() => void groups.reload()}
        loading={groups.loading}
      />
      {creating && !refusal('create') && <CreateGroup onClose={() => setCreating('')} onDone={groups.reload} />}
      {editing && <EditGroup name={editing} onClose={() => setEditing('')} onDone={groups.reload} />}
      {assigning && <SetGroupPolicies name={assigning} onClose={() => setAssigning('')} onDone={groups.reload} />}
    </Page>
  )
}
