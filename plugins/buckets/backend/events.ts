import { Failure } from 'stowage'
import type { OldSubscription, Subscription } from '../contract.ts'
import { s3EventName } from '../events.ts'
import * as messages from '../messages.ts'

/**
 * The part of a subscription that does not exist yet; `undefined` if all of it exists. Throws `Failure` 409 for
 * existing events if `existing` is `refused`.
 */
export const missingSubscription = (
  all: readonly Subscription[],
  subscription: Subscription,
  existing: 'ignored' | 'refused',
): Subscription | undefined => {
  const duplicates = all.filter(
    ({ arn, prefix, suffix }) =>
      arn === subscription.arn && prefix === subscription.prefix && suffix === subscription.suffix,
  )
  const subscribed = new Set(duplicates.flatMap(({ events }) => events))
  const events = [...new Set(subscription.events)].filter((event) => !subscribed.has(event))
  if (existing === 'refused' && events.length < new Set(subscription.events).size)
    throw new Failure(409, messages.bucketAlreadySendsEvents, {
      detail: messages.subscriptionExists(subscription.arn),
    })
  return events.length > 0 ? { ...subscription, events } : undefined
}

const keyOfEvents = (events: readonly string[]) => JSON.stringify([...new Set(events.map(s3EventName))].sort())

/** Whether a removal request matches a subscription. */
export const matchesRemoval = (
  { arn, events, prefix, suffix }: Subscription,
  of: string,
  old: OldSubscription,
): boolean => {
  if (arn !== of) return false
  if (old.events.length === 0 && old.prefix === '' && old.suffix === '') return true
  return prefix === old.prefix && suffix === old.suffix && keyOfEvents(events) === keyOfEvents(old.events)
}

/** The error for a subscription to remove that does not exist. */
export const noSubscription = () =>
  new Failure(404, 'There is no such subscription', {
    detail: messages.noSubscriptionOfBucket,
  })

/** The error for an ARN that is no target of the storage. */
export const noTarget = (arn: string, detail?: string) =>
  new Failure(400, messages.notificationTargetMissing(arn), { detail })
