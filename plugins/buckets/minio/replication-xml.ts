import type { NewReplication, ReplicationChange, ReplicationRule } from '../replication.ts'
import { writeTags, type Tag } from '../lifecycle.ts'
import { newRuleId } from '../backend/rule-id.ts'
import { wrapElement, element, elementsIn, escape, rewriteElements, type Span, unescape } from 'stowage/engines/s3'
import { childrenOf, unknownElements } from '../s3/xml.ts'

/** Known child elements by parent; the names of others are reported. */
const knownElements: Readonly<Record<string, readonly string[]>> = {
  Rule: [
    'ID',
    'Status',
    'Priority',
    'Prefix',
    'Filter',
    'Destination',
    'DeleteMarkerReplication',
    'DeleteReplication',
    'SourceSelectionCriteria',
    'ExistingObjectReplication',
  ],
  Filter: ['Prefix', 'Tag', 'And'],
  And: ['Prefix', 'Tag'],
  Destination: ['Bucket', 'StorageClass'],
  SourceSelectionCriteria: ['ReplicaModifications'],
}

/** The text of the first element at a path; empty if there is none. */
const textAt = (inner: string, [name, ...rest]: readonly string[]): string => {
  const part = elementsIn(inner).find((one) => one.name === name)
  if (!part) return ''
  return rest.length > 0 ? textAt(part.inner, rest) : unescape(part.inner).trim()
}

/** Replaces the text of the element at a path, creating missing elements. */
const withText = (inner: string, [name = '', ...rest]: readonly string[], text: string): string => {
  let isReplaced = false
  const next = rewriteElements(inner, (part) => {
    if (part.name !== name || isReplaced) return part.text
    isReplaced = true
    return wrapElement(part, rest.length > 0 ? withText(part.inner, rest, text) : escape(text))
  })
  return isReplaced ? next : `${next}<${name}>${rest.length > 0 ? withText('', rest, text) : escape(text)}</${name}>`
}

const statusAt = {
  replicateDeleteMarkers: ['DeleteMarkerReplication', 'Status'],
  replicateDeletes: ['DeleteReplication', 'Status'],
  replicateMetadata: ['SourceSelectionCriteria', 'ReplicaModifications', 'Status'],
  replicateExisting: ['ExistingObjectReplication', 'Status'],
} as const

const onOff = (on: boolean) => (on ? 'Enabled' : 'Disabled')

/** The conditions of a filter, standalone or in an `And`. */
const conditionsIn = (inner: string): Span[] =>
  elementsIn(inner).flatMap((part) => (part.name === 'And' ? elementsIn(part.inner) : part))

const tagsIn = (conditions: readonly Span[]): Tag[] =>
  conditions
    .filter(({ name }) => name === 'Tag')
    .map(({ inner }) => ({ key: textAt(inner, ['Key']), value: textAt(inner, ['Value']) }))
    // the server writes an empty tag for a rule without tags
    .filter(({ key }) => key !== '')

const roleIn = (xml: string) => textAt(elementsIn(xml)[0]?.inner ?? '', ['Role'])

/** Parses a rule; `role` is the target in documents that have one for all rules. */
export const readReplicationRule = (text: string, role = '') => {
  const inner = elementsIn(text)[0]?.inner ?? ''
  const at = (...path: string[]) => textAt(inner, path)
  const conditions = conditionsIn(elementsIn(inner).find(({ name }) => name === 'Filter')?.inner ?? '')
  const prefix = conditions.find((part) => part.name === 'Prefix' && part.inner !== '')
  const destination = at('Destination', 'Bucket')
  return {
    id: at('ID'),
    status: at('Status') === 'Enabled' ? ('Enabled' as const) : ('Disabled' as const),
    priority: Number(at('Priority')) || 0,
    prefix: prefix ? unescape(prefix.inner) : at('Prefix'),
    tags: writeTags(tagsIn(conditions)),
    destination: { bucket: role.startsWith('arn:minio:') ? role : destination },
    delete_marker_replication: at(...statusAt.replicateDeleteMarkers) === 'Enabled',
    deletes_replication: at(...statusAt.replicateDeletes) === 'Enabled',
    metadata_replication: at(...statusAt.replicateMetadata) === 'Enabled',
    existing_objects: at(...statusAt.replicateExisting) === 'Enabled',
    storageClass: at('Destination', 'StorageClass'),
    unknown: [...new Set(unknownElements(knownElements, 'Rule', inner))],
  } satisfies ReplicationRule
}

