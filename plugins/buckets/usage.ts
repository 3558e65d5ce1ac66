import * as v from 'valibot'
import { get } from 'stowage'

/** Freshness of the buckets' sizes and counts; an extension of this console. */
export const usage = {
  /**
   * Time of the last usage scan, and its age in seconds by the server's clock; both missing before the first scan.
   * `unknown` without `admin:DataUsageInfo`: every list of buckets makes this call, so that is not an error.
   */
  usageAge: get('/api/v1/buckets-usage', {
    allow: 'signed-in',
    reply: v.object({
      as_of: v.optional(v.string()),
      age: v.optional(v.number()),
      unknown: v.optional(v.literal(true)),
    }),
  }),
}
