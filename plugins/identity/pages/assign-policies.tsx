import * as v from 'valibot'
import { call, showError } from 'stowage/web'
import { displayName } from 'stowage'
import { Badges, Details, FormDialog, runForEach } from 'stowage/ui'
import { identity } from '../contract.ts'
import { mergeEdit } from './merge-edit.ts'
import { PickPolicies } from './pick.tsx'
import * as messages from '../messages.ts'

const Policies = v.object({ policies: identity.setPolicy.body.entries.name })

// the call replaces all policies, so each user's current ones are merged
const change = async (entityName: string, before: readonly string[], after: readonly string[]) => {
  const { policy } = await call(identity.user, { query: { name: entityName } })
  const name = mergeEdit(before, after, policy)
  await call(identity.setPolicy, { body: { name, entityType: 'user', entityName } })
  return name.filter((one) => !policy.includes(one))
}

type AssignPoliciesProps = { users: readonly string[]; onClose: () => void; onDone: () => Promise<void> }

/** Adds policies to several users and removes none. */
export const AssignPolicies = ({ users, onClose, onDone }: AssignPoliciesProps) => (
  <FormDialog
    title="Assign Policies"
    intro={<Details rows={[{ label: 'Selected Users', value: <Badges items={users.map(displayName)} max="all" /> }]} />}
    schema={Policies}
    fields={{ policies: { render: (control) => <PickPolicies {...control} required /> } }}
    note={messages.existingPoliciesAreKept}
    verb="Save"
    blocked={({ policies }) => !policies?.length && messages.policySelectionRequired}
    onClose={onClose}
    onSubmit={async ({ policies }) => {
      const noun = { one: 'user', many: 'users' }
      const added = new Map<string, string[]>()
      const act = async (name: string) => added.set(name, await change(name, [], policies))
      const undo = (changed: readonly string[]) =>
        void Promise.all(changed.map((name) => change(name, added.get(name) ?? [], [])))
          .catch(showError)
          .then(onDone)
      try {
        await runForEach({ noun, items: users, act, done: 'updated', undo })
        onClose()
      } finally {
        await onDone()
      }
    }}
  />
)
