import * as v from 'valibot'
import { call } from '../../../core/client.ts'
import { Banner } from '../../../core/ui/banner.tsx'
import { FormDialog } from '../../../core/ui/form-dialog.tsx'
import { example, NewPolicy, policies } from '../contract.ts'
import { DocumentText } from './document.ts'
import { RiskNote } from './risk-note.tsx'

const Written = v.object({ name: NewPolicy.entries.name, policy: DocumentText })

type CreatePolicyProps = {
  /** Names that are taken: saving under one of them replaces that policy. */
  taken: readonly string[]
  onClose: () => void
  onDone: () => Promise<void>
}

/** Writes a new policy as JSON. What the server finds wrong with it is said at the document. */
export const CreatePolicy = ({ taken, onClose, onDone }: CreatePolicyProps) => (
  <FormDialog
    title="Create Policy"
    schema={Written}
    initial={{ policy: example }}
    verb="Save"
    busyVerb="Saving"
    blocked={({ name }) => !name?.trim() && 'Enter a name for the policy first'}
    blame={({ status }) => (status === 400 ? 'policy' : undefined)}
    onClose={onClose}
    done="Policy successfully created"
    onSubmit={async (body) => {
      await call(policies.add, { body })
      onClose()
      await onDone()
    }}
  >
    {({ name = '', policy = '' }) => (
      <>
        <RiskNote policy={policy} />
        {taken.includes(name.trim()) && (
          <Banner tone="warning">There is a policy of this name already. Saving replaces it for everyone who has it.</Banner>
        )}
      </>
    )}
  </FormDialog>
)
