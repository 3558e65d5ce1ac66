import * as v from 'valibot'
import { call, useCall } from 'stowage/web'
import { displayName } from 'stowage'
import { FormDialog, useInitial, LoadingDialog } from 'stowage/ui'
import { identity } from '../contract.ts'
import { confirmNoPermissions } from './confirm-no-permissions.tsx'
import { mergeEdit } from './merge-edit.ts'
import { askLastAdministrator } from './last-administrator.tsx'
import { PickPolicies } from './pick.tsx'
import * as messages from '../messages.ts'

/** Splits a comma-separated list of names. */
export const listOf = (names: string) => names.split(',').filter(Boolean)

const Policies = v.object({ policies: identity.setPolicy.body.entries.name })

type Closing = { onClose: () => void; onDone?: () => Promise<void> }
type SetPoliciesProps = Closing & {
  entity: 'user' | 'group'
  name: string
  current: readonly string[]
  /** The user's groups, whose policies also apply. */
  groups?: readonly string[]
}

const policiesOf = async (entity: 'user' | 'group', name: string) =>
  entity === 'user'
    ? (await call(identity.user, { query: { name } })).policy
    : listOf((await call(identity.group, { query: { name } })).policy)

/** Applies an edit; the call replaces all policies, so it is merged into their current state. */
const save = async (entity: 'user' | 'group', name: string, before: readonly string[], after: readonly string[]) => {
  const policies = mergeEdit(before, after, await policiesOf(entity, name))
  await call(identity.setPolicy, { body: { name: policies, entityType: entity, entityName: name } })
}

/** Selects the policies of a user or group; current ones are preselected. */
export const SetPolicies = ({ entity, name, groups = [], current, ...dialog }: SetPoliciesProps) => {
  const before = useInitial(current)
  return (
    <FormDialog
      title="Set Policies"
      intro={
        <>
          The {entity} <strong>{displayName(name)}</strong> may do everything that the selected policies allow.
        </>
      }
      schema={Policies}
      initial={{ policies: [...before] }}
      fields={{ policies: { render: (control) => <PickPolicies {...control} /> } }}
      verb="Save"
      ask={async ({ policies }) => {
        const needsConfirmation = entity === 'user' && before.length > 0
        if (needsConfirmation && !(await confirmNoPermissions(name, { policies, groups }))) return false
        const detached = before.filter((policy) => !policies.includes(policy))
        return detached.length === 0 || askLastAdministrator({ detached: { kind: entity, name, policies: detached } })
      }}
      {...dialog}
      done={messages.policiesAssigned(displayName(name))}
      onSubmit={({ policies }) => save(entity, name, before, policies)}
      undo={({ policies }) => save(entity, name, policies, before)}
    />
  )
}

/** Selects the policies of a group, after loading the current ones. */
export const SetGroupPolicies = ({ name, onClose, onDone }: Closing & { name: string }) => (
  <LoadingDialog
    title="Set Policies"
    what="the group"
    state={useCall(identity.group, { query: { name } })}
    onClose={onClose}
  >
    {(group) => (
      <SetPolicies
        entity="group"
        name={name}
        current={listOf(group.policy)}
        onClose={onClose}
        {...(onDone && { onDone })}
      />
    )}
  </LoadingDialog>
)
