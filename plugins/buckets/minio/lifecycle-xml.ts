import * as v from 'valibot'
import type { LifecycleRule, NewLifecycleRule, Tag } from '../contract.ts'
import { newRuleId } from '../adapters/rule-id.ts'
import { parseAnswer } from '../../../engines/minio/answer.ts'
import { around, element, elementsIn, fromXml, type Node, rewritten } from '../../../engines/minio/xml.ts'

/** An element that may come once, several times or not at all. */
const many = <Output>(schema: v.GenericSchema<unknown, Output>) =>
  v.pipe(
    v.optional(v.union([v.array(schema), schema]), []),
    v.transform((found): Output[] => [found].flat() as Output[]),
  )

/** An element that may be there without anything in it, which reads as a text. */
const maybe = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((found) => (found === '' ? {} : found)),
      v.object(entries),
    ),
    {},
  )

const Count = v.optional(v.pipe(v.string(), v.transform(Number)), '0')
const Text = v.optional(v.string(), '')
const Day = v.pipe(
  Text,
  v.transform((instant) => instant.slice(0, 10)),
)
const StoredTag = v.pipe(
  v.object({ Key: v.string(), Value: Text }),
  v.transform(({ Key, Value }): Tag => ({ key: Key, value: Value })),
)
const conditions = { Prefix: Text, Tag: many(StoredTag), ObjectSizeGreaterThan: Count, ObjectSizeLessThan: Count }

const Stored = v.object({
  ID: Text,
  Status: v.picklist(['Enabled', 'Disabled']),
  Prefix: Text,
  Filter: maybe({ ...conditions, And: maybe(conditions) }),
  Expiration: maybe({ Date: Day, Days: Count, ExpiredObjectDeleteMarker: Text, ExpiredObjectAllVersions: Text }),
  DelMarkerExpiration: maybe({ Days: Count }),
  Transition: maybe({ Date: Day, Days: Count, StorageClass: Text }),
  NoncurrentVersionExpiration: maybe({ NoncurrentDays: Count, NewerNoncurrentVersions: Count }),
  NoncurrentVersionTransition: maybe({ NoncurrentDays: Count, StorageClass: Text }),
})

/** The elements of a rule that are read, by those that hold them; of any other one the name is told. */
const read: Readonly<Record<string, readonly string[]>> = {
  Rule: Object.keys(Stored.entries),
  Filter: [...Object.keys(conditions), 'And'],
  And: Object.keys(conditions),
  Expiration: ['Date', 'Days', 'ExpiredObjectDeleteMarker', 'ExpiredObjectAllVersions'],
  DelMarkerExpiration: ['Days'],
  Transition: ['Date', 'Days', 'StorageClass'],
  NoncurrentVersionExpiration: ['NoncurrentDays', 'NewerNoncurrentVersions'],
  NoncurrentVersionTransition: ['NoncurrentDays', 'StorageClass'],
}

const unread = (name: string, inner: string): string[] =>
  elementsIn(inner).flatMap((part) => {
    if (!read[name]?.includes(part.name)) return part.name
    return read[part.name] ? unread(part.name, part.inner) : []
  })

/** A rule as it stands in the server's document. */
export const readRule = (text: string): LifecycleRule => {
  const { ID, Status, Prefix, Filter, ...actions } = parseAnswer(Stored, fromXml(text, 'Rule'))
  const { And, ...alone } = Filter
  const above = And.ObjectSizeGreaterThan || alone.ObjectSizeGreaterThan
  const below = And.ObjectSizeLessThan || alone.ObjectSizeLessThan
  const others = unread('Rule', elementsIn(text)[0]?.inner ?? '')
  const {
    Expiration,
    DelMarkerExpiration,
    NoncurrentVersionExpiration: noncurrent,
    Transition,
    NoncurrentVersionTransition,
  } = actions
  return {
    id: ID,
    status: Status,
    prefix: And.Prefix || alone.Prefix || Prefix,
    tags: [...alone.Tag, ...And.Tag],
    ...(above && { object_size_greater_than: above }),
    ...(below && { object_size_less_than: below }),
    ...(others.length > 0 && { others: [...new Set(others)] }),
    expiration: {
      date: Expiration.Date,
      days: Expiration.Days,
      delete_marker: Expiration.ExpiredObjectDeleteMarker === 'true',
      noncurrent_expiration_days: noncurrent.NoncurrentDays,
      ...(Expiration.ExpiredObjectAllVersions === 'true' && { all_versions: true }),
      ...(DelMarkerExpiration.Days && { delete_marker_days: DelMarkerExpiration.Days }),
      ...(noncurrent.NewerNoncurrentVersions && { newer_noncurrent_versions: noncurrent.NewerNoncurrentVersions }),
    },
    transition: {
      date: Transition.Date,
      days: Transition.Days,
      storage_class: Transition.StorageClass,
      noncurrent_transition_days: NoncurrentVersionTransition.NoncurrentDays,
      noncurrent_storage_class: NoncurrentVersionTransition.StorageClass,
    },
  }
}

