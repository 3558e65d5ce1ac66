import * as v from 'valibot'
import { decodePercent, isDay, limits, text } from 'stowage'
import * as texts from './messages.ts'

/** Wire format of a date that is not set. */
const UNSET_DATE = '0001-01-01T00:00:00Z'

const dayOf = (text: string) => (text.startsWith('0001-') ? '' : text.slice(0, 10))

/** A date from today on, as midnight UTC: storage servers accept nothing else. */
export const ComingDay = v.pipe(
  text(limits.word),
  v.check(isDay, 'Enter a valid date'),
  v.check((day) => day >= new Date().toISOString().slice(0, 10), 'This date has passed (UTC)'),
)

/** A larger number of days overflows a storage server's clock, which would expire all objects immediately. */
const MAX_DAYS = 36_500

export const Days = v.pipe(
  v.number('Enter a number'),
  v.integer('Enter whole days'),
  v.minValue(1, 'Enter at least 1 day'),
  v.maxValue(MAX_DAYS, 'Enter at most 36,500 days'),
)

/** Number of noncurrent versions per key that a rule retains, regardless of age. */
export const VersionCount = v.pipe(
  v.number('Enter a number'),
  v.integer('Enter a whole number'),
  v.minValue(1, 'Enter at least 1'),
  v.maxValue(100_000, 'Enter at most 100,000'),
)

/** A tag that an object must have for a rule to apply. */
export const Tag = v.object({ key: v.string(), value: v.string() })
export type Tag = v.InferOutput<typeof Tag>

/** Maximum number of tags per object. */
const MAX_RULE_TAGS = 10

const readTags = (text: string): Tag[] =>
  text
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [key = '', ...value] = pair.split('=').map(decodePercent)
      return { key, value: value.join('=') }
    })

/** Encodes tags for the wire, `k=v&k2=v2`, percent-encoded. */
export const writeTags = (tags: readonly Tag[]) =>
  tags.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')

/** Tags of a rule, with unique keys. All characters are allowed, since programs may have set any tags on objects. */
export const RuleTags = v.pipe(
  v.array(Tag),
  v.maxLength(MAX_RULE_TAGS, texts.tooManyObjectTags(MAX_RULE_TAGS)),
  v.check((tags) => tags.every(({ key }) => key !== '' && key.length <= 128), texts.tagKeyLength),
  v.check((tags) => tags.every(({ value }) => value.length <= 256), texts.tagValueLength),
  v.check((tags) => !tags.some(({ key, value }) => /\p{Cc}/u.test(key + value)), 'Control characters are not allowed'),
  v.check((tags) => new Set(tags.map(({ key }) => key)).size === tags.length, 'Tag keys must be unique'),
)

/** Decodes tags from the wire; the limit fits ten tags of maximum length, percent-encoded. */
export const WrittenTags = v.pipe(text(40_000), v.transform(readTags), RuleTags)

/** A key prefix that a rule applies to; `*` and `?` are literal here. */
export const LifecyclePrefix = v.pipe(
  v.string(),
  v.title('Prefix'),
  v.maxBytes(limits.key, texts.keyTooLong),
  v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'),
)

const Text = v.optional(v.string(), '')
const Amount = v.optional(v.number(), 0)
const Day = v.optional(v.pipe(v.string(), v.transform(dayOf)), '')

/**
 * A lifecycle rule (console-api 8.3). 0 and empty mean not set; dates are `YYYY-MM-DD`; older versions are
 * "noncurrent". Settings that only other programs write appear if present: object sizes in bytes, and in `unknown` the
 * names of unknown elements, and of `transitionElements` that the rule has several times.
 */
