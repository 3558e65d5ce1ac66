import { useRef, useState } from 'react'
import * as v from 'valibot'
import { call, showError, showToast, useLeaveGuard, useQuery } from 'stowage/web'
import { displayName, Failure } from 'stowage'
import { Button, confirm, Diff, FormFields, guardUndo, useForm, Row } from 'stowage/ui'
import { lastAdministrator, unknownAdministrators } from '../administrators.ts'
import { policies } from '../contract.ts'
import { Builder } from './builder/builder.tsx'
import { DocumentText, indented } from './document.ts'
import { EffectsStrip } from './effects/effects-strip.tsx'
import * as effects from './effects/effects.css.ts'
import { ShowChanges } from './effects/show-changes.tsx'
import { useEffects } from './effects/use-effects.ts'
import * as styles from './policy.css.ts'
import { RiskNote } from './risk-note.tsx'
import * as messages from '../messages.ts'

const Written = v.object({ policy: v.pipe(DocumentText, v.title('Policy document')) })

/** Asks for confirmation if saving may remove the last administrator; resolves to true to continue. */
const askLastAdministrator = async (name: string, policy: string) => {
  const warnings = await call(policies.administrators, { body: { updatedPolicy: { name, policy } } }).then(
    lastAdministrator,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      // saving reports what is wrong with the document
      return error.status === 400 ? [] : [unknownAdministrators(error)]
    },
  )
  if (warnings.length === 0) return true
  const body = warnings.map((warning) => <p key={warning}>{warning}</p>)
  return confirm({ title: 'Remove Administrator Permissions', body, verb: 'Save' })
}

type JsonProps = {
  name: string
  policy: string
  /** Why the policy cannot be saved; false if it can. */
  blocked: string | false
  onDone: () => Promise<void>
  onEdited: (edited: boolean) => void
  /** Shows the policy of before. */
  onUndone: () => void
}

/** Views and edits the policy as cards and JSON, with the effects of unsaved changes. */
export const Json = ({ name, policy, blocked, onDone, onEdited, onUndone }: JsonProps) => {
  const [statement] = useQuery('statement', '1')
  const [saved, setSaved] = useState(indented(policy))
  /** The stored document that the edit starts from. */
  const base = useRef(policy)
  const [showing, setShowing] = useState(false)
  const draft = useRef('')
  const form = useForm({
    schema: Written,
    savedAs: 'page',
    initial: { policy: saved },
    fields: {
      policy: {
        render: ({ value, onChange, error }) => (
          <Builder
            label="Policy document"
            value={String(value)}
            onChange={onChange}
            error={error}
            initial={Number(statement) || 1}
          />
        ),
      },
    },
    onChange: (values) => onEdited(values.policy !== saved),
    failedField: ({ status }) => (status === 400 ? 'policy' : undefined),
    ask: ({ policy }) => askLastAdministrator(name, policy),
    onSubmit: async (value) => {
      base.current = (await call(policies.add, { body: { name, policy: value.policy, replaces: base.current } })).policy
      const undo = await guardUndo(
        async () => {
          base.current = (await call(policies.add, { body: { name, policy: saved } })).policy
          setSaved(saved)
          await onDone()
          // unsaved changes stay
          if (draft.current === value.policy) onUndone()
        },
        { what: `the policy ${displayName(name)}`, read: () => call(policies.get, { query: { name } }) },
      )
      showToast(
        messages.policyUpdated(displayName(name)),
        undo && { label: 'Undo', run: () => void undo().catch(showError) },
      )
      setSaved(value.policy)
      onEdited(false)
      await onDone()
    },
  })
  useLeaveGuard(form.dirty)
  const text = form.values.policy ?? ''
  draft.current = text
  const effect = useEffects(name, text, form.dirty)
  return (
    <form ref={form.element} className={styles.wide} noValidate onSubmit={form.submit}>
      <FormFields form={form} />
      <RiskNote policy={text} />
      <EffectsStrip of={effect} changed={form.dirty} />
      <div className={styles.foot}>
        {form.dirty && (
          <div className={styles.changes}>
            <Diff before={saved} after={text} />
          </div>
        )}
        <Row gap={3} wrap>
          <p className={effects.description}>
            {form.dirty ? messages.findingsDoNotBlockSaving : messages.changesSaved}
          </p>
          <Button tone="quiet" disabled={!form.dirty && 'No changes'} onPress={() => form.set('policy', saved)}>
            Discard
          </Button>
          <Button disabled={!form.dirty && 'No changes'} onPress={() => setShowing(true)}>
            Show Changes
          </Button>
          <Button
            tone="primary"
            submit
            busy={form.busy ? 'Saving' : undefined}
            disabled={blocked || (!form.dirty && 'No changes')}
          >
            Save
          </Button>
        </Row>
      </div>
      {showing && <ShowChanges before={saved} after={text} of={effect} onClose={() => setShowing(false)} />}
    </form>
  )
}
