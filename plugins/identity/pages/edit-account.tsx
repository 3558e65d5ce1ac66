import { displayName } from 'stowage'
import { useMemo } from 'react'
import * as v from 'valibot'
import { call, useCall, useMissingFeature } from 'stowage/web'
import { FormDialog, LoadingDialog } from 'stowage/ui'
import type { Output } from 'stowage'
import { example } from 'stowage/plugins/policies'
import { AccountName, identity } from '../contract.ts'
import { AboutFields, aboutLayout, aboutOf, endChange, endDay, RestrictFields, unchangedOr } from './about-account.ts'
import { Locked, StatusSwitch } from './controls.tsx'
import * as messages from '../messages.ts'

type Account = Output<typeof identity.account>

const editedOf = (account: Account) =>
  v.object({
    accessKey: v.string(),
    status: v.picklist(['enabled', 'disabled']),
    ...AboutFields,
    name: v.optional(v.pipe(unchangedOr(account.name, AccountName), v.title('Name'))),
    // an expired account stays expired unless another day is chosen
    ends: v.optional(
      v.pipe(v.string(), v.title('Expires'), v.description(messages.expiryDay), v.metadata({ control: 'date' })),
    ),
    ...RestrictFields,
    // not offered by a storage whose accounts cannot be restricted
    restrict: v.optional(RestrictFields.restrict, false),
  })

/** Storage servers accept a new name, but ignore an empty one. */
const NOT_CLEARABLE = messages.expirationCannotBeCleared

type Dialog = { accessKey: string; onClose: () => void; onDone: () => Promise<void> }

const indented = (text: string | undefined) =>
  text === undefined ? example : JSON.stringify(JSON.parse(text), null, 2)

const EditLoaded = ({ account, accessKey, ...dialog }: Dialog & { account: Account }) => {
  const written = indented(account.document)
  const hasSettings = useMissingFeature('access-key-settings') === undefined
  const schema = useMemo(() => editedOf(account), [account])
  return (
    <FormDialog
      title="Edit Service Account"
      schema={schema}
      initial={{
        accessKey,
        status: account.status ?? 'enabled',
        name: account.name,
        description: account.description,
        ends: endDay(account.expiration),
        restrict: account.document !== undefined,
        policy: written,
      }}
      fields={{
        ...aboutLayout,
        accessKey: { render: ({ value }) => <Locked label="Access Key" value={value} /> },
        status: {
          render: (control) => <StatusSwitch {...control} hint={messages.disabledAccountCannotSignIn} />,
        },
        restrict: { visible: () => hasSettings },
        ends: { ...aboutLayout.ends, visible: () => hasSettings },
        name: {
          ...aboutLayout.name,
          visible: () => hasSettings,
          ...(account.name && { required: true, hint: NOT_CLEARABLE }),
        },
        description: {
          visible: () => hasSettings,
          ...(account.description && { required: true, hint: NOT_CLEARABLE }),
        },
        policy: { visible: ({ restrict = false }) => restrict, required: true },
      }}
      verb="Save"
      failedField={({ status }) => (status === 400 ? 'policy' : undefined)}
      {...dialog}
      done={messages.serviceAccountUpdated(displayName(account.name ?? account.accessKey))}
      onSubmit={async ({ status, name, description, ends, restrict, policy = '' }) => {
        // untouched fields are not sent, so that concurrent changes and the policy's formatting stay
        const was = account.document !== undefined
        const body = {
          ...aboutOf({
            ...(name !== account.name && { name }),
            ...(description !== account.description && { description }),
          }),
          ...endChange(account.expiration, ends),
          ...(status !== account.status && { status }),
          ...(restrict ? (!was || policy !== written) && { policy } : was && { policy: '' }),
        }
        await call(identity.updateAccount, { params: { accessKey }, body })
      }}
    />
  )
}

/** Edits the metadata, policy and status of a service account. */
export const EditAccount = (dialog: Dialog) => (
  <LoadingDialog
    title="Edit Service Account"
    what="the service account"
    state={useCall(identity.account, { params: { accessKey: dialog.accessKey } })}
    onClose={dialog.onClose}
  >
    {(account) => <EditLoaded account={account} {...dialog} />}
  </LoadingDialog>
)
