import { displayName } from 'stowage'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { call } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { buckets, type LifecycleRule } from '../../contract.ts'
import { ComingDay, Days, transitionElements } from '../../lifecycle.ts'
import { tagText } from '../tag-editor.tsx'
import { Preview, PreviewButton } from './preview.tsx'
import type { Previewed } from './continue-preview.ts'
import {
  missingIn,
  ruleEntries,
  ruleFields,
  type RuleKind,
  type RuleValues,
  toBody,
  useRuleRefusals,
  useTiers,
} from './rule-fields.tsx'
import { describeActions, expires, describeSizes } from './describe-rule.ts'
import * as messages from '../../messages.ts'

const movesTo = ({ transition }: Pick<LifecycleRule, 'transition'>) =>
  transition.storage_class || transition.noncurrent_storage_class

/** Other programs write rules with 0 days, and dates pass: such values are accepted until they are changed. */
const schemaFor = ({ expiration, transition }: LifecycleRule) => {
  const days = transition.storage_class && !transition.date && !transition.days ? v.union([v.literal(0), Days]) : Days
  const ownDates = [expiration.date, transition.date].filter(Boolean)
  return v.object({
    enabled: v.pipe(v.boolean(), v.title('Enabled'), v.description(messages.disabledRuleHelp)),
    ...ruleEntries,
    days: v.optional(v.pipe(days, v.title('Days'), v.description(messages.daysCountFromMidnight))),
    date: v.optional(
      v.pipe(
        v.string(),
        v.check((day) => ownDates.includes(day) || v.is(ComingDay, day), messages.dateInFutureRequired),
        v.title('Date'),
        v.description(messages.dateHelp),
        v.metadata({ control: 'date' }),
      ),
    ),
  })
}

const valuesOf = (rule: LifecycleRule, kind: RuleKind): RuleValues & { enabled: boolean } => {
  const { expiration, transition, prefix } = rule
  const { date, days } = kind === 'expiry' ? expiration : transition
  const isTimed = kind === 'expiry' ? Boolean(date || days) : transition.storage_class !== ''
  const time = !isTimed ? 'never' : date ? 'date' : 'days'
  const older = kind === 'expiry' ? expiration.noncurrent_expiration_days : transition.noncurrent_transition_days
  const tier = movesTo(rule)
  return {
    enabled: rule.status === 'Enabled',
    ...(kind === 'expiry' ? { expire: time } : { move: time }),
    ...(time === 'days' && { days }),
    ...(date && { date }),
    ...(older > 0 && { older }),
    ...(kind === 'transition' && { tier, olderTier: transition.noncurrent_storage_class }),
    ...(expiration.newer_noncurrent_versions && { newest: expiration.newer_noncurrent_versions }),
    markers: expiration.delete_marker,
    prefix,
    tags: rule.tags.map(tagText),
  }
}

/** Settings without a form field, written by other programs; they stay. */
const otherSettingsOf = (rule: LifecycleRule, kind: RuleKind) => {
  const { expiration, transition } = rule
  // the disabled fields of several transitions say so themselves
  const ownFields: readonly string[] = kind === 'transition' ? transitionElements : []
  const unknown = rule.unknown?.filter((name) => !ownFields.includes(name))
  const none = { date: '', days: 0 }
  const rest = {
    expiration: {
      ...none,
      delete_marker: false,
      noncurrent_expiration_days: 0,
      ...(expiration.delete_marker_days && { delete_marker_days: expiration.delete_marker_days }),
    },
    transition:
      kind === 'expiry'
        ? transition
        : { ...none, storage_class: '', noncurrent_transition_days: 0, noncurrent_storage_class: '' },
    ...(unknown?.length && { unknown }),
  }
  const hasRest = expires(rest) || movesTo(rest) || rest.unknown
  return [
    describeSizes(rule) && messages.onlyForObjects(describeSizes(rule)),
    expiration.all_versions && messages.objectsExpireWithAllVersions,
    hasRest && messages.partNotChanged(describeActions(rest)),
  ]
    .filter(Boolean)
    .join(' ')
}

type EditRuleProps = { bucket: string; rule: LifecycleRule; onClose: () => void; onDone: () => Promise<void> }

/** Edits a rule; sends only the differences, so that settings of other programs stay. */
export const EditRule = ({ bucket, rule, onClose, onDone }: EditRuleProps) => {
  const { kind, schema, initial, before } = useMemo(() => {
    const ownKind: RuleKind = expires(rule) || !movesTo(rule) ? 'expiry' : 'transition'
    const ownDates = { kind: ownKind, schema: schemaFor(rule), initial: valuesOf(rule, ownKind) }
    return { ...ownDates, before: toBody(ownKind, v.parse(ownDates.schema, ownDates.initial)) }
  }, [rule])
  const [previewed, setPreviewed] = useState<Previewed>()
  const tiers = useTiers()
  const refusals = useRuleRefusals(rule)
  const minimumDays = initial.days === 0 ? 0 : 1

  const changesIn = (values: v.InferOutput<typeof schema>) => {
    const old: Readonly<Record<string, unknown>> = before
    const differing = Object.entries(toBody(kind, values)).filter(([name, value]) => old[name] !== value)
    return {
      ...(values.enabled !== initial.enabled && { disable: !values.enabled }),
      ...Object.fromEntries(differing),
    }
  }
  const reasonBlocked = (values: Partial<v.InferInput<typeof schema>>) => {
    const missing = missingIn(kind, values, minimumDays)
    // a rule that shows no setting in this form may stay like that
    if (missing && missing !== missingIn(kind, initial, minimumDays)) return missing
    const { success, output } = v.safeParse(schema, values)
    return success && Object.keys(changesIn(output)).length === 0 && 'Change something first'
  }
  const showPreview = (values: Partial<v.InferInput<typeof schema>>) => {
    const { success, output } = v.safeParse(schema, values)
    if (success) setPreviewed({ rule: toBody(kind, output) })
  }
  return (
    <>
      <FormDialog
        title="Edit Lifecycle Configuration"
        intro={otherSettingsOf(rule, kind) || undefined}
        schema={schema}
        initial={initial}
        fields={ruleFields(() => kind, kind, tiers.options, refusals)}
        verb="Save"
        blocked={reasonBlocked}
        onClose={onClose}
        onDone={onDone}
        done={messages.lifecycleRuleChanged(displayName(bucket), 'updated')}
        onSubmit={(values) =>
          call(buckets.setLifecycleRule, { params: { bucket, id: rule.id }, body: changesIn(values) })
        }
      >
        {(values) =>
          kind === 'expiry' &&
          !describeSizes(rule) && (
            <PreviewButton
              missing={missingIn(kind, values)}
              isValid={v.is(schema, values)}
              onPress={() => showPreview(values)}
            />
          )
        }
      </FormDialog>
      {previewed && <Preview bucket={bucket} of={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
