import * as v from 'valibot'
import { call } from '../../../core/client.ts'
import { FormDialog } from '../../../core/ui/form-dialog.tsx'
import { useCall } from '../../../core/use-call.ts'
import { identity, type User } from '../contract.ts'
import { askPowerless } from './ask-powerless.tsx'
import { changed } from './changed.ts'
import { Locked, StatusSwitch } from './controls.tsx'
import { LoadingDialog } from './loading-dialog.tsx'
import { PickGroups, PickPolicies } from './pick.tsx'

type UserDialogProps = { onClose: () => void; onDone: () => Promise<void> }

/** Adds an enabled user, with policies and groups of its own if wanted. */
export const CreateUser = ({ onClose, onDone }: UserDialogProps) => (
  <FormDialog
    title="Create User"
    schema={identity.addUser.body}
    fields={{
      accessKey: { label: 'Access Key', width: 'half', autoComplete: 'off' },
      secretKey: { label: 'Secret Key', width: 'half', control: 'secret', hint: 'At least 8 characters.' },
      policies: { render: (control) => <PickPolicies {...control} /> },
      groups: { render: (control) => <PickGroups {...control} /> },
    }}
    verb="Save"
    busyVerb="Saving"
    blocked={({ accessKey, secretKey }) =>
      !(accessKey?.trim() && secretKey?.trim()) && 'Enter an access key and a secret key first'
    }
    ask={(user) => askPowerless(user.accessKey, user)}
    onClose={onClose}
    done="User successfully created"
    onSubmit={async (body) => {
      await call(identity.addUser, { body })
      onClose()
      await onDone()
    }}
  />
)

const Edited = v.object({
  accessKey: v.string(),
  status: identity.updateUser.body.entries.status,
  groups: identity.updateUser.body.entries.groups,
})

const EditLoaded = ({ user, onClose, onDone }: UserDialogProps & { user: User }) => (
  <FormDialog
    title="Edit User"
    schema={Edited}
    initial={{ accessKey: user.accessKey, status: user.status, groups: user.memberOf }}
    fields={{
      accessKey: { render: ({ value }) => <Locked label="Access Key" value={value} /> },
      status: {
        render: (control) => <StatusSwitch {...control} hint="A disabled user cannot sign in, and its sessions end." />,
      },
      groups: { render: (control) => <PickGroups {...control} /> },
    }}
    verb="Save"
    busyVerb="Saving"
    ask={async ({ groups }) => !user.hasPolicy || askPowerless(user.accessKey, { policies: user.policy, groups })}
    onClose={onClose}
    done="User successfully updated"
    onSubmit={async ({ status, groups }) => {
      // what was not touched here stays as others may have made it meanwhile
      const query = { name: user.accessKey }
      const now = await call(identity.user, { query })
      const body = {
        status: status === user.status ? now.status : status,
        groups: changed(user.memberOf, groups, now.memberOf),
      }
      await call(identity.updateUser, { query, body })
      onClose()
      await onDone()
    }}
  />
)

/** Changes a user's status and groups; its access key is for reading only. */
export const EditUser = ({ name, ...rest }: UserDialogProps & { name: string }) => (
  <LoadingDialog
    title="Edit User"
    what="the user"
    state={useCall(identity.user, { query: { name } })}
    onClose={rest.onClose}
  >
    {(user) => <EditLoaded user={user} {...rest} />}
  </LoadingDialog>
)
