import * as v from 'valibot'
import { get, limits, stream, text } from 'stowage'
import * as messages from './messages.ts'

const trueValues = ['true', 'TRUE', 'True', 't', 'T', '1']
const falseValues = ['false', 'FALSE', 'False', 'f', 'F', '0']

/** A boolean in Go syntax; other values are rejected (console-api 16.4). */
const flag = v.optional(
  v.pipe(
    text(limits.word),
    v.check((word) => trueValues.includes(word) || falseValues.includes(word), 'Enter true or false'),
    v.transform((word) => trueValues.includes(word)),
  ),
  'false',
)

/** Scope and options of healing. */
export const Order = v.pipe(
  v.object({
    prefix: v.optional(text(limits.key), ''),
    /** Heals the objects as well, not only the bucket itself. */
    recursive: flag,
    'dry-run': flag,
    /** Deletes objects that cannot be repaired. */
    remove: flag,
    /** `deep` reads all data, to detect bit rot. */
    scan: v.optional(v.picklist(['deep', 'normal']), 'normal'),
    /** Stops a running heal of the same path and starts a new one. */
    'force-start': flag,
    /** Stops a running heal of the same path. */
    'force-stop': flag,
    /** Follows a running heal without starting one; an extension. */
    join: flag,
  }),
  v.check(
    (order) => [order['force-start'], order['force-stop'], order.join].filter(Boolean).length < 2,
    messages.startModeConflict,
  ),
)
export type Order = v.InferOutput<typeof Order>

const count = v.optional(v.number(), 0)

/** Health by remaining redundancy (console-api 16.4). */
export const colors = ['green', 'yellow', 'red', 'grey'] as const
export type Color = (typeof colors)[number]

const Side = v.object({
  color: v.optional(v.picklist(colors)),
  online: count,
  offline: count,
  missing: count,
  corrupted: count,
  drives: v.array(v.object({ uuid: v.string(), endpoint: v.string(), state: v.string() })),
})
export type Side = v.InferOutput<typeof Side>

const Item = v.object({
  /** Sequence number of an item, from 1; an extension. */
  id: count,
  status: v.string(),
  error: v.optional(v.string()),
  type: v.picklist(['system', 'bucket', 'object']),
  name: v.string(),
  before: Side,
  after: Side,
  /** Object size in bytes. */
  size: count,
})
export type Item = v.InferOutput<typeof Item>

const Columns = v.object({
  Green: v.optional(v.number()),
  Yellow: v.optional(v.number()),
  Red: v.optional(v.number()),
  Grey: v.optional(v.number()),
})
export type Columns = v.InferOutput<typeof Columns>

/** `stopped` by an administrator, or lost by the storage server. */
const Phase = v.picklist(['running', 'finished', 'stopped'])

/** Progress of a heal since it started. `itemsHealthStatus` has the newest items, damaged ones preferred. */
export const Progress = v.object({
  /** In s. */
  healDuration: count,
  bytesScanned: count,
  objectsScanned: count,
  itemsScanned: count,
  /** In a dry run: what would be healed. */
  objectsHealed: count,
  itemsHealed: count,
  healthBeforeCols: Columns,
  healthAfterCols: Columns,
  itemsHealthStatus: v.array(Item),
  /** extensions from here on */
  phase: v.optional(Phase, 'running'),
  dryRun: v.optional(v.boolean(), false),
})
export type Progress = v.InferOutput<typeof Progress>

const Running = v.object({
  bucket: v.string(),
  prefix: v.string(),
  recursive: v.boolean(),
  dryRun: v.boolean(),
  deep: v.boolean(),
  phase: Phase,
})
export type Running = v.InferOutput<typeof Running>

const Healing = v.object({
  endpoint: v.string(),
  /** Bytes; `total` is 0 while it is unknown. */
  done: v.number(),
  total: v.number(),
  healed: v.number(),
  failed: v.number(),
  /** The current object. */
  at: v.string(),
})
export type Healing = v.InferOutput<typeof Healing>

const Background = v.object({
  scanned: v.number(),
  offline: v.array(v.string()),
  /** Drives that wait to be healed or replaced. */
  waiting: v.array(v.string()),
  healing: v.array(Healing),
})
export type Background = v.InferOutput<typeof Background>

export const pages = { '/heal': ['admin:Heal'] } as const
export type Page = keyof typeof pages

const feed = { allow: ['admin:Heal'], query: Order, message: Progress, starts: ({ join }: Order) => !join } as const

/** Repairs data that drives have lost (spec/3, console-api 2.2 and 16.4). Closing a feed does not stop the heal. */
export const heal = {
  /** Heals a bucket, or a prefix in it. 404 if there is none to join, 409 if one is running. */
  follow: stream('/ws/heal/:bucket', feed),
  /** Heals everything. */
  followAll: stream('/ws/heal', feed),
  /** Recent heals that this console started or joined, and the storage's background healing; an extension. */
  status: get('/api/v1/admin/heal', {
    allow: ['admin:Heal'],
    reply: v.object({ heals: v.array(Running), background: Background }),
  }),
}
