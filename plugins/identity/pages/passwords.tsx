import * as v from 'valibot'
import { call, showToast } from 'stowage/web'
import { displayName } from 'stowage'
import { FormDialog } from 'stowage/ui'
import { identity } from '../contract.ts'
import * as messages from '../messages.ts'

const secret = (title: string) => v.pipe(v.string(), v.title(title), v.metadata({ control: 'secret' }))
const next = v.pipe(
  identity.changePassword.body.entries.new_secret_key,
  v.title('New Password'),
  v.metadata({ control: 'secret' }),
)
const retyped = secret('Confirm New Password')
const match = ({ next, retyped }: { next: string; retyped: string }) => next === retyped
const mismatch = "New passwords don't match"

const OwnPassword = v.pipe(
  v.object({ current: secret('Current Password'), next, retyped }),
  v.forward(v.partialCheck([['next'], ['retyped']], match, mismatch), ['retyped']),
)
const UserPassword = v.pipe(
  v.object({ next, retyped }),
  v.forward(v.partialCheck([['next'], ['retyped']], match, mismatch), ['retyped']),
)

/** Changes the own password; the session continues with a new token. */
export const ChangePassword = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    title="Change Password"
    size="confirm"
    schema={OwnPassword}
    fields={{ current: { autoComplete: 'current-password' } }}
    verb="Save"
    blocked={({ current, next, retyped }) => !(current && next && retyped) && messages.passwordFieldsRequired}
    onClose={onClose}
    done="Your password was changed"
    onSubmit={({ current, next }) =>
      call(identity.changePassword, { body: { current_secret_key: current, new_secret_key: next } })
    }
  />
)

/** Sets another user's password. */
export const ChangeUserPassword = ({ user, onClose }: { user: string; onClose: () => void }) => (
  <FormDialog
    title="Change User Password"
    size="confirm"
    intro={
      <>
        A new password for <strong>{displayName(user)}</strong>.
      </>
    }
    schema={UserPassword}
    verb="Save"
    blocked={({ next, retyped }) => !(retyped && retyped === next) && messages.passwordsDiffer}
    onClose={onClose}
    onSubmit={async ({ next }) => {
      const { sessions } = await call(identity.changeUserPassword, { body: { selectedUser: user, newSecretKey: next } })
      const goOn = `, but open sessions continue until they expire: ending them requires admin:RemoveServiceAccount`
      showToast(messages.passwordChanged(displayName(user), sessions === 'active' ? goOn : ''))
      onClose()
    }}
  />
)
