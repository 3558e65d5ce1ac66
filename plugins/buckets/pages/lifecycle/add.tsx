import { displayName } from 'stowage'
import { useState } from 'react'
import * as v from 'valibot'
import { call, useMissingFeature } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { buckets } from '../../contract.ts'
import { Preview, PreviewButton } from './preview.tsx'
import type { Previewed } from './continue-preview.ts'
import { missingIn, ruleEntries, ruleFields, RuleKind, toBody, useRuleRefusals, useTiers } from './rule-fields.tsx'
import * as messages from '../../messages.ts'

const NewRule = v.object({
  kind: v.pipe(RuleKind, v.title('Type'), v.metadata({ control: 'radio' })),
  ...ruleEntries,
})
type Values = Partial<v.InferInput<typeof NewRule>>

const kindOf = ({ kind = 'expiry' }: Values) => kind
const reasonBlocked = (values: Values) => missingIn(kindOf(values), values)

/** Values of the form that an expiry rule starts with. */
export type RuleDraft = Pick<Values, 'expire' | 'days' | 'older' | 'markers' | 'prefix'>

type AddRuleProps = { bucket: string; draft?: RuleDraft; onClose: () => void; onDone: () => Promise<void> }

/** Adds a rule that expires objects or moves them to a tier, with a preview. */
export const AddRule = ({ bucket, draft, onClose, onDone }: AddRuleProps) => {
  const [kind, setKind] = useState<RuleKind>('expiry')
  const [previewed, setPreviewed] = useState<Previewed>()
  const tiers = useTiers()
  const refusals = useRuleRefusals()
  // plain S3 servers differ in what they do with incomplete uploads
  const isManaged = useMissingFeature('administration') === undefined
  const showPreview = (values: Values) => {
    const { success, output } = v.safeParse(NewRule, values)
    if (success) setPreviewed({ rule: toBody(output.kind, output) })
  }
  return (
    <>
      <FormDialog
        title="Add Lifecycle Rule"
        intro={isManaged && messages.incompleteUploadsNeedNoRule}
        schema={NewRule}
        initial={{ kind: 'expiry', expire: 'days', move: 'days', ...draft }}
        fields={{
          kind: {
            options: [
              { value: 'expiry', label: 'Expiry: objects are removed' },
              { value: 'transition', label: messages.transitionHelp, disabled: tiers.unavailable },
            ],
          },
          ...ruleFields(kindOf, kind, tiers.options, refusals),
        }}
        verb="Save"
        blocked={reasonBlocked}
        onChange={(values) => setKind(kindOf(values))}
        onClose={onClose}
        onDone={onDone}
        done={messages.lifecycleRuleChanged(displayName(bucket), 'added')}
        onSubmit={(values) => call(buckets.addLifecycleRule, { params: { bucket }, body: toBody(values.kind, values) })}
      >
        {(values) =>
          kindOf(values) === 'expiry' && (
            <PreviewButton
              missing={reasonBlocked(values)}
              isValid={v.is(NewRule, values)}
              onPress={() => showPreview(values)}
            />
          )
        }
      </FormDialog>
      {previewed && <Preview bucket={bucket} of={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
