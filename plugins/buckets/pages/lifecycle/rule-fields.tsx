import * as v from 'valibot'
import type { Input } from 'stowage'
import { Field, TextInput } from 'stowage/ui'
import { useCall, useMissingFeature } from 'stowage/web'
import { type buckets, type LifecycleRule, lifecycleTools } from '../../contract.ts'
import { ComingDay, contradictions, Days, hasSeveral, VersionCount, writeTags } from '../../lifecycle.ts'
import { ruleFilter, tagsField } from './rule-filter.tsx'
import * as messages from '../../messages.ts'

/** Whether a rule expires objects or moves them to a tier. */
export const RuleKind = v.picklist(['expiry', 'transition'])
export type RuleKind = v.InferOutput<typeof RuleKind>

const times = { days: 'After a number of days', date: 'On a date' }

/** Fields of a rule except its kind, in the order of the form. */
export const ruleEntries = {
  expire: v.optional(
    v.pipe(
      v.picklist(['days', 'date', 'never']),
      v.title('Objects Expire'),
      v.metadata({ options: { ...times, never: messages.neverOnlyOlderVersions } }),
    ),
  ),
  move: v.optional(
    v.pipe(
      v.picklist(['days', 'date', 'never']),
      v.title('Objects Move'),
      v.metadata({ options: { ...times, never: 'Never: only older versions move' } }),
    ),
  ),
  days: v.optional(v.pipe(Days, v.title('Days'), v.description(messages.daysCountFromMidnight))),
  date: v.optional(
    v.pipe(ComingDay, v.title('Date'), v.description(messages.dateHelp), v.metadata({ control: 'date' })),
  ),
  tier: v.optional(v.pipe(v.string(), v.title('Tier'))),
  older: v.optional(v.pipe(Days, v.title('Older Versions'), v.metadata({ unit: 'days' }))),
  olderTier: v.optional(v.pipe(v.string(), v.title('Tier of Older Versions'), v.description(messages.defaultSameTier))),
  newest: v.optional(
    v.pipe(
      VersionCount,
      v.title('Keep Newest'),
      v.description(messages.numberOfOlderVersions),
      v.metadata({ unit: 'versions' }),
    ),
  ),
  markers: v.optional(v.pipe(v.boolean(), v.title('Remove Delete Markers'), v.description(messages.deleteMarkersHelp))),
  ...ruleFilter,
}

const Rule = v.object(ruleEntries)
export type RuleValues = Partial<v.InferInput<typeof Rule>>
type ParsedRule = v.InferOutput<typeof Rule>

const timeOf = (kind: RuleKind, { expire, move }: Pick<RuleValues, 'expire' | 'move'>) =>
  kind === 'transition' ? move : expire

const olderHint = {
  expiry: messages.noncurrentExpiryHelp,
  transition: messages.noncurrentTransitionHelp,
}

/** Why a rule cannot be saved yet (spec/2 section 5); `least` is the minimum number of days. */
export const missingIn = (kind: RuleKind, values: RuleValues, least = 1): string | false => {
  const time = timeOf(kind, values)
  if (time === 'days' && !((values.days ?? -1) >= least)) return messages.daysRequired(least)
  if (time === 'date' && !values.date) return 'Enter the date'
  if (kind === 'transition') {
    if (values.move === 'never' && !values.older) return 'Enter when older versions move'
    return !values.tier && 'Enter the tier'
  }
  const nothing = !values.older && !values.newest && !values.markers
  return values.expire === 'never' && nothing && messages.noncurrentExpiryRequired
}

