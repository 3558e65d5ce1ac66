import * as v from 'valibot'
import { Failure } from '../../../core/failure.ts'
import type { BucketsBackend } from '../backend.ts'
import type { LifecycleRule, NewLifecycleRule, Tag } from '../contract.ts'
import { newRuleId, noRule } from '../adapters/rule-id.ts'
import { parseAnswer } from '../../../engines/minio/admin.ts'
import { type Caller, hasCode, unless } from '../../../engines/minio/caller.ts'
import { createSubResources } from '../../../engines/minio/sub-resources.ts'
import { fromXml, type Node } from '../../../engines/minio/xml.ts'

/** An element that may come once, several times or not at all. */
const many = <Output>(schema: v.GenericSchema<unknown, Output>) =>
  v.pipe(
    v.optional(v.union([v.array(schema), schema]), []),
    v.transform((found): Output[] => [found].flat() as Output[]),
  )

/** An element that may be there without anything in it, which reads as a text. */
const maybe = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(v.pipe(v.unknown(), v.transform((found) => (found === '' ? {} : found)), v.object(entries)), {})

const Count = v.optional(v.pipe(v.string(), v.transform(Number)), '0')
const Text = v.optional(v.string(), '')
const Day = v.pipe(Text, v.transform((instant) => instant.slice(0, 10)))
const StoredTag = v.pipe(
  v.object({ Key: v.string(), Value: Text }),
  v.transform(({ Key, Value }): Tag => ({ key: Key, value: Value })),
)
/** The condition of an object's size, which only other programs set. */
const size = { ObjectSizeGreaterThan: v.optional(v.string()), ObjectSizeLessThan: v.optional(v.string()) }

const Stored = v.object({
  ID: Text,
  Status: v.picklist(['Enabled', 'Disabled']),
  Prefix: Text,
  Filter: maybe({
    Prefix: Text,
    Tag: many(StoredTag),
    And: maybe({ Prefix: Text, Tag: many(StoredTag), ...size }),
    ...size,
  }),
  Expiration: maybe({ Date: Day, Days: Count, ExpiredObjectDeleteMarker: Text }),
  Transition: maybe({ Date: Day, Days: Count, StorageClass: Text }),
  NoncurrentVersionExpiration: maybe({ NoncurrentDays: Count }),
  NoncurrentVersionTransition: maybe({ NoncurrentDays: Count, StorageClass: Text }),
})
type Stored = v.InferOutput<typeof Stored>

/** A rule as it came, so that what the console does not know of it survives a change. */
const Document = maybe({ Rule: many(v.custom<Node>((found) => typeof found === 'object' && found !== null)) })

const readStored = (node: Node) => parseAnswer(Stored, node)

const toRule = ({ ID, Status, Prefix, Filter, ...actions }: Stored): LifecycleRule => ({
  id: ID,
  status: Status,
  prefix: Filter.And.Prefix || Filter.Prefix || Prefix,
  tags: [...Filter.Tag, ...Filter.And.Tag],
  expiration: {
    date: actions.Expiration.Date,
    days: actions.Expiration.Days,
    delete_marker: actions.Expiration.ExpiredObjectDeleteMarker === 'true',
    noncurrent_expiration_days: actions.NoncurrentVersionExpiration.NoncurrentDays,
  },
  transition: {
    date: actions.Transition.Date,
    days: actions.Transition.Days,
    storage_class: actions.Transition.StorageClass,
    noncurrent_transition_days: actions.NoncurrentVersionTransition.NoncurrentDays,
    noncurrent_storage_class: actions.NoncurrentVersionTransition.StorageClass,
  },
})

const sizesOf = ({ Filter }: Stored): Node => {
  const { ObjectSizeGreaterThan, ObjectSizeLessThan } = { ...Filter, ...Filter.And }
  return { ObjectSizeGreaterThan, ObjectSizeLessThan }
}

