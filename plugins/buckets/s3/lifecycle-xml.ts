import * as v from 'valibot'
import type { LifecycleRule, NewLifecycleRule, Tag } from '../contract.ts'
import { transitionElements } from '../lifecycle.ts'
import { newRuleId } from '../backend/rule-id.ts'
import {
  wrapElement,
  element,
  elementsIn,
  fromXml,
  type Node,
  parseResponse,
  rewriteElements,
} from 'stowage/engines/s3'
import { childrenOf, unknownElements } from './xml.ts'

/** An element that can be missing or occur several times. */
const repeated = <Output>(schema: v.GenericSchema<unknown, Output>) =>
  v.pipe(
    v.optional(v.union([v.array(schema), schema]), []),
    v.transform((value): Output[] => [value].flat() as Output[]),
  )

/** An element that can be empty, which the XML parser returns as text. */
const optionalElement = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (value === '' ? {} : value)),
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
const conditions = { Prefix: Text, Tag: repeated(StoredTag), ObjectSizeGreaterThan: Count, ObjectSizeLessThan: Count }

const Stored = v.object({
  ID: Text,
  Status: v.picklist(['Enabled', 'Disabled']),
  Prefix: Text,
  Filter: optionalElement({ ...conditions, And: optionalElement(conditions) }),
  Expiration: optionalElement({
    Date: Day,
    Days: Count,
    ExpiredObjectDeleteMarker: Text,
    ExpiredObjectAllVersions: Text,
  }),
  DelMarkerExpiration: optionalElement({ Days: Count }),
  Transition: repeated(optionalElement({ Date: Day, Days: Count, StorageClass: Text })),
  NoncurrentVersionExpiration: optionalElement({ NoncurrentDays: Count, NewerNoncurrentVersions: Count }),
  NoncurrentVersionTransition: repeated(optionalElement({ NoncurrentDays: Count, StorageClass: Text })),
})

/** Known child elements by parent; the names of others are reported. */
const knownElements: Readonly<Record<string, readonly string[]>> = {
  Rule: Object.keys(Stored.entries),
  Filter: [...Object.keys(conditions), 'And'],
  And: Object.keys(conditions),
  Expiration: ['Date', 'Days', 'ExpiredObjectDeleteMarker', 'ExpiredObjectAllVersions'],
  DelMarkerExpiration: ['Days'],
  Transition: ['Date', 'Days', 'StorageClass'],
  NoncurrentVersionExpiration: ['NoncurrentDays', 'NewerNoncurrentVersions'],
  NoncurrentVersionTransition: ['NoncurrentDays', 'StorageClass'],
}

const onlyOne = <Element>(elements: readonly Element[]) => (elements.length === 1 ? elements[0] : undefined)

/** Parses a rule of the server's document. Several transitions of one kind are reported as unknown. */
export const readRule = (text: string): LifecycleRule => {
  const { ID, Status, Prefix, Filter, ...actions } = parseResponse(Stored, fromXml(text, 'Rule'))
  const { And, ...directConditions } = Filter
  const above = And.ObjectSizeGreaterThan || directConditions.ObjectSizeGreaterThan
  const below = And.ObjectSizeLessThan || directConditions.ObjectSizeLessThan
  const { Expiration, DelMarkerExpiration, NoncurrentVersionExpiration: noncurrent } = actions
  const transition = onlyOne(actions.Transition)
  const noncurrentTransition = onlyOne(actions.NoncurrentVersionTransition)
  const others = [
    ...unknownElements(knownElements, 'Rule', elementsIn(text)[0]?.inner ?? ''),
    ...transitionElements.filter((name) => actions[name].length > 1),
  ]
  return {
    id: ID,
    status: Status,
    prefix: And.Prefix || directConditions.Prefix || Prefix,
    tags: [...directConditions.Tag, ...And.Tag],
    ...(above && { object_size_greater_than: above }),
    ...(below && { object_size_less_than: below }),
    ...(others.length > 0 && { unknown: [...new Set(others)] }),
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
      date: transition?.Date ?? '',
      days: transition?.Days ?? 0,
      storage_class: transition?.StorageClass ?? '',
      noncurrent_transition_days: noncurrentTransition?.NoncurrentDays ?? 0,
      noncurrent_storage_class: noncurrentTransition?.StorageClass ?? '',
    },
  }
}

const tagText = ({ key, value }: Tag) => element('Tag', { Key: key, Value: value })

/** A single condition is written directly, several are wrapped in `And`. */
const filterText = (others: readonly string[], tags: readonly Tag[]) => {
  const all = [...others, ...tags.map(tagText)]
  return all.length > 1 ? `<And>${all.join('')}</And>` : (all[0] ?? element('Prefix', ''))
}

const daysOrDate = (date: string, days: number): Node => (date ? { Date: `${date}T00:00:00Z` } : { Days: days })

