import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useQuery } from '../../../core/location.ts'
import { Button } from '../../../core/ui/button.tsx'
import { Page, Spacer, Toolbar } from '../../../core/ui/page.tsx'
import { Search } from '../../../core/ui/search.tsx'
import { Selected } from '../../../core/ui/selected.tsx'
import { Table } from '../../../core/ui/table.tsx'
import { useBulk } from '../../../core/ui/use-bulk.ts'
import { useCall } from '../../../core/use-call.ts'
import { useRefusals } from '../../../core/use-may.ts'
import { identity } from '../contract.ts'
import { deleteGroup, deleteGroups } from './deletes.tsx'
import { CreateGroup, EditGroup } from './group-form.tsx'
import { aboutGroups } from './help.ts'
import { SetGroupPolicies } from './set-policies.tsx'

const noun = { one: 'group', many: 'groups' }

/** All groups: their members, policies and status, each in a dialog. */
export default function Groups() {
  const groups = useCall(identity.groups)
  const refusal = useRefusals({
    edit: { action: 'admin:GetGroup' },
    policies: { action: 'admin:AttachUserOrGroupPolicy' },
    delete: { action: 'admin:RemoveUserFromGroup' },
  })
  const [search, setSearch] = useQuery('search')
  const [sort, setSort] = useQuery('sort', 'name')
  const [creating, setCreating] = useQuery('create')
  const [editing, setEditing] = useQuery('edit')
  const [assigning, setAssigning] = useState('')
  const { selection, selected } = useBulk<string>({
    rows: groups.data?.groups,
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
    <Button tone="primary" icon={Plus} onPress={() => setCreating('1')}>
      Create Group
    </Button>
  )

  return (
    <Page title="Groups" help={aboutGroups}>
      <Toolbar>
        <Search label="Search Groups" value={search} onChange={setSearch} />
        <Spacer />
        <Selected {...selected} />
        {groups.data?.groups.length !== 0 && create}
      </Toolbar>
      <Table
        rows={groups.data?.groups}
        columns={[
          {
            id: 'name',
            title: 'Name',
            look: 'name',
            value: (group) => group,
            href: (group) => `/groups?edit=${encodeURIComponent(group)}`,
          },
        ]}
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
            disabled: refusal('edit', 'policies'),
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
        empty={{ icon: Users, text: 'A group gives the same policies to several users.', action: create }}
        error={groups.error}
        onRetry={() => void groups.reload()}
        loading={groups.loading}
      />
      {creating && <CreateGroup onClose={() => setCreating('')} onDone={groups.reload} />}
      {editing && <EditGroup name={editing} onClose={() => setEditing('')} />}
      {assigning && <SetGroupPolicies name={assigning} onClose={() => setAssigning('')} />}
    </Page>
  )
}
