import * as v from 'valibot'
import { displayName } from 'stowage'
import { FormDialog, useInitial } from 'stowage/ui'
import { identity, type User } from '../contract.ts'
import { confirmNoPermissions } from './confirm-no-permissions.tsx'
import { askLastAdministrator } from './last-administrator.tsx'
import { setGroups } from './memberships.ts'
import { PickGroups } from './pick.tsx'
import * as messages from '../messages.ts'

const Groups = v.object({ groups: identity.updateUser.body.entries.groups })

type SetGroupsProps = { user: User; onClose: () => void; onDone: () => Promise<void> }

/** Selects the groups of a user. */
export const SetGroups = ({ user: current, ...dialog }: SetGroupsProps) => {
  const user = useInitial(current)
  return (
    <FormDialog
      title="Set Groups"
      intro={
        <>
          <strong>{displayName(user.accessKey)}</strong> gets the policies of every selected group.
        </>
      }
      schema={Groups}
      initial={{ groups: user.memberOf }}
      fields={{ groups: { render: (control) => <PickGroups {...control} /> } }}
      verb="Save"
      ask={async ({ groups }) => {
        if (user.hasPolicy && !(await confirmNoPermissions(user.accessKey, { policies: user.policy, groups })))
          return false
        const removed = user.memberOf.filter((group) => !groups.includes(group))
        return (
          removed.length === 0 || askLastAdministrator({ memberships: { users: [user.accessKey], groups: removed } })
        )
      }}
      onSubmit={({ groups }) => setGroups(user.accessKey, user.memberOf, groups)}
      undo={({ groups }) => setGroups(user.accessKey, groups, user.memberOf)}
      done={messages.groupsAssigned(displayName(user.accessKey))}
      {...dialog}
    />
  )
}
