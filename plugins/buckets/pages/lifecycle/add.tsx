import { useState } from 'react'
import * as v from 'valibot'
import { say } from '../../../../core/banners.ts'
import { call } from '../../../../core/client.ts'
import type { Input } from '../../../../core/contract.ts'
import { Field, TextInput } from '../../../../core/ui/field.tsx'
import { FormDialog } from '../../../../core/ui/form-dialog.tsx'
import { useLack } from '../../../../core/use-lack.ts'
import { buckets } from '../../contract.ts'
import { ComingDay, Days, LifecyclePrefix, writeTags } from '../../lifecycle.ts'
import { TagList } from './tags.ts'

const times = { days: 'After a number of days', date: 'On a date' }

const NewRule = v.object({
  kind: v.pipe(
    v.picklist(['expiry', 'transition']),
    v.title('Type'),
    v.metadata({ control: 'radio' }),
  ),
  expire: v.optional(
    v.pipe(
      v.picklist(['days', 'date', 'never']),
      v.title('Objects Expire'),
      v.metadata({ options: { ...times, never: 'Never: only older versions and delete markers go' } }),
    ),
  ),
  move: v.optional(v.pipe(v.picklist(['days', 'date']), v.title('Objects Move'), v.metadata({ options: times }))),
  days: v.optional(v.pipe(Days, v.title('Days'), v.description('Counted from the midnight after an object was stored, in UTC.'))),
  date: v.optional(v.pipe(ComingDay, v.title('Date'), v.description('From midnight UTC on.'), v.metadata({ control: 'date' }))),
  tier: v.optional(
    v.pipe(
      v.string(),
      v.title('Tier'),
      v.description('The name of a remote tier, as it is set up on the storage server (mc ilm tier add).'),
    ),
  ),
  older: v.optional(v.pipe(Days, v.title('Older Versions'), v.metadata({ unit: 'days' }))),
  markers: v.optional(
    v.pipe(v.boolean(), v.title('Remove Delete Markers'), v.description('Those that hide no version any more.')),
  ),
  prefix: v.optional(
    v.pipe(
      LifecyclePrefix,
      v.description('Only objects whose key begins with it.'),
      v.metadata({ control: 'mono', placeholder: 'logs/' }),
    ),
  ),
  tags: TagList,
})
type Values = Partial<v.InferInput<typeof NewRule>>

const moves = ({ kind }: Values) => kind === 'transition'
const time = (values: Values) => (moves(values) ? values.move : values.expire)
const olderHint = {
  expiry: 'Versions go for good so many days after a newer one has come.',
  transition: 'Versions move to the tier so many days after a newer one has come.',
}

/** Why the rule cannot be saved yet (spec/2 section 5). */
const blocked = (values: Values) => {
  if (time(values) === 'days' && !((values.days ?? 0) >= 1)) return 'Enter the number of days, at least 1'
  if (time(values) === 'date' && !values.date) return 'Enter the date'
  if (time(values) === 'never' && !values.older && !values.markers) return 'Enter when older versions go, or remove delete markers'
  return moves(values) && !values.tier && 'Enter the tier'
}

const toBody = ({ kind, days, date, tier, older, markers, prefix, tags }: v.InferOutput<typeof NewRule>) => {
  const where = { ...(prefix && { prefix }), tags: writeTags(tags) }
  const expiry = {
    ...(days && { expiry_days: days }),
    ...(date && { expiry_date: date }),
    ...(older && { noncurrentversion_expiration_days: older }),
    ...(markers && { expired_object_delete_marker: true }),
  }
  const transition = {
    ...(days && { transition_days: days }),
    ...(date && { transition_date: date }),
    ...(tier && { storage_class: tier }),
    ...(older && tier && { noncurrentversion_transition_days: older, noncurrentversion_transition_storage_class: tier }),
  }
  return { ...where, ...(kind === 'expiry' ? expiry : transition) } satisfies Input<typeof buckets.addLifecycleRule>['body']
}

type AddRuleProps = { bucket: string; onClose: () => void; onDone: () => Promise<void> }

/** Adds a rule by which objects expire, or move to a tier. */
export const AddRule = ({ bucket, onClose, onDone }: AddRuleProps) => {
  const [kind, setKind] = useState<keyof typeof olderHint>('expiry')
  const noTiers = useLack('tiers')
  return (
    <FormDialog
      title="Add Lifecycle Rule"
      schema={NewRule}
      initial={{ kind: 'expiry', expire: 'days', move: 'days' }}
      fields={{
        kind: {
          options: [
            { value: 'expiry', label: 'Expiry: objects are removed' },
            { value: 'transition', label: 'Transition: objects move to a remote tier', disabled: noTiers },
          ],
        },
        expire: { visible: (values) => !moves(values), required: true },
        move: { visible: moves, required: true },
        days: { visible: (values) => time(values) === 'days', required: true },
        date: { visible: (values) => time(values) === 'date', required: true },
        tier: {
          visible: moves,
          required: true,
          render: ({ value, onChange, error }) => (
            <Field label="Tier" hint={v.getDescription(NewRule.entries.tier.wrapped)} error={error}>
              <TextInput name="tier" look="mono" value={String(value)} onChange={(text) => onChange(text.toUpperCase())} />
            </Field>
          ),
        },
        older: { hint: olderHint[kind] },
        markers: { visible: (values) => !moves(values) && values.expire === 'never' },
      }}
      verb="Save"
      busyVerb="Saving"
      blocked={blocked}
      onChange={(values) => setKind(values.kind ?? 'expiry')}
      onClose={onClose}
      onSubmit={async (values) => {
        await call(buckets.addLifecycleRule, { params: { bucket }, body: toBody(values) })
        onClose()
        say('Lifecycle rule successfully added')
        await onDone()
      }}
    />
  )
}