/** Builds the request body: 0 and empty texts for unset fields; hidden fields are ignored. */
export const toBody = (kind: RuleKind, rule: ParsedRule) => {
  const { move, days, date, tier, older, newest, markers, prefix = '', tags } = rule
  const olderTier = (move !== 'never' && rule.olderTier) || tier
  const filter = { prefix, tags: writeTags(tags) }
  const at = timeOf(kind, rule)
  const expiry = {
    expiry_days: (at === 'days' && days) || 0,
    expiry_date: (at === 'date' && date) || '',
    noncurrentversion_expiration_days: older ?? 0,
    newer_noncurrentversion_expiration_versions: newest ?? 0,
    expired_object_delete_marker: at === 'never' && markers === true,
  }
  const transition = {
    transition_days: (at === 'days' && days) || 0,
    transition_date: (at === 'date' && date) || '',
    storage_class: (at !== 'never' && tier) || '',
    noncurrentversion_transition_days: (olderTier && older) || 0,
    noncurrentversion_transition_storage_class: (older && olderTier) || '',
  }
  return { ...filter, ...(kind === 'expiry' ? expiry : transition) } satisfies Input<
    typeof buckets.addLifecycleRule
  >['body']
}

/** Tiers to choose from, and why objects cannot be moved; no options for accounts that may not list tiers. */
export const useTiers = () => {
  const missingFeature = useMissingFeature('tiers')
  const { data } = useCall(lifecycleTools.tiers, undefined, { when: !missingFeature })
  const options = data?.tiers.map(({ name, type }) => ({ value: name, label: type ? `${name} (${type})` : name }))
  return {
    unavailable: missingFeature ?? (options?.length === 0 ? messages.noTierYet : undefined),
    options,
  }
}

/** Why fields of a rule are disabled: it has several transitions, or the storage lacks versions or tags. */
export const useRuleRefusals = (rule: Pick<LifecycleRule, 'unknown'> = {}) => ({
  versions: useMissingFeature('versions') ?? (false as const),
  tags: useMissingFeature('object-tags'),
  transition: hasSeveral(rule, 'Transition') && contradictions.several,
  noncurrentTransition: hasSeveral(rule, 'NoncurrentVersionTransition') && contradictions.olderSeveral,
})

type Drawn = { value: unknown; onChange: (text: string) => void; error: string | undefined }

/** A select of the tiers, or a text field for accounts that may not list them. */
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

/** Form fields of a rule; `kindOf` reads the kind from the form's values. */
export const ruleFields = <Values extends RuleValues>(
  kindOf: (values: Values) => RuleKind,
  kind: RuleKind,
  tiers: ReturnType<typeof useTiers>['options'],
  refusals: ReturnType<typeof useRuleRefusals>,
) => {
  const ofVersions = { disabled: () => refusals.versions }
  const moves = (values: Values) => kindOf(values) === 'transition'
  const time = (values: Values) => timeOf(kindOf(values), values)
  return {
    expire: {
      visible: (values: Values) => !moves(values),
      required: true as const,
      options: [
        ...Object.entries(times).map(([value, label]) => ({ value, label })),
        { value: 'never', label: messages.neverOnlyOlderVersions, disabled: refusals.versions },
      ],
    },
    move: {
      visible: moves,
      required: true as const,
      disabled: () => refusals.transition,
      ...(refusals.transition && { options: [{ value: 'never', label: 'In several transitions' }] }),
    },
    days: { visible: (values: Values) => time(values) === 'days', required: true as const },
    date: { visible: (values: Values) => time(values) === 'date', required: true as const },
    tier: {
      visible: moves,
      required: true as const,
      ...tierField('Tier', tiers, messages.tierNameHelp),
    },
    older: {
      hint: olderHint[kind],
      disabled: () => refusals.versions || (kind === 'transition' && refusals.noncurrentTransition),
    },
    olderTier: {
      visible: (values: Values) => moves(values) && values.move !== 'never' && Boolean(values.older),
      ...tierField('Tier of Older Versions', tiers, messages.defaultSameTier),
    },
    newest: { visible: (values: Values) => !moves(values), ...ofVersions },
    markers: { visible: (values: Values) => !moves(values) && values.expire === 'never' },
    tags: tagsField(refusals.tags),
  }
}
