import { useState } from 'react'
import * as v from 'valibot'
import { call, useMissingFeature, useSession } from 'stowage/web'
import { type Failure, displayName } from 'stowage'
import { FormDialog, NewKeys } from 'stowage/ui'
import { example } from 'stowage/plugins/policies'
import { identity, type KeyPair } from '../contract.ts'
import { AboutFields, aboutOf, aboutLayout, RestrictFields } from './about-account.ts'
import * as messages from '../messages.ts'

const keys = identity.addAccountWithKeys.body.entries

const Account = v.object({
  ...AboutFields,
  ...RestrictFields,
  customize: v.pipe(v.boolean(), v.title('Customize Credentials')),
  accessKey: v.optional(v.pipe(keys.accessKey, v.title('Access Key'), v.metadata({ control: 'mono' }))),
  secretKey: v.optional(
    v.pipe(
      keys.secretKey,
      v.title('Secret Key'),
      v.description('8 to 40 characters.'),
      v.metadata({ control: 'secret' }),
    ),
  ),
})

/** On storages that generate keys there is nothing to choose. */
const Generated = v.object({})

/** Creates a service account for `user` or for the signed-in account. Policy and keys are sent only if switched on. */
const create = (
  { restrict, policy = '', customize, accessKey = '', secretKey = '', ...about }: v.InferOutput<typeof Account>,
  user?: string,
) => {
  const body = { policy: restrict ? policy : '', ...aboutOf(about) }
  const withKeys = { ...body, accessKey, secretKey }
  if (user === undefined) {
    return customize ? call(identity.addAccountWithKeys, { body: withKeys }) : call(identity.addAccount, { body })
  }
  const params = { name: user }
  return customize
    ? call(identity.addUserAccountWithKeys, { params, body: withKeys })
    : call(identity.addUserAccount, { params, body })
}

const withField = ({ status }: Failure) => {
  if (status === 400) return 'policy'
  return status === 409 ? 'accessKey' : undefined
}

type CreateAccountProps = {
  /** The owner; without it, the signed-in account. */
  user?: string | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

/** Creates a service account and then shows its keys once. */
export const CreateAccount = ({ user, onClose, onDone }: CreateAccountProps) => {
  const { account } = useSession()
  const [created, setCreated] = useState<KeyPair>()
  const areGenerated = useMissingFeature('access-key-settings') !== undefined
  if (created) return <NewKeys title="New Service Account Created" keys={[created]} onClose={onClose} />
  if (areGenerated)
    return (
      <FormDialog
        title="Create Service Account"
        intro={messages.keyHasPermissionsOfUser}
        schema={Generated}
        fields={{}}
        note={messages.secretKeyShownOnce}
        verb="Create"
        onClose={onClose}
        onSubmit={async () => {
          setCreated(await create({ restrict: false, customize: false }, user))
          await onDone()
        }}
      />
    )
  return (
    <FormDialog
      title="Create Service Account"
      intro={
        <>
          The service account inherits the policies of <strong>{displayName(user ?? account)}</strong> unless you
          restrict it.
        </>
      }
      schema={Account}
      initial={{ policy: example }}
      fields={{
        ...aboutLayout,
        policy: { visible: ({ restrict = false }) => restrict, required: true },
        accessKey: { visible: ({ customize = false }) => customize, required: true, width: 'half' },
        secretKey: { visible: ({ customize = false }) => customize, required: true, width: 'half' },
      }}
      note={messages.secretKeyShownOnce}
      verb="Create"
      failedField={withField}
      onClose={onClose}
      onSubmit={async (value) => {
        setCreated(await create(value, user))
        await onDone()
      }}
    />
  )
}
