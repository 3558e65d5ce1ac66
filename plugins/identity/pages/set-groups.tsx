import * as v from 'valibot'
import { say, sayFailure } from '../../../core/banners.ts'
import { call } from '../../../core/client.ts'
import { shown } from '../../../core/format.ts'
import { FormDialog } from '../../../core/ui/form-dialog.tsx'
import { identity, type User } from '../contract.ts'
import { askPowerless } from './ask-powerless.tsx'
import { changed } from './changed.ts'
import { PickGroups } from './pick.tsx'

const Groups = v.object({ groups: identity.updateUser.body.entries.groups })

type SetGroupsProps = { user: User; onClose: () => void; onDone: () => Promise<void> }

/** Changes a user's groups. The call replaces status and groups, which others may have changed since the page was opened. */
const setGroups = async (name: string, before: readonly string[], chosen: readonly string[]) => {
  const query = { name }
  const { status, memberOf } = await call(identity.user, { query })
  await call(identity.updateUser, { query, body: { status, groups: changed(before, chosen, memberOf) } })
}

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
    onSubmit={async ({ groups }) => {
      await setGroups(user.accessKey, user.memberOf, groups)
      const undo = () => setGroups(user.accessKey, groups, user.memberOf).then(onDone, sayFailure)
      onClose()
      say('Groups successfully assigned', { label: 'Undo', run: () => void undo() })
      await onDone()
    }}
  />
)