export const LifecycleRule = v.object({
  id: Text,
  status: v.picklist(['Enabled', 'Disabled']),
  prefix: Text,
  tags: v.optional(
    v.pipe(
      v.nullable(v.array(Tag)),
      v.transform((tags) => tags ?? []),
    ),
    [],
  ),
  object_size_greater_than: v.optional(v.number()),
  object_size_less_than: v.optional(v.number()),
  unknown: v.optional(v.array(v.string())),
  expiration: v.object({
    date: Day,
    days: Amount,
    delete_marker: v.optional(v.boolean(), false),
    noncurrent_expiration_days: Amount,
    all_versions: v.optional(v.boolean()),
    delete_marker_days: v.optional(v.number()),
    newer_noncurrent_versions: v.optional(v.number()),
  }),
  transition: v.object({
    date: Day,
    days: Amount,
    storage_class: Text,
    noncurrent_transition_days: Amount,
    noncurrent_storage_class: Text,
  }),
})
export type LifecycleRule = v.InferOutput<typeof LifecycleRule>

/** Elements of a rule's transitions; with several of the same, objects move from tier to tier. */
export const transitionElements = ['Transition', 'NoncurrentVersionTransition'] as const

/** Whether a rule has several transitions of this kind, which are not changed. */
export const hasSeveral = ({ unknown }: Pick<LifecycleRule, 'unknown'>, element: (typeof transitionElements)[number]) =>
  unknown?.includes(element) ?? false

const instant = (day: string) => (day ? `${day}T00:00:00Z` : UNSET_DATE)

/** Converts a rule to its wire format. */
export const toWire = ({ expiration, transition, ...rule }: LifecycleRule): v.InferInput<typeof LifecycleRule> => ({
  ...rule,
  expiration: { ...expiration, date: instant(expiration.date) },
  transition: { ...transition, date: instant(transition.date) },
})

/** Days, a date, a count or a tier; other programs send 0 or an empty text for unset. */
const DaysOrNone = v.union([v.literal(0), Days])
const DayOrNone = v.pipe(text(limits.word), v.transform(dayOf), v.union([v.literal(''), ComingDay]))
const CountOrNone = v.union([v.literal(0), VersionCount])
const TierOrNone = v.pipe(
  text(limits.name),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[^\p{Cc}]*$/u, 'Control characters are not allowed'),
)

/** Redundant type that later clients of the former console send; must match the rest. */
const RuleType = v.optional(v.picklist(['expiry', 'transition']))

type Actions = { [Name in Exclude<keyof Entries, 'type'>]?: Entries[Name] | undefined }

const hasExpiration = (body: Actions) =>
  Boolean(
    body.expiry_date ||
      body.expiry_days ||
      body.expired_object_delete_marker ||
      body.noncurrentversion_expiration_days ||
      body.newer_noncurrentversion_expiration_versions,
  )
const hasTransition = (body: Actions) =>
  Boolean(
    body.transition_date ||
      body.transition_days ||
      body.storage_class ||
      body.noncurrentversion_transition_days ||
      body.noncurrentversion_transition_storage_class,
  )

/** Error messages for contradicting settings, shared by new rules and changes. */
export const contradictions = {
  nothing: texts.expiryOrTransitionRequired,
  both: texts.expiryAndTransition,
  expireTwice: texts.expiryDaysAndDate,
  markers: texts.deleteMarkerRuleHasTime,
  moveTwice: texts.transitionDaysAndDate,
  tier: texts.transitionNeedsTier,
  olderTier: texts.noncurrentTransitionNeedsTier,
  several: texts.severalTransitions,
  olderSeveral: texts.severalNoncurrentTransitions,
} as const

const matchesType = (body: Actions & { type?: 'expiry' | 'transition' | undefined }) =>
  !(hasExpiration(body) && hasTransition(body)) &&
  !(body.type === 'expiry' ? hasTransition(body) : body.type && hasExpiration(body))