/** A condition by itself stands alone, several stand in an `And`. */
const filterOf = (prefix: string, tags: readonly Tag[], sizes: Node = {}): Node => {
  const Tag = tags.map(({ key, value }) => ({ Key: key, Value: value }))
  const conditions = (prefix ? 1 : 0) + tags.length + Object.values(sizes).filter((each) => each !== undefined).length
  if (conditions > 1) return { And: { Prefix: prefix || undefined, Tag, ...sizes } }
  return conditions === 0 || prefix ? { Prefix: prefix } : { Tag, ...sizes }
}

const whenOf = (date: string, days: number): Node => (date ? { Date: `${date}T00:00:00Z` } : { Days: days })

const toNode = ({ status, prefix, tags, expiration, transition }: NewLifecycleRule): Node => ({
  ID: newRuleId(),
  Status: status,
  Filter: filterOf(prefix, tags),
  Expiration: expiration.delete_marker
    ? { ExpiredObjectDeleteMarker: true }
    : expiration.date || expiration.days
      ? whenOf(expiration.date, expiration.days)
      : undefined,
  Transition: transition.storage_class
    ? { ...whenOf(transition.date, transition.days), StorageClass: transition.storage_class }
    : undefined,
  NoncurrentVersionExpiration: expiration.noncurrent_expiration_days
    ? { NoncurrentDays: expiration.noncurrent_expiration_days }
    : undefined,
  NoncurrentVersionTransition: transition.noncurrent_storage_class
    ? { NoncurrentDays: transition.noncurrent_transition_days, StorageClass: transition.noncurrent_storage_class }
    : undefined,
})

const tiersOf = ({ transition }: NewLifecycleRule) => [
  ...new Set([transition.storage_class, transition.noncurrent_storage_class].filter(Boolean).map((tier) => `"${tier}"`)),
]

/** The lifecycle rules of a bucket on a MinIO server (minio-server 3.12.3), which keeps them as one document. */
export const createLifecycle = (caller: Caller) => {
  const { read, write, clear } = createSubResources(caller)

  const nodes = async (bucket: string): Promise<Node[]> => {
    const xml = await unless(read(bucket, 'lifecycle'), ['NoSuchLifecycleConfiguration'], undefined)
    return xml === undefined ? [] : parseAnswer(Document, fromXml(xml, 'LifecycleConfiguration')).Rule
  }

  const save = (bucket: string, rules: readonly Node[]) =>
    rules.length === 0 ? clear(bucket, 'lifecycle') : write(bucket, 'lifecycle', 'LifecycleConfiguration', { Rule: rules })

  /** Changes the rule of this id, or takes it away, and leaves the others as they came. */
  const change = async (bucket: string, id: string, next: (node: Node) => Node[]) => {
    const rules = await nodes(bucket)
    if (!rules.some(({ ID }) => ID === id)) throw noRule(id)
    await save(bucket, rules.flatMap((node) => (node.ID === id ? next(node) : [node])))
  }

  return {
    lifecycle: async (name) => (await nodes(name)).map((node) => toRule(readStored(node))),

    addLifecycleRule: async (name, rule) => {
      try {
        await save(name, [...(await nodes(name)), toNode(rule)])
      } catch (error) {
        if (!hasCode(error, 'InvalidStorageClass')) throw error
        throw new Failure(400, `The storage server has no tier ${tiersOf(rule).join(' or ')}`, error.detail)
      }
    },

    setLifecycleRule: (name, id, { disable, tags }) =>
      change(name, id, (node) => {
        const stored = readStored(node)
        const rule = toRule(stored)
        const Status = disable === undefined ? rule.status : disable ? 'Disabled' : 'Enabled'
        const Filter = filterOf(rule.prefix, tags ?? rule.tags, sizesOf(stored))
        // the old place of the prefix is not allowed beside a filter
        return [{ ...node, Prefix: undefined, Status, Filter }]
      }),

    removeLifecycleRule: (name, id) => change(name, id, () => []),
  } satisfies Partial<BucketsBackend>
}
