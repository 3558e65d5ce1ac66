import * as v from 'valibot'
import { get } from 'stowage'

/**
 * Calls of one API, bucket or server. Durations in ns; percentiles are upper bounds. `bytes` received and sent, and the
 * `time` of all calls together, are missing where the storage does not report them.
 */
export const LatencyRow = v.object({
  name: v.string(),
  calls: v.number(),
  errors: v.number(),
  bytes: v.optional(v.number()),
  time: v.optional(v.number()),
  p50: v.optional(v.number()),
  p95: v.optional(v.number()),
  p99: v.optional(v.number()),
})
export type LatencyRow = v.InferOutput<typeof LatencyRow>

/** A drive that is much slower than the others: mean duration of its operations, and of the median drive, in ns. */
export const SlowDrive = v.object({ drive: v.string(), mean: v.number(), median: v.number() })
export type SlowDrive = v.InferOutput<typeof SlowDrive>

/** How long S3 calls took, as the storage itself measures it. */
export const Latency = v.object({
  /** Since when the calls are counted, RFC 3339; missing if since the start of the servers. */
  since: v.optional(v.string()),
  /** Whether durations last until the response is complete, or until its first byte. */
  until: v.picklist(['end', 'first-byte']),
  /** Shortest duration that is distinguished from shorter ones, in ns. */
  resolution: v.optional(v.number()),
  apis: v.array(LatencyRow),
  servers: v.array(LatencyRow),
  /** Missing if the storage does not measure buckets. */
  buckets: v.optional(v.array(LatencyRow)),
  slowDrives: v.array(SlowDrive),
  /** Why there are no newer measurements. */
  problem: v.optional(v.object({ message: v.string(), detail: v.optional(v.string()) })),
})
export type Latency = v.InferInput<typeof Latency>

export const latency = { latency: get('/api/v1/admin/latency', { allow: ['admin:ServerInfo'], reply: Latency }) }
