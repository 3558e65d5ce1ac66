import * as v from 'valibot'
import { call } from '../../../core/client.ts'
import { shown } from '../../../core/format.ts'
import { FormDialog } from '../../../core/ui/form-dialog.tsx'
import { identity, type User } from '../contract.ts'
import { askPowerless } from './ask-powerless.tsx'
import { changed } from './changed.ts'
import { PickGroups } from './pick.tsx'

const Groups = v.object({ groups: identity.updateUser.body.entries.groups })

type SetGroupsProps = { user: User; onClose: () => void; onDone: () => Promise<void> }

/** Chooses the groups that a user is in; those left out lose it. */
export const SetGroups = ({ user, onClose, onDone }: SetGroupsProps) => (
  <FormDialog
    title="Set Groups"
    intro={
      <>
        <strong>{shown(user.accessKey)}</strong> gets the policies of every group that is checked here.
      </>
    }
    schema={Groups}
    initial={{ groups: user.memberOf }}
    fields={{ groups: { render: (control) => <PickGroups {...control} /> } }}
    verb="Save"
    busyVerb="Saving"
    ask={async ({ groups }) => !user.hasPolicy || askPowerless(user.accessKey, { policies: user.policy, groups })}
    onClose={onClose}
    done="Groups successfully assigned"
    onSubmit={async ({ groups }) => {
      // the call replaces status and groups, which others may have changed since this page was opened
      const query = { name: user.accessKey }
      const { status, memberOf } = await call(identity.user, { query })
      await call(identity.updateUser, { query, body: { status, groups: changed(user.memberOf, groups, memberOf) } })
      onClose()
      await onDone()
    }}
  />
)
