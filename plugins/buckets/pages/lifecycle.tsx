import FileSearch from 'lucide-react/icons/file-search'
import History from 'lucide-react/icons/rotate-ccw-clock'
import { useState } from 'react'
import { call, useCall } from 'stowage/web'
import { type Column, confirmDelete, Status } from 'stowage/ui'
import { buckets, type LifecycleRule, noLifecycle } from '../contract.ts'
import { AddRule } from './lifecycle/add.tsx'
import { EditRule } from './lifecycle/edit.tsx'
import { Preview } from './lifecycle/preview.tsx'
import { Scope } from './lifecycle/scope.tsx'
import { describeActions, expires, describeSizes } from './lifecycle/describe-rule.ts'
import { RuleTable } from './rule-table.tsx'
import { tagText } from './tag-editor.tsx'
import * as messages from '../messages.ts'

const describeRule = (rule: LifecycleRule) => {
  const only = describeSizes(rule)
  return only ? `${describeActions(rule)} (objects ${only})` : describeActions(rule)
}

const columns: Column<LifecycleRule>[] = [
  { id: 'id', title: 'ID', look: 'mono', value: ({ id }) => id, width: '120px', narrow: 'hidden' },
  { id: 'action', title: 'Action', value: describeRule, width: 'minmax(0, 2.4fr)', narrow: 'main' },
  {
    id: 'prefix',
    title: 'Prefix',
    look: 'mono',
    value: ({ prefix }) => prefix,
    width: 'minmax(0, 1.4fr)',
    narrow: 'second',
  },
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

/** Lifecycle rules of a bucket (spec/2 section 2). */
export const Lifecycle = ({ bucket, refusal }: { bucket: string; refusal: string | false }) => {
  const list = useCall(buckets.lifecycle, { params: { bucket } })
  const [open, setOpen] = useState<LifecycleRule | 'new'>()
  const [previewed, setPreviewed] = useState<LifecycleRule>()
  // the 404 of a bucket without rules is no error here
  const isEmpty = list.error?.code === noLifecycle
  const rules = isEmpty ? [] : list.data && (list.data.lifecycle ?? [])

  const remove = (rule: LifecycleRule) =>
    confirmDelete({
      noun: 'Lifecycle Rule',
      name: rule.id,
      body: (
        <>
          Deletes the rule for <Scope of={rule} />. Objects that it has already deleted are not restored.
        </>
      ),
      run: () => call(buckets.removeLifecycleRule, { params: { bucket, id: rule.id } }),
      onDone: list.reload,
    })

  const dialog = { bucket, onClose: () => setOpen(undefined), onDone: list.reload }
  return (
    <>
      <RuleTable
        rows={rules}
        columns={columns}
        rowKey={({ id }) => id}
        noun={{ one: 'lifecycle rule', many: 'lifecycle rules' }}
        icon={History}
        about={messages.ruleRemovesObjectsWhenThey}
        list={{ ...list, error: isEmpty ? undefined : list.error }}
        refusal={refusal}
        onAdd={() => setOpen('new')}
        onEdit={setOpen}
        onRemove={(rule) => void remove(rule)}
        more={(rule) => [
          {
            label: 'Preview',
            icon: FileSearch,
            disabled: !expires(rule) && messages.ruleMovesObjectsAndExpires,
            onSelect: () => setPreviewed(rule),
          },
        ]}
      />
      {previewed && (
        <Preview bucket={bucket} of={{ id: previewed.id }} rule={previewed} onClose={() => setPreviewed(undefined)} />
      )}
      {open === 'new' && <AddRule {...dialog} />}
      {open && open !== 'new' && <EditRule {...dialog} rule={open} />}
    </>
  )
}
