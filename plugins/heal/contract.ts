import * as v from 'valibot'
import { get, stream } from '../../core/contract.ts'
import { most, text } from '../../core/limits.ts'

const truths = ['true', 'TRUE', 'True', 't', 'T', '1']
const untruths = ['false', 'FALSE', 'False', 'f', 'F', '0']

/** A flag as Go reads it; anything else is refused (console-api 16.4). */
const flag = v.optional(
  v.pipe(
    text(most.word),
    v.check((word) => truths.includes(word) || untruths.includes(word), 'Enter true or false'),
    v.transform((word) => truths.includes(word)),
  ),
  'false',
)

/** What to heal and how. */
export const Order = v.pipe(
  v.object({
    prefix: v.optional(text(most.key), ''),
    /** Everything below, and not the bucket alone. */
    recursive: flag,
    'dry-run': flag,
    /** Takes away what is beyond repair. */
    remove: flag,
    /** `deep` reads all of the data, to find what has rotted. */
    scan: v.optional(v.picklist(['deep', 'normal']), 'normal'),
    /** Ends the heal that runs there, and begins anew. */
    'force-start': flag,
    /** Ends the heal that runs there, and begins none. */
    'force-stop': flag,
    /** Follows the heal that runs there, and begins none; an extension. */
    join: flag,
  }),
  v.check(
    (order) => [order['force-start'], order['force-stop'], order.join].filter(Boolean).length < 2,
    'Choose one of force-start, force-stop and join',
  ),
)
export type Order = v.InferOutput<typeof Order>

const whole = v.optional(v.number(), 0)

/** How whole something is, by what its drives have left to lose (console-api 16.4). */
export const colours = ['green', 'yellow', 'red', 'grey'] as const
export type Colour = (typeof colours)[number]

const Side = v.object({
  color: v.optional(v.picklist(colours)),
  online: whole,
  offline: whole,
  missing: whole,
  corrupted: whole,
  drives: v.array(v.object({ uuid: v.string(), endpoint: v.string(), state: v.string() })),
})
export type Side = v.InferOutput<typeof Side>

const Item = v.object({
  /** Counts the items of a heal from 1; an extension. */
  id: whole,
  status: v.string(),
  error: v.optional(v.string()),
  type: v.picklist(['system', 'bucket', 'object']),
  name: v.string(),
  before: Side,
  after: Side,
  /** Of the object, in bytes. */
  size: whole,
})
export type Item = v.InferOutput<typeof Item>

const Columns = v.object({
  Green: v.optional(v.number()),
  Yellow: v.optional(v.number()),
  Red: v.optional(v.number()),
  Grey: v.optional(v.number()),
})
export type Columns = v.InferOutput<typeof Columns>

/**
 * How far a heal has come, all since it began. `itemsHealthStatus` has its newest items, the damaged ones rather than
 * the others.
 */
export const Progress = v.object({
  /** In s. */
  healDuration: whole,
  bytesScanned: whole,
  objectsScanned: whole,
  itemsScanned: whole,
  /** In a dry run: what would be healed. */
  objectsHealed: whole,
  itemsHealed: whole,
  healthBeforeCols: Columns,
  healthAfterCols: Columns,
  itemsHealthStatus: v.array(Item),
  /** These are extensions. */
  phase: v.optional(v.picklist(['running', 'finished']), 'running'),
  dryRun: v.optional(v.boolean(), false),
})
export type Progress = v.InferOutput<typeof Progress>

const Running = v.object({
  bucket: v.string(),
  prefix: v.string(),
  recursive: v.boolean(),
  dryRun: v.boolean(),
  deep: v.boolean(),
  phase: v.picklist(['running', 'finished']),
})
export type Running = v.InferOutput<typeof Running>

const Healing = v.object({
  endpoint: v.string(),
  /** In bytes; of what is to be healed nothing may be known yet. */
  done: v.number(),
  total: v.number(),
  healed: v.number(),
  failed: v.number(),
  /** The object at which it is. */
  at: v.string(),
})
export type Healing = v.InferOutput<typeof Healing>

const Background = v.object({
  scanned: v.number(),
  offline: v.array(v.string()),
  /** Drives that wait for their turn, or for somebody. */
  waiting: v.array(v.string()),
  healing: v.array(Healing),
})
export type Background = v.InferOutput<typeof Background>

/** console-api 2.2. */
export const pages = { '/heal': ['admin:Heal'] } as const
export type Page = keyof typeof pages

const feed = { allow: ['admin:Heal'], query: Order, message: Progress, begins: ({ join }: Order) => !join } as const

/** Heals what drives have lost (spec/3, console-api 16.4). Who leaves a feed does not end the heal. */
export const heal = {
  /**
   * Of a bucket, or of what begins with a prefix in it. 404 where there is none to join, 409 where one runs already.
   */
  follow: stream('/ws/heal/:bucket', feed),
  /** Of everything. */
  followAll: stream('/ws/heal', feed),
  /** The heals that this console has begun or joined, of late, and what the storage heals by itself; an extension. */
  status: get('/api/v1/admin/heal', {
    allow: ['admin:Heal'],
    reply: v.object({ heals: v.array(Running), background: Background }),
  }),
}
