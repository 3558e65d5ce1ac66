import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useMemo } from 'react'
import { ListPage, useRows } from 'stowage/ui'
import { useCall, useCallRefusals } from 'stowage/web'
import { identity } from '../contract.ts'
import * as messages from '../messages.ts'
import { deleteGroup, deleteGroups } from './deletes.tsx'
import { groupColumns } from './group-columns.tsx'
import { CreateGroup, EditGroup } from './group-form.tsx'
import { aboutGroups } from './help.ts'
import { SetGroupPolicies } from './set-policies.tsx'
import { useGroupEditRefusals } from './use-edit-refusals.ts'
import { useGroupDetails } from './use-group-details.ts'

/** All groups with number of members, policies and status. */
export default function Groups() {
  const source = useRows(useCall(identity.groups), ({ groups }) => groups)
  const refusal = useCallRefusals({ view: identity.group })
  const details = useGroupDetails(source.rows, !refusal('view'))
  const edit = useGroupEditRefusals()
  const columns = useMemo(() => groupColumns(details), [details])
  return (
    <ListPage
      title="Groups"
      help={aboutGroups}
      list={{
        noun: { one: 'group', many: 'groups' },
        source,
        rowKey: (group) => group,
        columns,
        create: { label: 'Create Group', call: identity.addGroup, dialog: CreateGroup },
        actions: [
          {
            label: 'Edit',
            icon: Pencil,
            call: identity.updateGroup,
            disabled: edit.all,
            dialog: ({ row, onClose, onDone }) => <EditGroup name={row} {...{ onClose, onDone }} />,
          },
          {
            label: 'Set Policies',
            icon: ShieldCheck,
            call: [identity.group, identity.setPolicy],
            dialog: ({ row, onClose, onDone }) => <SetGroupPolicies name={row} {...{ onClose, onDone }} />,
          },
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger',
            on: 'both',
            call: identity.removeGroup,
            run: (groups) => (groups.length > 1 ? deleteGroups(groups) : deleteGroup(groups[0])),
          },
        ],
        empty: { icon: Users, text: messages.groupHelp },
      }}
    />
  )
}
