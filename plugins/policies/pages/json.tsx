import * as v from 'valibot'
import { say } from '../../../core/banners.ts'
import { call } from '../../../core/client.ts'
import { useLeaveGuard } from '../../../core/leave-guard.ts'
import { Button } from '../../../core/ui/button.tsx'
import { FormFields } from '../../../core/ui/form.tsx'
import { useForm } from '../../../core/ui/use-form.ts'
import { policies } from '../contract.ts'
import { DocumentText, indented } from './document.ts'
import * as styles from './policy.css.ts'
import { RiskNote } from './risk-note.tsx'

const Written = v.object({ policy: v.pipe(DocumentText, v.title('Policy document')) })

type JsonProps = { name: string; policy: string; onDone: () => Promise<void> }

/** The policy's JSON, to read and to change. */
export const Json = ({ name, policy, onDone }: JsonProps) => {
  const form = useForm({
    schema: Written,
    initial: { policy: indented(policy) },
    blame: ({ status }) => (status === 400 ? 'policy' : undefined),
    onSubmit: async (value) => {
      await call(policies.add, { body: { name, policy: value.policy } })
      say('Policy successfully updated')
      await onDone()
    },
  })
  useLeaveGuard(form.dirty)
  return (
    <form ref={form.element} className={styles.column} noValidate onSubmit={form.submit}>
      <FormFields form={form} />
      <RiskNote policy={form.values.policy ?? ''} />
      <div>
        <Button
          tone="primary"
          submit
          busy={form.busy ? 'Saving' : undefined}
          disabled={!form.dirty && 'Nothing was changed yet'}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