const Entries = v.object({
  type: RuleType,
  prefix: v.optional(LifecyclePrefix, ''),
  tags: v.optional(WrittenTags, ''),
  disable: v.optional(v.boolean(), false),
  expiry_date: v.optional(DayOrNone, ''),
  expiry_days: v.optional(DaysOrNone, 0),
  expired_object_delete_marker: v.optional(v.boolean(), false),
  noncurrentversion_expiration_days: v.optional(DaysOrNone, 0),
  newer_noncurrentversion_expiration_versions: v.optional(CountOrNone, 0),
  transition_date: v.optional(DayOrNone, ''),
  transition_days: v.optional(DaysOrNone, 0),
  storage_class: v.optional(TierOrNone, ''),
  noncurrentversion_transition_days: v.optional(DaysOrNone, 0),
  noncurrentversion_transition_storage_class: v.optional(TierOrNone, ''),
})
type Entries = v.InferOutput<typeof Entries>

/** Parses the body that adds a rule (console-api 8.4). A rule either expires objects or moves them. */
export const NewLifecycleRule = v.pipe(
  Entries,
  v.check((body) => hasExpiration(body) || hasTransition(body), contradictions.nothing),
  v.check((body) => matchesType(body), contradictions.both),
  v.check((body) => !body.expiry_date || !body.expiry_days, contradictions.expireTwice),
  v.check(
    (body) => !body.expired_object_delete_marker || !(body.expiry_date || body.expiry_days),
    contradictions.markers,
  ),
  v.check((body) => !body.transition_date || !body.transition_days, contradictions.moveTwice),
  v.check(
    (body) => Boolean(body.transition_date || body.transition_days) === Boolean(body.storage_class),
    contradictions.tier,
  ),
  v.check(
    (body) =>
      Boolean(body.noncurrentversion_transition_days) === Boolean(body.noncurrentversion_transition_storage_class),
    contradictions.olderTier,
  ),
  v.transform(
    (body): Omit<LifecycleRule, 'id'> => ({
      status: body.disable ? 'Disabled' : 'Enabled',
      prefix: body.prefix,
      tags: body.tags,
      expiration: {
        date: body.expiry_date,
        days: body.expiry_days,
        delete_marker: body.expired_object_delete_marker,
        noncurrent_expiration_days: body.noncurrentversion_expiration_days,
        ...(body.newer_noncurrentversion_expiration_versions > 0 && {
          newer_noncurrent_versions: body.newer_noncurrentversion_expiration_versions,
        }),
      },
      transition: {
        date: body.transition_date,
        days: body.transition_days,
        storage_class: body.storage_class,
        noncurrent_transition_days: body.noncurrentversion_transition_days,
        noncurrent_storage_class: body.noncurrentversion_transition_storage_class,
      },
    }),
  ),
)
export type NewLifecycleRule = v.InferOutput<typeof NewLifecycleRule>

/** A change of a rule. Omitted fields stay; 0, `false` and an empty text clear a field. */
export const LifecycleChange = v.pipe(
  v.object({
    type: RuleType,
    disable: v.optional(v.boolean()),
    prefix: v.optional(LifecyclePrefix),
    tags: v.optional(WrittenTags),
    expiry_date: v.optional(DayOrNone),
    expiry_days: v.optional(DaysOrNone),
    expired_object_delete_marker: v.optional(v.boolean()),
    noncurrentversion_expiration_days: v.optional(DaysOrNone),
    newer_noncurrentversion_expiration_versions: v.optional(CountOrNone),
    transition_date: v.optional(DayOrNone),
    transition_days: v.optional(DaysOrNone),
    storage_class: v.optional(TierOrNone),
    noncurrentversion_transition_days: v.optional(DaysOrNone),
    noncurrentversion_transition_storage_class: v.optional(TierOrNone),
  }),
  v.check((body) => matchesType(body), contradictions.both),
  v.check((body) => !body.expiry_date || !body.expiry_days, contradictions.expireTwice),
  v.check((body) => !body.transition_date || !body.transition_days, contradictions.moveTwice),
  v.transform(({ type: _, ...change }) => change),
)
export type LifecycleChange = v.InferOutput<typeof LifecycleChange>

/** Code of the 404 for a bucket without lifecycle rules; older clients recognize it (console-api 8). */
export const noLifecycle = 'NoSuchLifecycleConfiguration'
