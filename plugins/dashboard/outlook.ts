import * as v from 'valibot'
import { get, text } from 'stowage'

const Named = v.array(v.object({ name: v.string(), bytes: v.number() }))
const perDay = v.number()

/**
 * A bucket: its size and pace in bytes; `noncurrent` and `markers` are numbers of older versions and delete markers.
 * Figures that the storage does not report are missing.
 */
const BucketOutlook = v.object({
  name: v.string(),
  bytes: v.number(),
  perDay: v.optional(perDay),
  noncurrent: v.optional(v.number()),
  markers: v.optional(v.number()),
})

/**
 * When the storage will be full; `early` with less than three days of history. Dates in ISO format, rates in bytes per
 * day.
 */
const Forecast = v.variant('state', [
  v.object({
    state: v.literal('early'),
    /** Pace so far, and the range of days until full that it may mean; missing with less than an hour. */
    estimate: v.optional(v.object({ perDay, days: v.optional(v.object({ min: v.number(), max: v.number() })) })),
  }),
  v.object({ state: v.literal('shrinking'), perDay }),
  v.object({ state: v.literal('far'), perDay }),
  v.object({
    state: v.literal('full'),
    perDay,
    date: v.string(),
    earliest: v.string(),
    latest: v.optional(v.string()),
  }),
])
type Forecast = v.InferOutput<typeof Forecast>

/** Progress of emptying a pool for its removal. The storage writes no new objects to it, in each of these states. */
const Decommission = v.picklist(['running', 'complete', 'failed', 'canceled'])
export type Decommission = v.InferOutput<typeof Decommission>

/** A pool of the storage; sizes in bytes. */
const PoolOutlook = v.object({
  name: v.string(),
  used: v.number(),
  usable: v.number(),
  forecast: Forecast,
  decommission: v.optional(Decommission),
})

/** Figures that operators check first, next to the storage's state; sizes in bytes. */
export const Outlook = v.object({
  forecast: Forecast,
  /** Used space on the drives, oldest first; `time` in ms since 1970. */
  history: v.array(v.object({ time: v.number(), used: v.number() })),
  /** Whether the history survives a restart of the console. */
  durable: v.boolean(),
  /** Changes within a day; missing with less than a day of history. */
  growth: v.optional(v.object({ since: v.string(), bytes: v.number(), buckets: Named })),
  /** The largest buckets, if the caller may see all sizes. */
  largest: v.optional(Named),
  /** Pools of the storage, if it has several. */
  pools: v.optional(v.array(PoolOutlook)),
  /** The buckets that grow most or are largest, if the caller may see all sizes. */
  buckets: v.optional(v.array(BucketOutlook)),
  /**
   * Seconds by which the storage's clock is ahead of the console's; missing if both run on one machine or it is
   * unknown.
   */
  skew: v.optional(v.number()),
  /** Expiration of the storage's certificate, as the console sees it, and of the console's own. */
  certificates: v.array(v.object({ owner: v.picklist(['storage', 'console']), expires: v.string() })),
})
export type Outlook = v.InferInput<typeof Outlook>

/** When a bucket reaches its quota. `history` is that of its size, oldest first; empty if no size is recorded. */
export const QuotaOutlook = v.object({
  forecast: Forecast,
  history: v.array(v.object({ time: v.number(), used: v.number() })),
  durable: v.boolean(),
})
export type QuotaOutlook = v.InferInput<typeof QuotaOutlook>

const Quota = v.object({
  quota: v.pipe(
    text(16),
    v.digits('Enter the quota in bytes'),
    v.transform(Number),
    v.minValue(1, 'A quota is at least 1'),
    v.maxValue(Number.MAX_SAFE_INTEGER, 'This quota is too large'),
  ),
})

export const outlook = {
  /** A separate call, because it probes certificates and clocks. */
  outlook: get('/api/v1/admin/info/outlook', { allow: ['admin:ServerInfo'], reply: Outlook }),
  quotaOutlook: get('/api/v1/admin/info/outlook/buckets/:bucket', {
    allow: ['admin:ServerInfo', 'admin:DataUsageInfo'],
    query: Quota,
    reply: QuotaOutlook,
  }),
}
