import * as v from 'valibot'
import { get } from 'stowage'

/** Page of notification targets. It belongs to another plugin, which may be absent: then no status is requested. */
export const targetsPage = '/notification-endpoints'

/** Page that adds a notification target. It can return with `target`, the end of the new target's ARN. */
export const addTargetPage = '/notification-endpoints/add'

/** Status of notification targets, by ARN. Declared here because the other plugin may be absent. */
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
          service: v.optional(v.string()),
          account_id: v.optional(v.string()),
          restartPending: v.optional(v.boolean()),
        }),
      ),
      [],
    ),
  }),
})