/** A single condition is written directly, several are wrapped in `And`. */
const filterText = (prefix: string, tags: readonly Tag[]) => {
  const all = [
    ...(prefix ? [element('Prefix', prefix)] : []),
    ...tags.map(({ key, value }) => element('Tag', { Key: key, Value: value })),
  ]
  return all.length > 1 ? `<And>${all.join('')}</And>` : (all[0] ?? element('Prefix', ''))
}

/** Serializes a new rule under a new ID. */
export const writeReplicationRule = (rule: NewReplication, arn: string, priority: number) =>
  [
    '<Rule>',
    element('ID', newRuleId()),
    element('Status', 'Enabled'),
    element('Priority', priority),
    ...Object.entries(statusAt).map(([field, path]) => withText('', path, onOff(rule[field as keyof typeof statusAt]))),
    element('Destination', { Bucket: arn, StorageClass: rule.storageClass || undefined }),
    `<Filter>${filterText(rule.prefix, rule.tags)}</Filter>`,
    '</Rule>',
  ].join('')

/** Replaces the conditions of a filter; the rest stays as written. */
const replaceFilter = (inner: string, { prefix, tags }: Pick<ReplicationChange, 'prefix' | 'tags'>) => {
  const conditions = conditionsIn(inner)
  const legacyPrefix = conditions.find(({ name }) => name === 'Prefix')
  const others = conditions.filter(({ name }) => name !== 'Prefix' && name !== 'Tag').map(({ text }) => text)
  const filter = filterText(prefix ?? (legacyPrefix ? unescape(legacyPrefix.inner) : ''), tags ?? tagsIn(conditions))
  return others.length > 0
    ? `<And>${elementsIn(filter)[0]?.name === 'And' ? elementsIn(filter)[0]?.inner : filter}${others.join('')}</And>`
    : filter
}

/** Changes the settings of a rule's text; settings that are not named stay byte for byte. */
export const changeReplicationRule = (text: string, change: ReplicationChange) =>
  rewriteElements(text, (rule) => {
    const before = readReplicationRule(rule.text)
    let inner = rule.inner
    const set = (path: readonly string[], next: string | undefined) => {
      if (next !== undefined && textAt(inner, path) !== next) inner = withText(inner, path, next)
    }
    set(['Status'], change.status)
    set(['Priority'], change.priority?.toString())
    for (const [field, path] of Object.entries(statusAt)) {
      const on = change[field as keyof typeof statusAt]
      set(path, on === undefined ? undefined : onOff(on))
    }
    set(['Destination', 'StorageClass'], change.storageClass)
    const tags = change.tags && writeTags(change.tags) !== before.tags ? change.tags : undefined
    const prefix = change.prefix !== undefined && change.prefix !== before.prefix ? change.prefix : undefined
    if (tags === undefined && prefix === undefined) return wrapElement(rule, inner)
    const parts = elementsIn(inner)
    if (parts.some(({ name }) => name === 'Filter'))
      return wrapElement(
        rule,
        rewriteElements(inner, (part) =>
          part.name === 'Filter' ? wrapElement(part, replaceFilter(part.inner, { prefix, tags })) : part.text,
        ),
      )
    // the legacy position of the prefix is not allowed next to a filter
    const withoutPrefix = rewriteElements(inner, (part) => (part.name === 'Prefix' ? '' : part.text))
    return wrapElement(rule, `${withoutPrefix}<Filter>${filterText(prefix ?? before.prefix, tags ?? [])}</Filter>`)
  })

/** A rule and its raw text. */
export type WrittenRule = { rule: ReturnType<typeof readReplicationRule>; text: string }

/** The rules of a document. */
export const replicationRulesIn = (xml: string): WrittenRule[] => {
  const role = roleIn(xml)
  return childrenOf(xml).flatMap(({ name, text }) =>
    name === 'Rule' ? { rule: readReplicationRule(text, role), text } : [],
  )
}

const blank = '<ReplicationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></ReplicationConfiguration>'

/** A change of a document: new text for each rule, and text to append. */
export type DocumentChange = { each?: (one: WrittenRule) => string; more?: string }

/** Applies a plan to a document; the rest stays byte for byte. */
export const withReplicationRules = (xml: string | undefined, plan: (rules: WrittenRule[]) => DocumentChange) => {
  const document = xml ?? blank
  const role = roleIn(document)
  const { each = ({ text }) => text, more = '' } = plan(replicationRulesIn(document))
  return rewriteElements(document, (root) =>
    wrapElement(
      root,
      rewriteElements(root.inner, ({ name, text }) =>
        name === 'Rule' ? each({ rule: readReplicationRule(text, role), text }) : text,
      ) + more,
    ),
  )
}