const tagText = ({ key, value }: Tag) => element('Tag', { Key: key, Value: value })

/** A condition by itself stands alone, several stand in an `And`. */
const filterText = (others: readonly string[], tags: readonly Tag[]) => {
  const all = [...others, ...tags.map(tagText)]
  return all.length > 1 ? `<And>${all.join('')}</And>` : (all[0] ?? element('Prefix', ''))
}

const whenOf = (date: string, days: number): Node => (date ? { Date: `${date}T00:00:00Z` } : { Days: days })

const doings = ({ expiration, transition }: NewLifecycleRule): Node => ({
  Expiration: expiration.delete_marker
    ? { ExpiredObjectDeleteMarker: true }
    : expiration.date || expiration.days
      ? whenOf(expiration.date, expiration.days)
      : undefined,
  Transition: transition.storage_class
    ? { ...whenOf(transition.date, transition.days), StorageClass: transition.storage_class }
    : undefined,
  NoncurrentVersionExpiration:
    expiration.noncurrent_expiration_days || expiration.newer_noncurrent_versions
      ? {
          NoncurrentDays: expiration.noncurrent_expiration_days || undefined,
          NewerNoncurrentVersions: expiration.newer_noncurrent_versions,
        }
      : undefined,
  NoncurrentVersionTransition: transition.noncurrent_storage_class
    ? { NoncurrentDays: transition.noncurrent_transition_days, StorageClass: transition.noncurrent_storage_class }
    : undefined,
})

/** A new rule as the document has it, under an id that it is given. */
export const writeRule = (rule: NewLifecycleRule): string => {
  const filter = filterText(rule.prefix ? [element('Prefix', rule.prefix)] : [], rule.tags)
  const actions = Object.entries(doings(rule)).map(([name, content]) => element(name, content))
  return `<Rule>${element('ID', newRuleId())}${element('Status', rule.status)}<Filter>${filter}</Filter>${actions.join('')}</Rule>`
}

/** The same conditions but for the tags. */
const retagged = (inner: string, tags: readonly Tag[]) => {
  const conditions = elementsIn(inner).flatMap((part) => (part.name === 'And' ? elementsIn(part.inner) : part))
  return filterText(
    conditions
      .filter(({ name, inner }) => name !== 'Tag' && !(name === 'Prefix' && inner === ''))
      .map(({ text }) => text),
    tags,
  )
}

/** A rule's text with another status or other tags; all else in it stays byte for byte. */
export const changeRule = (
  text: string,
  { status, tags }: { status?: string | undefined; tags?: readonly Tag[] | undefined },
) =>
  rewritten(text, (rule) => {
    const parts = elementsIn(rule.inner)
    const hasFilter = parts.some(({ name }) => name === 'Filter')
    const inner = rewritten(rule.inner, (part) => {
      if (status !== undefined && part.name === 'Status') return around(part, status)
      if (tags && part.name === 'Filter') return around(part, retagged(part.inner, tags))
      // the old place of the prefix is not allowed beside a filter
      if (tags && part.name === 'Prefix') return hasFilter ? '' : `<Filter>${retagged(part.text, tags)}</Filter>`
      return part.text
    })
    const bare = tags && tags.length > 0 && !parts.some(({ name }) => name === 'Filter' || name === 'Prefix')
    return around(rule, bare ? `${inner}<Filter>${filterText([], tags)}</Filter>` : inner)
  })

/** The rules of a document, each as it is written, under its id. */
export const rulesIn = (xml: string) =>
  elementsIn(elementsIn(xml)[0]?.inner ?? '').flatMap(({ name, text }) =>
    name === 'Rule' ? { id: readRule(text).id, text } : [],
  )

/**
 * The document with other rules in place of its own, and without what only the server says in it; nothing without
 * rules.
 */
export const withRules = (
  xml: string | undefined,
  next: (rules: { id: string; text: string }[]) => string[],
): string | undefined => {
  const document =
    xml ?? '<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></LifecycleConfiguration>'
  const rules = next(rulesIn(document))
  if (rules.length === 0) return undefined
  return rewritten(document, (root) => {
    const others = rewritten(root.inner, ({ name, text }) =>
      name === 'Rule' || name === 'ExpiryUpdatedAt' ? '' : text,
    )
    return around(root, rules.join('') + others)
  })
}
