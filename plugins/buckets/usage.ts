import * as v from 'valibot'
import { get } from '../../core/contract.ts'

/** What is told of all buckets' sizes and counts; an extension of this console. */
export const usage = {
  /**
   * When the storage last counted, and how many seconds ago that was by its own console; neither before it has. Without
   * `admin:DataUsageInfo` the time is `unknown`. Every list of buckets asks this, so that is no error.
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
