import * as v from 'valibot'
import { call } from 'stowage/web'
import { displayName } from 'stowage'
import { Badges, Details, FormDialog, runForEach } from 'stowage/ui'
import { identity } from '../contract.ts'
import { PickPolicies } from './pick.tsx'
import * as messages from '../messages.ts'

const Policies = v.object({ policies: identity.setPolicy.body.entries.name })

// the call replaces all policies, so each user's current ones are merged
const add = async (entityName: string, policies: readonly string[]) => {
  const { policy } = await call(identity.user, { query: { name: entityName } })
  const name = [...new Set([...policy, ...policies])]
  await call(identity.setPolicy, { body: { name, entityType: 'user', entityName } })
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
      const act = (name: string) => add(name, policies)
      try {
        await runForEach({ noun, items: users, nameOf: (name) => name, act, done: 'updated' })
        onClose()
      } finally {
        await onDone()
      }
    }}
  />
)