const actionElements = ({ expiration, transition }: NewLifecycleRule): Node => ({
  Expiration: expiration.delete_marker
    ? { ExpiredObjectDeleteMarker: true }
    : expiration.date || expiration.days
      ? daysOrDate(expiration.date, expiration.days)
      : undefined,
  Transition: transition.storage_class
    ? { ...daysOrDate(transition.date, transition.days), StorageClass: transition.storage_class }
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

/** Serializes a new rule under a new ID. */
export const writeRule = (rule: NewLifecycleRule): string => {
  const filter = filterText(rule.prefix ? [element('Prefix', rule.prefix)] : [], rule.tags)
  const actions = Object.entries(actionElements(rule)).map(([name, content]) => element(name, content))
  return `<Rule>${element('ID', newRuleId())}${element('Status', rule.status)}<Filter>${filter}</Filter>${actions.join('')}</Rule>`
}

type Scope = { prefix?: string | undefined; tags?: readonly Tag[] | undefined }

/** Replaces the prefix or the tags of a filter; other conditions stay. */
const replaceFilter = (inner: string, { prefix, tags }: Scope) => {
  const conditions = elementsIn(inner).flatMap((part) => (part.name === 'And' ? elementsIn(part.inner) : part))
  const isUnchanged = ({ name, inner: own }: (typeof conditions)[number]) =>
    !(name === 'Tag' && tags) && !(name === 'Prefix' && (own === '' || prefix !== undefined))
  const others = conditions.filter(isUnchanged).map(({ text }) => text)
  return filterText([...(prefix ? [element('Prefix', prefix)] : []), ...others], tags ?? [])
}

/** Contents of a rule's action elements; an empty child is removed from its element. */
const actionsOf = ({ expiration, transition }: LifecycleRule): Readonly<Record<string, Record<string, string>>> => {
  const number = (value: number | undefined) => (value ? String(value) : '')
  const day = (date: string) => (date ? `${date}T00:00:00Z` : '')
  const daysText = (tier: string, date: string, days: number) => (tier && !date ? String(days) : '')
  return {
    Expiration: {
      Date: day(expiration.date),
      Days: number(expiration.days),
      ExpiredObjectDeleteMarker: expiration.delete_marker ? 'true' : '',
    },
    Transition: {
      Date: day(transition.date),
      Days: daysText(transition.storage_class, transition.date, transition.days),
      StorageClass: transition.storage_class,
    },
    NoncurrentVersionExpiration: {
      NoncurrentDays: number(expiration.noncurrent_expiration_days),
      NewerNoncurrentVersions: number(expiration.newer_noncurrent_versions),
    },
    NoncurrentVersionTransition: {
      NoncurrentDays: daysText(transition.noncurrent_storage_class, '', transition.noncurrent_transition_days),
      StorageClass: transition.noncurrent_storage_class,
    },
  }
}

/** The actions that differ between two rules, by element. */
const changedActions = (before: LifecycleRule, next: LifecycleRule) => {
  const oldActions = actionsOf(before)
  return Object.entries(actionsOf(next)).filter(([name, parts]) =>
    Object.entries(parts).some(([key, value]) => oldActions[name]?.[key] !== value),
  )
}

const withParts = (inner: string, parts: Record<string, string>): string => {
  const existing = new Set(elementsIn(inner).map(({ name }) => name))
  const changed = rewriteElements(inner, ({ name, text }) =>
    parts[name] === undefined ? text : parts[name] ? element(name, parts[name]) : '',
  )
  const added = Object.entries(parts).flatMap(([name, value]) =>
    value && !existing.has(name) ? element(name, value) : [],
  )
  return changed + added.join('')
}

/** A rule's text with the changes of `next`; the rest stays byte for byte. */
export const changeRule = (text: string, next: LifecycleRule) => {
  const before = readRule(text)
  const scope: Scope = {
    prefix: next.prefix === before.prefix ? undefined : next.prefix,
    tags: JSON.stringify(next.tags) === JSON.stringify(before.tags) ? undefined : next.tags,
  }
  const isMoved = scope.prefix !== undefined || scope.tags !== undefined
  const actions = new Map(changedActions(before, next))
  return rewriteElements(text, (rule) => {
    const names = elementsIn(rule.inner).map(({ name }) => name)
    const inner = rewriteElements(rule.inner, (part) => {
      if (part.name === 'Status' && next.status !== before.status) return wrapElement(part, next.status)
      if (isMoved && part.name === 'Filter') return wrapElement(part, replaceFilter(part.inner, scope))
      // the legacy position of the prefix is not allowed next to a filter
      if (isMoved && part.name === 'Prefix')
        return names.includes('Filter') ? '' : `<Filter>${replaceFilter(part.text, scope)}</Filter>`
      const parts = actions.get(part.name)
      if (!parts) return part.text
      const changed = withParts(part.inner, parts)
      return elementsIn(changed).length > 0 ? wrapElement(part, changed) : ''
    })
    const isBare = isMoved && !names.includes('Filter') && !names.includes('Prefix')
    const added = [...actions].flatMap(([name, parts]) => {
      const content = names.includes(name) ? '' : withParts('', parts)
      return content ? `<${name}>${content}</${name}>` : []
    })
    return wrapElement(rule, [inner, isBare ? `<Filter>${replaceFilter('', scope)}</Filter>` : '', ...added].join(''))
  })
}

/** The rules of a document as raw text, by ID. */
export const rulesIn = (xml: string) =>
  childrenOf(xml).flatMap(({ name, text }) => (name === 'Rule' ? { id: readRule(text).id, text } : []))

/** The document with its rules replaced, without elements that only the server may write; `undefined` without rules. */
export const withRules = (
  xml: string | undefined,
  next: (rules: { id: string; text: string }[]) => string[],
): string | undefined => {
  const document =
    xml ?? '<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></LifecycleConfiguration>'
  const rules = next(rulesIn(document))
  if (rules.length === 0) return undefined
  return rewriteElements(document, (root) => {
    const others = rewriteElements(root.inner, ({ name, text }) =>
      name === 'Rule' || name === 'ExpiryUpdatedAt' ? '' : text,
    )
    return wrapElement(root, rules.join('') + others)
  })
}
