import FileSearch from 'lucide-react/icons/file-search'
import Pencil from 'lucide-react/icons/pencil'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Trash2 from 'lucide-react/icons/trash'
import { column, confirmDelete, ListTab } from 'stowage/ui'
import { call, useCall, useMissingFeature, useQuery } from 'stowage/web'
import { buckets, type LifecycleRule, noLifecycle } from '../contract.ts'
import * as messages from '../messages.ts'
import { AddRule } from './lifecycle/add.tsx'
import { describeActions, describeSizes, expires } from './lifecycle/describe-rule.ts'
import { EditRule } from './lifecycle/edit.tsx'
import { Free } from './lifecycle/free.tsx'
import { Preview } from './lifecycle/preview.tsx'
import { Scope } from './lifecycle/scope.tsx'
import { tagText } from './tag-editor.tsx'

const describeRule = (rule: LifecycleRule) => {
  const only = describeSizes(rule)
  return only ? `${describeActions(rule)} (objects ${only})` : describeActions(rule)
}

const columns = [
  column.mono('ID', ({ id }: LifecycleRule) => id, { width: '120px', narrow: 'hidden' }),
  column.text('Action', describeRule, { width: 'minmax(0, 2.4fr)', narrow: 'main' }),
  column.mono('Prefix', ({ prefix }: LifecycleRule) => prefix, { width: 'minmax(0, 1.4fr)', narrow: 'second' }),
  column.text('Tags', ({ tags }: LifecycleRule) => tags.map(tagText).join(', '), { narrow: 'second' }),
  column.status(
    'Status',
    ({ status }: LifecycleRule) => status,
    ({ status }) => (status === 'Enabled' ? 'ok' : 'unknown'),
    { width: '110px' },
  ),
]

/** Lifecycle rules of a bucket (spec/2 section 2). */
export const Lifecycle = ({ bucket, refusal }: { bucket: string; refusal: string | false }) => {
  // a link to what can be freed shows it first
  const [isRequested] = useQuery('free')
  const hasTiers = !useMissingFeature('tiers')
  const list = useCall(buckets.lifecycle, { params: { bucket } })
  // the 404 of a bucket without rules is no error here
  const isEmpty = list.error?.code === noLifecycle
  const rows = isEmpty ? [] : list.data && (list.data.lifecycle ?? [])
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
    })

  const free = <Free bucket={bucket} refusal={refusal} onDone={list.reload} />
  return (
    <>
      {isRequested && free}
      <ListTab
        noun={{ one: 'lifecycle rule', many: 'lifecycle rules' }}
        source={{ ...list, rows }}
        rowKey={({ id }) => id}
        columns={columns}
        create={{
          label: 'Add Lifecycle Rule',
          disabled: refusal,
          dialog: (dialog) => <AddRule bucket={bucket} {...dialog} />,
        }}
        actions={[
          {
            label: 'Preview',
            icon: FileSearch,
            disabled: (rule) => !expires(rule) && messages.ruleExpiresNothing,
            dialog: ({ row, onClose }) => <Preview bucket={bucket} of={{ id: row.id }} rule={row} onClose={onClose} />,
          },
          {
            label: 'Edit',
            icon: Pencil,
            disabled: refusal,
            dialog: ({ row, onClose, onDone }) => <EditRule bucket={bucket} rule={row} {...{ onClose, onDone }} />,
          },
          { label: 'Delete', icon: Trash2, tone: 'danger', disabled: refusal, run: ([rule]) => remove(rule) },
        ]}
        empty={{ icon: History, text: messages.lifecycleRuleHelp(hasTiers) }}
        table={{ initialSort: 'prefix', height: 'content' }}
      />
      {!isRequested && free}
    </>
  )
}
