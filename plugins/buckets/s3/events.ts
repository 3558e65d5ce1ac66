import { Failure } from 'stowage'
import type { BucketsBackend } from '../backend.ts'
import { matchesRemoval, missingSubscription, noSubscription, noTarget } from '../backend/events.ts'
import { hasCode, isTargetMissing } from 'stowage/engines/s3'
import { subscriptionsIn, withSubscriptions } from './events-xml.ts'
import type { S3AdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/**
 * Event subscriptions of a bucket, stored as one document (minio-server 3.12.2). `arns` lists the targets of the
 * server, for those who may see them.
 */
export const createEvents = (caller: S3AdapterContext, arns: () => Promise<string[]>) => {
  const { read, edit } = caller.subResources
  const document = (bucket: string) => read(bucket, 'notification')

  /** The server validates the whole document, so one deleted target blocks every other change. */
  const change = async (bucket: string, next: (xml: string) => string) => {
    try {
      await edit(bucket, 'notification', { get: () => document(bucket), next: (xml = '') => next(xml) })
    } catch (error) {
      if (!hasCode(error, 'InvalidArgument') || !isTargetMissing(error)) throw error
      const { arn } = await findMissingTarget(bucket)
      throw arn === undefined
        ? error
        : new Failure(409, messages.subscribedTargetMissing(arn), {
            detail: error.detail,
          })
    }
  }

  /** The first subscription whose target no longer exists, if the caller may list targets. */
  const findMissingTarget = async (bucket: string) => {
    const available = await arns().catch(() => undefined)
    const all = subscriptionsIn(await document(bucket))
    return { arn: available && all.find(({ arn }) => !available.includes(arn))?.arn }
  }

  return {
    events: async (name) => subscriptionsIn(await document(name)),

    addEvent: async (name, subscription, existing) => {
      const current = subscriptionsIn(await document(name))
      if (!missingSubscription(current, subscription, existing)) return
      try {
        await change(name, (xml) =>
          withSubscriptions(xml, () => true, missingSubscription(subscriptionsIn(xml), subscription, existing)),
        )
      } catch (error) {
        if (hasCode(error, 'InvalidArgument') && isTargetMissing(error)) throw noTarget(subscription.arn, error.detail)
        throw error
      }
    },

    removeEvents: (name, arn, old) =>
      change(name, (xml) => {
        const all = subscriptionsIn(xml)
        if (!all.some((one) => matchesRemoval(one, arn, old))) throw noSubscription()
        return withSubscriptions(xml, (one) => !matchesRemoval(one, arn, old))
      }),

    arns,
  } satisfies Partial<BucketsBackend>
}
