import { useState } from 'react'
import * as v from 'valibot'
import { call, useCall, useMissingFeature } from 'stowage/web'
import { displayName, Failure } from 'stowage'
import { FormDialog, newerChangeWouldBeLost, NewKeys, LoadingDialog } from 'stowage/ui'
import { identity, type KeyPair, type Role, type Status, type User } from '../contract.ts'
import { createFirstKey } from './first-key.ts'
import { confirmNoPermissions } from './confirm-no-permissions.tsx'
import { mergeEdit } from './merge-edit.ts'
import { Locked, StatusSwitch } from './controls.tsx'
import { askLastAdministrator } from './last-administrator.tsx'
import { NewSecret, newSecret } from './new-secret.tsx'
import { NextForUser } from './next-for-user.tsx'
import { PickGroups, PickPolicies } from './pick.tsx'
import { PickRole } from './role.tsx'
import { useEditRefusals } from './use-edit-refusals.ts'
import { useMissingParts } from './use-missing-parts.ts'
import * as messages from '../messages.ts'

type UserDialogProps = { onClose: () => void; onDone: () => Promise<void> }

const { accessKey, secretKey: secret, role, ...lists } = identity.addUser.body.entries
// a storage may lack policies or groups
const policies = v.optional(lists.policies, [])
const groups = v.optional(lists.groups, [])
const WithSecret = v.object({ accessKey, secretKey: secret.wrapped, role, policies, groups })
const WithoutSecret = v.object({ accessKey, policies, groups })

type NewUserProps = UserDialogProps & { policy?: string | undefined; setCreated: (keys: KeyPair) => void }

/** Creates a user, and then an access key for it, on a storage that generates keys. */
const CreateUserWithoutKeys = ({ policy, setCreated, onClose, onDone }: NewUserProps) => {
  const hasGroups = useMissingFeature('groups') === undefined
  const hasPolicies = useMissingFeature('policies') === undefined
  return (
    <FormDialog
      title="Create User"
      schema={WithoutSecret}
      initial={{ policies: policy ? [policy] : [] }}
      fields={{
        accessKey: { label: 'User Name', autoComplete: 'off', hint: messages.storageGeneratesKeys },
        policies: { visible: () => hasPolicies, render: (control) => <PickPolicies {...control} /> },
        groups: { visible: () => hasGroups, render: (control) => <PickGroups {...control} /> },
      }}
      note={messages.secretKeyShownOnce}
      verb="Save"
      blocked={({ accessKey }) => !accessKey?.trim() && messages.enterUserName}
      onClose={onClose}
      onSubmit={async (body) => {
        const { accessKey: name } = await call(identity.addUser, { body })
        await onDone()
        setCreated(await createFirstKey(name))
      }}
    />
  )
}

/** Creates an enabled user, optionally with policies and groups, and then shows the keys once. */
export const CreateUser = ({ policy, onClose, onDone }: UserDialogProps & { policy?: string | undefined }) => {
  const [secretKey] = useState(newSecret)
  const areGenerated = useMissingFeature('chosen-keys') !== undefined
  const missing = useMissingParts()
  const hasRoles = missing.roles === undefined
  const [created, setCreated] = useState<KeyPair>()
  if (created) {
    return (
      <NewKeys title="User Created" keys={[created]} onClose={onClose}>
        <NextForUser user={created.accessKey} onClose={onClose} />
      </NewKeys>
    )
  }
  if (areGenerated) return <CreateUserWithoutKeys policy={policy} {...{ onClose, onDone, setCreated }} />
  return (
    <FormDialog
      title="Create User"
      savedAs="Create User"
      schema={WithSecret}
      initial={{ secretKey, policies: policy ? [policy] : [], ...(hasRoles && { role: 'user' as const }) }}
      fields={{
        accessKey: { label: 'Access Key', width: 'half', autoComplete: 'off', hint: messages.accessKeyHelp },
        secretKey: { width: 'half', render: (control) => <NewSecret {...control} /> },
        role: { visible: () => hasRoles, render: (control) => <PickRole {...control} /> },
        policies: { visible: () => !missing.policies, render: (control) => <PickPolicies {...control} /> },
        groups: { visible: () => !missing.groups, render: (control) => <PickGroups {...control} /> },
      }}
      note={messages.secretKeyShownAfterSave}
      verb="Save"
      blocked={({ accessKey, secretKey }) =>
        !(accessKey?.trim() && secretKey?.trim()) && messages.bothKeysRequiredFirst
      }
      ask={async (user) => hasRoles || confirmNoPermissions(user.accessKey, user)}
      onClose={onClose}
      onSubmit={async (body) => {
        const { accessKey } = await call(identity.addUser, { body })
        setCreated({ accessKey, secretKey: body.secretKey })
        await onDone()
      }}
    />
  )
}

