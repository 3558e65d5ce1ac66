import { type Action, Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import type { Subscription } from '../contract.ts'
import { s3EventName, shortEventName } from '../events.ts'
import { matchesRemoval, missingSubscription, noSubscription, noTarget } from '../backend/events.ts'
import { newRuleId } from '../backend/rule-id.ts'
import { arnOf, type BucketRecord, getByName, targetNameOf } from 'stowage/engines/embedded'
import type { EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

const READ = 's3:GetBucketNotification'

/** Maximum number of subscriptions per bucket. */
const MAX_SUBSCRIPTIONS = 100

type Bucket = Pick<EmbeddedAdapterContext, 'authenticate'> & {
  /** The bucket, if the caller may perform the action. */
  findBucket(name: string, action: Action): BucketRecord
  change(name: string, action: Action, next: (bucket: BucketRecord) => BucketRecord): Promise<void>
}

/** Event subscriptions of a bucket, stored in its record; the object store queues events by them. */
export const createEvents = ({ authenticate, findBucket: see, change }: Bucket) => {
  const changeEvents = async (name: string, next: (all: Subscription[]) => Subscription[]) => {
    see(name, READ)
    await change(name, 's3:PutBucketNotification', ({ events = [], ...bucket }) => {
      const all = next(events)
      return all.length > 0 ? { ...bucket, events: all } : bucket
    })
  }

  return {
    events: async (name) =>
      (see(name, READ).events ?? []).map((one) => ({ ...one, events: one.events.map(shortEventName) })),

    addEvent: (name, subscription, existing) =>
      changeEvents(name, (all) => {
        const target = targetNameOf(subscription.arn)
        if (target === undefined || !getByName(authenticate().index.targets, target)) throw noTarget(subscription.arn)
        const normalized = { ...subscription, arn: arnOf(target), events: subscription.events.map(s3EventName) }
        const missing = missingSubscription(all, normalized, existing)
        if (missing && all.length >= MAX_SUBSCRIPTIONS)
          throw new Failure(400, messages.tooManySubscriptions(MAX_SUBSCRIPTIONS))
        return missing ? [...all, { ...missing, id: missing.id || newRuleId() }] : all
      }),

    removeEvents: (name, arn, old) =>
      changeEvents(name, (all) => {
        const remaining = all.filter((one) => !matchesRemoval(one, arn, old))
        if (remaining.length === all.length) throw noSubscription()
        return remaining
      }),

    arns: async () => {
      const { index, caller } = authenticate()
      caller.assert('admin:ServerInfo')
      return Array.from(index.targets.getKeys(), arnOf)
    },
  } satisfies Partial<BucketsBackend>
}
