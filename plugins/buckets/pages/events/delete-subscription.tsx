import { count, displayName } from 'stowage'
import { confirmDelete } from 'stowage/ui'
import { call } from 'stowage/web'
import { buckets, type Subscription } from '../../contract.ts'
import { eventNames } from '../../events.ts'
import * as messages from '../../messages.ts'

/** State of a notification target as the server reports it. */
export type TargetState = { status: string; waiting?: number | undefined }

/** A subscription with the state of its target, if it may be read. */
export type SubscriptionRow = Subscription & { state: TargetState | undefined }

export const isOffline = ({ status }: TargetState) => status.toLowerCase() === 'offline'

const isShortName = (name: string): name is keyof typeof eventNames => Object.hasOwn(eventNames, name)

/** Asks, then deletes a subscription of a bucket; `reload` shows it again after Undo. */
export const deleteSubscription = (
  bucket: string,
  { arn, events, prefix, suffix, state }: SubscriptionRow,
  reload: () => unknown,
) => {
  const conditions = [prefix && `begin with ${displayName(prefix)}`, suffix && `end with ${displayName(suffix)}`]
    .filter(Boolean)
    .join(' and ')
  const short = events.filter(isShortName)
  const restore = () =>
    call(buckets.addEvent, {
      params: { bucket },
      body: { configuration: { arn, events: short, prefix, suffix }, ignoreExisting: true },
    }).then(reload)
  return confirmDelete({
    noun: 'Event Subscription',
    name: arn,
    ...(short.length === events.length && { revert: restore }),
    title: 'Delete Event',
    body: (
      <>
        <p>
          <strong>{displayName(arn)}</strong> will no longer receive <strong>{events.join(', ')}</strong>
          {conditions && ` for keys that ${conditions}`}.
        </p>
        {state && isOffline(state) && (state.waiting ?? 0) > 0 && (
          <p>{messages.queuedEventsDeliveredLater(count(state.waiting ?? 0))}</p>
        )}
      </>
    ),
    run: () => call(buckets.removeEvents, { params: { bucket, arn }, body: { events, prefix, suffix } }),
  })
}
