import * as v from 'valibot'
import { call, useCall, useMissingFeature } from 'stowage/web'
import { displayName } from 'stowage'
import { FormDialog, LoadingDialog } from 'stowage/ui'
import { type Group, identity } from '../contract.ts'
import { mergeEdit } from './merge-edit.ts'
import { Locked, StatusSwitch } from './controls.tsx'
import { askLastAdministrator } from './last-administrator.tsx'
import { PickUsers } from './pick.tsx'
import { useGroupEditRefusals } from './use-edit-refusals.ts'
import * as messages from '../messages.ts'

type GroupDialogProps = { onClose: () => void; onDone: () => Promise<void> }

/** Creates a group with its first members. */
export const CreateGroup = ({ ...dialog }: GroupDialogProps) => (
  <FormDialog
    title="Create Group"
    schema={identity.addGroup.body}
    fields={{
      group: { label: 'Group Name' },
      members: { render: (control) => <PickUsers {...control} /> },
    }}
    verb="Save"
    blocked={({ group }) => !group?.trim() && messages.groupNameRequiredFirst}
    {...dialog}
    done={({ group }) => messages.groupUpdated(displayName(group), 'created')}
    onSubmit={(body) => call(identity.addGroup, { body })}
  />
)

type Editable = Pick<Group, 'status' | 'members'>

/** Applies the difference between two states of a group, so that concurrent changes stay. */
const update = async (name: string, before: Editable, { status, members }: Editable) => {
  const query = { name }
  const now = await call(identity.group, { query })
  const body = {
    status: status === before.status ? now.status : status,
    members: mergeEdit(before.members, members, now.members),
  }
  await call(identity.updateGroup, { query, body })
}

const { group: groupName, members, status } = identity.updateGroup.body.entries
const Edited = v.object({ group: groupName, status: v.optional(status), members: v.optional(members) })

const EditLoaded = ({ group, ...dialog }: GroupDialogProps & { group: Group }) => {
  const hasStatus = useMissingFeature('account-status') === undefined
  const refusals = useGroupEditRefusals()
  const denied = (hasStatus && refusals.status) || refusals.members
  // fields that are not offered stay as they are
  const editedFrom = ({ status = group.status, members = group.members }: v.InferOutput<typeof Edited>) => ({
    status,
    members,
  })
  return (
    <FormDialog
      title="Edit Group"
      schema={Edited}
      initial={{ group: group.name, status: group.status, members: group.members }}
      fields={{
        group: { render: ({ value }) => <Locked label="Group Name" value={value} /> },
        status: {
          visible: () => !refusals.status,
          render: (control) => <StatusSwitch {...control} hint={messages.disabledGroupHelp} />,
        },
        members: { visible: () => !refusals.members, render: (control) => <PickUsers {...control} /> },
      }}
      {...(denied && { intro: denied })}
      verb="Save"
      ask={async (chosen) => {
        const { status, members } = editedFrom(chosen)
        if (group.status === 'enabled' && status === 'disabled') return askLastAdministrator({ groups: [group.name] })
        const users = group.members.filter((member) => !members.includes(member))
        return users.length === 0 || askLastAdministrator({ memberships: { users, groups: [group.name] } })
      }}
      onSubmit={(chosen) => update(group.name, group, editedFrom(chosen))}
      undo={(chosen) => update(group.name, editedFrom(chosen), group)}
      done={messages.groupUpdated(displayName(group.name), 'updated')}
      {...dialog}
    />
  )
}

/** Edits a group's members and status; its name is fixed. */
export const EditGroup = ({ name, onClose, onDone }: GroupDialogProps & { name: string }) => (
  <LoadingDialog
    title="Edit Group"
    what="the group"
    state={useCall(identity.group, { query: { name } })}
    onClose={onClose}
  >
    {(group) => <EditLoaded group={group} onClose={onClose} onDone={onDone} />}
  </LoadingDialog>
)
