import FileSearch from 'lucide-react/icons/file-search'
import { useState } from 'react'
import * as v from 'valibot'
import { say } from '../../../../core/banners.ts'
import { call } from '../../../../core/client.ts'
import type { Input } from '../../../../core/contract.ts'
import { Button } from '../../../../core/ui/button.tsx'
import { Field, TextInput } from '../../../../core/ui/field.tsx'
import { FormDialog } from '../../../../core/ui/form-dialog.tsx'
import { useCall } from '../../../../core/use-call.ts'
import { useLack } from '../../../../core/use-lack.ts'
import { buckets, lifecycleTools } from '../../contract.ts'
import { ComingDay, Days, LifecyclePrefix, VersionCount, writeTags } from '../../lifecycle.ts'
import { Preview } from './preview.tsx'
import type { Previewed } from './previewing.ts'
import { TagList, tagsField } from './tags.tsx'

const times = { days: 'After a number of days', date: 'On a date' }

const NewRule = v.object({
  kind: v.pipe(v.picklist(['expiry', 'transition']), v.title('Type'), v.metadata({ control: 'radio' })),
  expire: v.optional(
    v.pipe(
      v.picklist(['days', 'date', 'never']),
      v.title('Objects Expire'),
      v.metadata({ options: { ...times, never: 'Never: only older versions and delete markers go' } }),
    ),
  ),
  move: v.optional(
    v.pipe(
      v.picklist(['days', 'date', 'never']),
      v.title('Objects Move'),
      v.metadata({ options: { ...times, never: 'Never: only older versions move' } }),
    ),
  ),
  days: v.optional(
    v.pipe(Days, v.title('Days'), v.description('Counted from the midnight after an object was stored, in UTC.')),
  ),
  date: v.optional(
    v.pipe(ComingDay, v.title('Date'), v.description('From midnight UTC on.'), v.metadata({ control: 'date' })),
  ),
  tier: v.optional(v.pipe(v.string(), v.title('Tier'))),
  older: v.optional(v.pipe(Days, v.title('Older Versions'), v.metadata({ unit: 'days' }))),
  olderTier: v.optional(
    v.pipe(v.string(), v.title('Tier of Older Versions'), v.description('The same one where none is chosen.')),
  ),
  newest: v.optional(
    v.pipe(
      VersionCount,
      v.title('Keep Newest'),
      v.description('So many older versions of each key stay, however old they are.'),
      v.metadata({ unit: 'versions' }),
    ),
  ),
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

type Kind = Pick<Values, 'kind' | 'expire' | 'move'>

const moves = ({ kind }: Kind) => kind === 'transition'
const time = (values: Kind) => (moves(values) ? values.move : values.expire)
const olderHint = {
  expiry: 'Versions go for good so many days after a newer one has come.',
  transition: 'Versions move to the tier so many days after a newer one has come.',
}

/** Why the rule cannot be saved yet (spec/2 section 5). */
const blocked = (values: Values) => {
  if (time(values) === 'days' && !((values.days ?? 0) >= 1)) return 'Enter the number of days, at least 1'
  if (time(values) === 'date' && !values.date) return 'Enter the date'
  if (moves(values)) {
    if (values.move === 'never' && !values.older) return 'Enter when older versions move'
    return !values.tier && 'Enter the tier'
  }
  const nothing = !values.older && !values.newest && !values.markers
  return values.expire === 'never' && nothing && 'Enter when older versions go, or remove delete markers'
}

const toBody = (rule: v.InferOutput<typeof NewRule>) => {
  const { kind, move, days, date, tier, older, newest, markers, prefix, tags } = rule
  const olderTier = (move !== 'never' && rule.olderTier) || tier
  const where = { ...(prefix && { prefix }), tags: writeTags(tags) }
  // what was filled in before another choice hid it does not count
  const at = time(rule)
  const expiry = {
    ...(at === 'days' && { expiry_days: days }),
    ...(at === 'date' && { expiry_date: date }),
    ...(older && { noncurrentversion_expiration_days: older }),
    ...(newest && { newer_noncurrentversion_expiration_versions: newest }),
    ...(at === 'never' && markers && { expired_object_delete_marker: true }),
  }
  const transition = {
    ...(at === 'days' && { transition_days: days }),
    ...(at === 'date' && { transition_date: date }),
    ...(at !== 'never' && tier && { storage_class: tier }),
    ...(older &&
      olderTier && { noncurrentversion_transition_days: older, noncurrentversion_transition_storage_class: olderTier }),
  }
  return { ...where, ...(kind === 'expiry' ? expiry : transition) } satisfies Input<
    typeof buckets.addLifecycleRule
  >['body']
}

/** The tiers to choose from, and why objects cannot move; nothing to choose from for whoever may not see the tiers. */
const useTiers = () => {
  const lack = useLack('tiers')
  const { data } = useCall(lifecycleTools.tiers, undefined, { when: !lack })
  const options = data?.tiers.map(({ name, type }) => ({ value: name, label: type ? `${name} (${type})` : name }))
  return {
    lack: lack ?? (options?.length === 0 ? 'There is no remote tier yet: add one to the storage first' : undefined),
    options,
  }
}

/** A tier: one of those that there are, or its name in capitals for whoever may not see them. */
const tierField = (label: string, options: ReturnType<typeof useTiers>['options'], hint?: string) =>
  options
    ? { options }
    : ({
        render: ({ value, onChange, error }: Drawn) => (
          <Field label={label} hint={hint} error={error}>
            <TextInput
              name={label}
              look="mono"
              value={String(value)}
              onChange={(text) => onChange(text.toUpperCase())}
            />
          </Field>
        ),
      } as const)

type Drawn = { value: unknown; onChange: (text: string) => void; error: string | undefined }

type AddRuleProps = { bucket: string; onClose: () => void; onDone: () => Promise<void> }

/** Adds a rule by which objects expire, or move to a tier; what it would let expire can be seen before. */
export const AddRule = ({ bucket, onClose, onDone }: AddRuleProps) => {
  const [kind, setKind] = useState<keyof typeof olderHint>('expiry')
  const [previewed, setPreviewed] = useState<Previewed>()
  const tiers = useTiers()
  const see = (values: Values) => {
    const { success, output } = v.safeParse(NewRule, values)
    if (success) setPreviewed({ rule: toBody(output) })
  }
  return (
    <>
      <FormDialog
        title="Add Lifecycle Rule"
        intro="Uploads that were begun and left need no rule: the storage removes what has come of them by itself."
        schema={NewRule}
        initial={{ kind: 'expiry', expire: 'days', move: 'days' }}
        fields={{
          kind: {
            options: [
              { value: 'expiry', label: 'Expiry: objects are removed' },
              { value: 'transition', label: 'Transition: objects move to a remote tier', disabled: tiers.lack },
            ],
          },
          expire: { visible: (values) => !moves(values), required: true },
          move: { visible: moves, required: true },
          days: { visible: (values) => time(values) === 'days', required: true },
          date: { visible: (values) => time(values) === 'date', required: true },
          tier: {
            visible: moves,
            required: true,
            ...tierField('Tier', tiers.options, 'The name of a remote tier of the storage server.'),
          },
          older: { hint: olderHint[kind] },
          olderTier: {
            visible: (values) => moves(values) && values.move !== 'never' && Boolean(values.older),
            ...tierField('Tier of Older Versions', tiers.options, 'The same one where none is entered.'),
          },
          newest: { visible: (values) => !moves(values) },
          markers: { visible: (values) => !moves(values) && values.expire === 'never' },
          tags: tagsField,
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
      >
        {(values) =>
          !moves(values) && (
            <div>
              <Button
                icon={FileSearch}
                disabled={blocked(values) || (!v.is(NewRule, values) && 'Correct what is marked first')}
                onPress={() => see(values)}
              >
                Preview
              </Button>
            </div>
          )
        }
      </FormDialog>
      {previewed && <Preview bucket={bucket} of={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