const Edited = v.object({
  accessKey: v.string(),
  status: v.optional(identity.updateUser.body.entries.status),
  groups: v.optional(identity.updateUser.body.entries.groups),
  role: identity.updateUser.body.entries.role,
})

type EditedUser = v.InferOutput<typeof Edited>

type Editable = { status: Status; groups: string[]; role?: Role | undefined }

/** Applies the difference between two states of a user, so that concurrent changes stay. */
const update = async (
  name: string,
  before: Editable,
  { status, groups, role }: Editable,
  roleConflict: string = messages.roleChangedMeanwhile(displayName(name)),
) => {
  const query = { name }
  const now = await call(identity.user, { query })
  if (role !== before.role && now.role !== before.role && now.role !== role) throw new Failure(409, roleConflict)
  const body = {
    status: status === before.status ? now.status : status,
    groups: mergeEdit(before.groups, groups, now.memberOf),
    ...(role !== before.role && { role }),
  }
  await call(identity.updateUser, { query, body })
}

/** Asks for confirmation before a possible last administrator is disabled or leaves groups. */
const askLeaving = async ({ accessKey, status, memberOf }: User, after: Editable) => {
  if (status === 'enabled' && after.status === 'disabled') return askLastAdministrator({ users: [accessKey] })
  const leaving = memberOf.filter((group) => !after.groups.includes(group))
  return leaving.length === 0 || askLastAdministrator({ memberships: { users: [accessKey], groups: leaving } })
}

const EditLoaded = ({ user, ...dialog }: UserDialogProps & { user: User }) => {
  const missing = useMissingParts()
  const refusals = useEditRefusals()
  const denied = (!missing.status && refusals.status) || (!missing.groups && refusals.groups)
  const before = { status: user.status, groups: user.memberOf, role: user.role }
  // fields that the storage lacks are not sent
  const editedFrom = ({ status = before.status, groups = before.groups, role = before.role }: EditedUser) => ({
    status,
    groups,
    role,
  })
  return (
    <FormDialog
      title="Edit User"
      schema={Edited}
      initial={{ accessKey: user.accessKey, ...before }}
      fields={{
        accessKey: { render: ({ value }) => <Locked label="Access Key" value={value} /> },
        status: {
          visible: () => !refusals.status,
          render: (control) => <StatusSwitch {...control} hint={messages.disabledUserCannotSignIn} />,
        },
        role: { visible: () => !missing.roles, render: (control) => <PickRole {...control} /> },
        groups: { visible: () => !refusals.groups, render: (control) => <PickGroups {...control} /> },
      }}
      {...(denied && { intro: denied })}
      verb="Save"
      ask={async (chosen) => {
        if (!missing.roles) return true
        const after = editedFrom(chosen)
        const permissions = { policies: user.policy, groups: after.groups }
        if (user.hasPolicy && !(await confirmNoPermissions(user.accessKey, permissions))) return false
        return askLeaving(user, after)
      }}
      onSubmit={(chosen) => update(user.accessKey, before, editedFrom(chosen))}
      undo={(chosen) =>
        update(
          user.accessKey,
          editedFrom(chosen),
          before,
          newerChangeWouldBeLost(`the role of ${displayName(user.accessKey)}`),
        )
      }
      done={messages.userUpdated(displayName(user.accessKey), 'updated')}
      {...dialog}
    />
  )
}

/** Edits a user's status and groups; the access key is read-only. */
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
