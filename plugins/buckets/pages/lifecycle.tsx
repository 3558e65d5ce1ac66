import { History, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { say } from '../../../core/banners.ts'
import { call } from '../../../core/client.ts'
import { useQuery } from '../../../core/location.ts'
import { Button } from '../../../core/ui/button.tsx'
import { confirm } from '../../../core/ui/confirm.tsx'
import { Spacer, Toolbar } from '../../../core/ui/page.tsx'
import { Search } from '../../../core/ui/search.tsx'
import { Status } from '../../../core/ui/status.tsx'
import { Table } from '../../../core/ui/table.tsx'
import type { Column } from '../../../core/ui/table-row.tsx'
import { useCall } from '../../../core/use-call.ts'
import { buckets, type LifecycleRule, noLifecycle } from '../contract.ts'
import { AddRule } from './lifecycle/add.tsx'
import { EditRule } from './lifecycle/edit.tsx'
import { Scope } from './lifecycle/scope.tsx'
import { deeds, tagText } from './lifecycle/words.ts'

const columns: Column<LifecycleRule>[] = [
  { id: 'id', title: 'ID', look: 'mono', value: ({ id }) => id, width: '120px', narrow: 'hidden' },
  { id: 'action', title: 'Action', value: deeds, width: 'minmax(0, 2fr)', narrow: 'main' },
  { id: 'prefix', title: 'Prefix', look: 'mono', value: ({ prefix }) => prefix, narrow: 'second' },
  { id: 'tags', title: 'Tags', value: ({ tags }) => tags.map(tagText).join(', '), narrow: 'second' },
  {
    id: 'status',
    title: 'Status',
    value: ({ status }) => status,
    cell: ({ status }) => <Status tone={status === 'Enabled' ? 'ok' : 'unknown'}>{status}</Status>,
    width: '110px',
    narrow: 'second',
  },
]

/** The rules by which objects of a bucket expire or move to a tier (spec/2 section 2). */
export const Lifecycle = ({ bucket, refusal }: { bucket: string; refusal: string | false }) => {
  const list = useCall(buckets.lifecycle, { params: { bucket } })
  const [search, setSearch] = useQuery('search')
  const [open, setOpen] = useState<LifecycleRule | 'new'>()
  // a bucket without rules has none to find
  const isEmpty = list.error?.message === noLifecycle
  const rules = isEmpty ? [] : (list.data && (list.data.lifecycle ?? []))

  const remove = async (rule: LifecycleRule) => {
    const gone = await confirm({
      title: 'Delete Lifecycle Rule',
      body: (
        <>
          The rule for <Scope of={rule} /> ends. What it has removed does not come back.
        </>
      ),
      verb: 'Delete',
      busyVerb: 'Deleting',
      run: async () => void (await call(buckets.removeLifecycleRule, { params: { bucket, id: rule.id } })),
    })
    if (!gone) return
    say('Lifecycle rule successfully deleted')
    await list.reload()
  }

  const add = (
    <Button tone="primary" icon={Plus} disabled={refusal} onPress={() => setOpen('new')}>
      Add Lifecycle Rule
    </Button>
  )
  const dialog = { bucket, onClose: () => setOpen(undefined), onDone: list.reload }
  return (
    <>
      <Toolbar>
        <Search label="Search Lifecycle Rules" value={search} onChange={setSearch} />
        <Spacer />
        {rules?.length !== 0 && add}
      </Toolbar>
      <Table
        rows={rules}
        columns={columns}
        rowKey={({ id }) => id}
        noun={{ one: 'lifecycle rule', many: 'lifecycle rules' }}
        initialSort="prefix"
        search={search}
        onClearSearch={() => setSearch('')}
        actions={(rule) => [
          { label: 'Edit', icon: Pencil, disabled: refusal, onSelect: () => setOpen(rule) },
          { label: 'Delete', icon: Trash2, tone: 'danger', disabled: refusal, onSelect: () => void remove(rule) },
        ]}
        empty={{
          icon: History,
          text: 'A rule removes objects when they have reached an age, or moves them to a remote tier.',
          action: add,
        }}
        error={isEmpty ? undefined : list.error}
        onRetry={() => void list.reload()}
        loading={list.loading}
      />
      {open === 'new' && <AddRule {...dialog} />}
      {open && open !== 'new' && <EditRule {...dialog} rule={open} />}
    </>
  )
}
