import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash'
import Users from 'lucide-react/icons/users'
import { useEffect, useMemo } from 'react'
import { encodeSegment } from 'stowage'
import { hidden } from 'stowage/classes'
import { type Column, column, ListPage, useRows } from 'stowage/ui'
import { canOpenPage, useCall, useCallRefusals } from 'stowage/web'
import { identity } from '../contract.ts'
import * as messages from '../messages.ts'
import { deleteGroup, deleteGroups } from './deletes.tsx'
import { CreateGroup, EditGroup } from './group-form.tsx'
import { aboutGroups } from './help.ts'
import { SetGroupPolicies } from './set-policies.tsx'
import { type DetailsOfGroups, useGroupDetails } from './use-group-details.ts'
import { UserStatus } from './user-status.tsx'

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

const nameColumn = column.name('Name', (group: string) => group, {
  href: (group) => (canOpenPage('/groups/:groupName+') ? `/groups/${encodeSegment(group)}` : undefined),
})

/** Columns after the name, loaded by a separate call. */
const columnsOf = (details: DetailsOfGroups): Column<string>[] => {
  const policies = column.names('Policies', (group: string) => details.get(group)?.policies)
  return [
    column.count('Members', (group: string) => details.get(group)?.members, {
      width: '104px',
      cell: (group) => missing(group, details),
    }),
    {
      ...policies,
      width: 'minmax(0, 1.4fr)',
      narrow: 'second',
      cell: (group) => (details.get(group) ? policies.cell?.(group) : missing(group, details)),
    },
    column.text('Status', (group: string) => details.get(group)?.status, {
      width: 'minmax(104px, 0.7fr)',
      narrow: 'second',
      cell: (group) => {
        const groupDetails = details.get(group)
        return groupDetails ? <UserStatus of={groupDetails.status} /> : missing(group, details)
      },
    }),
  ]
}

/** All groups with number of members, policies and status. */
export default function Groups() {
  const source = useRows(useCall(identity.groups), ({ groups }) => groups)
  const refusal = useCallRefusals({ view: identity.group })
  const details = useGroupDetails(source.rows, !refusal('view'))
  const columns = useMemo(() => [nameColumn, ...(details ? columnsOf(details) : [])], [details])
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
