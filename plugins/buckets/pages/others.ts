import * as v from 'valibot'
import { get } from '../../../core/contract.ts'

// A call of another plugin, as far as the events of a bucket need it: a bucket can be administered without that plugin.

/** The page of targets; without it nothing is asked about them. */
export const targetsPage = '/notification-endpoints'

/** How targets are doing, by their ARNs. */
export const endpoints = get('/api/v1/admin/notification_endpoints', {
  allow: ['admin:ServerInfo'],
  reply: v.object({
    notification_endpoints: v.nullish(
      v.array(
        v.object({
          arn: v.optional(v.string()),
          status: v.string(),
          address: v.optional(v.string()),
          waiting: v.optional(v.number()),
        }),
      ),
      [],
    ),
  }),
})
