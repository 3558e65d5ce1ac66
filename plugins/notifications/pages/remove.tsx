import { call, showError } from 'stowage/web'
import { count, counted, displayName } from 'stowage'
import { confirmDelete } from 'stowage/ui'
import { type Endpoint, notifications } from '../contract.ts'
import * as messages from '../messages.ts'

const queuedEvents = { one: 'queued event', many: 'queued events' }

/** Maximum number of buckets to name; more are counted. */
const MAX_NAMED = 8

/** Confirms with the subscribed buckets and deletes the target; resolves to true when deleted. */
export const removeTarget = async ({ service, account_id, arn, queued = 0 }: Endpoint): Promise<boolean> => {
  const name = `${service}:${account_id}`
  try {
    const { buckets, partial } = await call(notifications.buckets)
    const subscribed = buckets.filter(({ arns }) => arn !== undefined && arns.includes(arn)).map((one) => one.name)
    return await confirmDelete({
      noun: 'Notification Target',
      body: (
        <>
          <p>
            This deletes <strong>{displayName(name)}</strong>
            {queued > 0 ? messages.queuedEventsDeleted(counted(queued, queuedEvents)) : '.'}
          </p>
          {subscribed.length > 0 && (
            <p>
              {subscribed.length === 1 ? 'The bucket ' : 'The buckets '}
              <strong>{subscribed.slice(0, MAX_NAMED).map(displayName).join(', ')}</strong>
              {subscribed.length > MAX_NAMED && ` and ${count(subscribed.length - MAX_NAMED)} more`}
              {subscribed.length === 1 ? messages.bucketSendsEvents : messages.bucketsSendEvents}
            </p>
          )}
          {partial && <p>{messages.moreBucketsPossible}</p>}
        </>
      ),
      name,
      typed: subscribed.length > 0,
      run: () => call(notifications.remove, { params: { service, target: account_id } }),
    })
  } catch (failure) {
    showError(failure)
    return false
  }
}
