import { get, put, text } from 'stowage'
import * as v from 'valibot'

/** The page needs the rights of its first call. */
export const pages = { '/bucket-inventory': ['s3:ListAllMyBuckets'] } as const
export type Page = keyof typeof pages

/** One bucket. Values that the storage does not provide, or the account may not read, are missing. */
const Entry = v.object({
  name: v.string(),
  created: v.optional(v.string()),
  /** In bytes, as of the storage's last scan; likewise the number of objects. */
  size: v.optional(v.number()),
  objects: v.optional(v.number()),
  /** In bytes. */
  quota: v.optional(v.union([v.number(), v.literal('none')])),
  /** Change of the size since the oldest measurement, in bytes. */
  growth: v.optional(v.object({ bytes: v.number(), since: v.string() })),
  /** Value of the bucket's tag that names its owner; `none` without the tag. */
  owner: v.optional(v.union([v.object({ name: v.string() }), v.literal('none')])),
  /** `conditional`: a policy statement opens it to everyone under a condition. */
  access: v.optional(v.picklist(['public', 'conditional', 'private'])),
})
export type Entry = v.InferOutput<typeof Entry>

/** A measured size of a bucket: time as RFC 3339, size in bytes. */
const Measurement = v.object({ time: v.string(), size: v.number() })
export type Measurement = v.InferOutput<typeof Measurement>

/** How the inventory works; the same for all accounts. */
export const Settings = v.object({
  ownerTag: v.pipe(text(128), v.trim(), v.minLength(1, 'Enter the name of a tag'), v.title('Tag of the Owner')),
  days: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1, 'Enter at least 1 day'),
    v.maxValue(365, 'Enter at most 365 days'),
    v.title('Days of Growth'),
  ),
})
export type Settings = v.InferOutput<typeof Settings>

/** Calls of the plugin. */
export const inventory = {
  /** Buckets that the account may list, and measures their sizes. */
  list: get('/api/v1/bucket-inventory', {
    allow: ['s3:ListAllMyBuckets'],
    reply: v.object({ buckets: v.array(Entry) }),
  }),
  /** Measured sizes of one bucket, oldest first: one for each day on which the inventory was read. */
  history: get('/api/v1/bucket-inventory/:bucket/history', {
    allow: ['s3:ListBucket'],
    reply: v.object({ measurements: v.array(Measurement) }),
  }),
  settings: get('/api/v1/bucket-inventory-settings', { allow: ['s3:ListAllMyBuckets'], reply: Settings }),
  setSettings: put('/api/v1/bucket-inventory-settings', { allow: ['admin:ConfigUpdate'], status: 204, body: Settings }),
}
