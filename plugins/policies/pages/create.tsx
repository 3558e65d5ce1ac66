import * as v from 'valibot'
import { canOpenPage, call, showToast } from 'stowage/web'
import { encodeSegment, displayName, Failure } from 'stowage'
import { FormDialog } from 'stowage/ui'
import { example, NewPolicy, policies } from '../contract.ts'
import { Builder } from './builder/builder.tsx'
import { DocumentText } from './document.ts'
import * as others from './other-calls.ts'
import { RiskNote } from './risk-note.tsx'
import { StartFrom } from './start-from.tsx'
import { templateOf } from './templates.ts'
import * as messages from '../messages.ts'

const Written = v.object({
  name: NewPolicy.entries.name,
  start: v.optional(v.string()),
  policy: DocumentText,
})

type CreatePolicyProps = {
  /** Id of the initial template. */
  template: string
  /** User to attach the new policy to, in addition to their policies; empty for none. */
  user: string
  onClose: () => void
  onDone: () => Promise<void>
}

/** Attaches a new policy to a user. Throws `Failure` that says that the policy exists. */
const attach = async (policy: string, user: string) => {
  try {
    const { policy: attached } = await call(others.user, { query: { name: user } })
    const name = [...new Set([...attached, policy])]
    await call(others.setPolicy, { body: { name, entityType: 'user', entityName: user } })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const message = messages.policyNotAttached(displayName(policy), displayName(user), error.message)
    throw new Failure(409, message, { detail: error.detail })
  }
}

/** Likely next steps after a policy was created. */
const nextFor = (policy: string, user: string) => {
  if (user) return { label: 'View user', href: `/users/${encodeSegment(user)}?tab=policies` }
  return canOpenPage('/users')
    ? { label: messages.createUserWithPolicy, href: `/users?create=1&policy=${encodeURIComponent(policy)}` }
    : undefined
}

/** Form for a new policy as cards or JSON, optionally from a template. Errors of the server appear at the document. */
export const CreatePolicy = ({ template, user, onClose, onDone }: CreatePolicyProps) => (
  <FormDialog
    title="Create Policy"
    size="wide"
    schema={Written}
    initial={{ policy: templateOf(template).asks === 'nothing' ? example : '', start: template }}
    fields={{
      start: {
        render: ({ value, values, onChange, fill }) => (
          <StartFrom value={String(value)} policy={values.policy ?? ''} {...{ onChange, fill }} />
        ),
      },
      policy: {
        render: ({ value, onChange, error }) => (
          <Builder on="dialog" label="Write Policy" value={String(value)} {...{ onChange, error }} />
        ),
      },
    }}
    {...(user && {
      intro: (
        <>
          The policy will be attached to <strong>{displayName(user)}</strong>, in addition to the user's other policies.
        </>
      ),
    })}
    verb="Save"
    blocked={({ name }) => !name?.trim() && messages.policyNameRequiredFirst}
    failedField={({ status }) => (status === 400 ? 'policy' : undefined)}
    onClose={onClose}
    onSubmit={async ({ name, policy }) => {
      await call(policies.add, { body: { name, policy, replaces: null } })
      try {
        if (user) await attach(name, user)
        onClose()
        showToast(messages.policyCreated(displayName(name), user && displayName(user)), nextFor(name, user))
      } finally {
        await onDone()
      }
    }}
  >
    {({ policy = '' }) => <RiskNote policy={policy} />}
  </FormDialog>
)
