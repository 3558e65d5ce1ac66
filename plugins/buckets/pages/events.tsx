import BellRing from 'lucide-react/icons/bell-ring'
import Trash2 from 'lucide-react/icons/trash'
import { useMemo } from 'react'
import { count } from 'stowage'
import { column, ListTab, useRefresh } from 'stowage/ui'
import { canOpenPage, useCall, useMissingFeature } from 'stowage/web'
import { buckets, type Subscription } from '../contract.ts'
import * as messages from '../messages.ts'
import { deleteSubscription, isOffline, type SubscriptionRow, type TargetState } from './events/delete-subscription.tsx'
import { Subscribe } from './events/subscribe.tsx'
import { endpoints, targetsPage } from './notification-targets.ts'

/** Interval of status requests while the tab is visible, in seconds. */
const REFRESH_SECONDS = 30

const statusText = (state: TargetState) =>
  isOffline(state) ? 'Offline' : state.status.toLowerCase() === 'online' ? 'Online' : state.status

const queueText = ({ waiting = 0 }: TargetState) => (waiting > 0 ? `${count(waiting)} waiting` : '')

const columns = [
  column.mono('SQS ARN', ({ arn }: SubscriptionRow) => arn, { id: 'arn', width: 'minmax(0, 2fr)', narrow: 'main' }),
  column.names('Events', ({ events }: SubscriptionRow) => events, { max: 3, narrow: 'second' }),
  column.mono('Prefix', ({ prefix }: SubscriptionRow) => prefix, { narrow: 'second' }),
  column.mono('Suffix', ({ suffix }: SubscriptionRow) => suffix, { narrow: 'hidden' }),
  column.status(
    'Target',
    ({ state }: SubscriptionRow) => state && [statusText(state), queueText(state)].filter(Boolean).join(', '),
    ({ state }) => (state && isOffline(state) ? 'danger' : 'ok'),
    { width: 'minmax(140px, 1fr)', narrow: 'hidden' },
  ),
]

const keyOf = ({ id, arn, events, prefix, suffix }: Subscription) => JSON.stringify([id, arn, events, prefix, suffix])

/** Event subscriptions of a bucket (spec/2 section 2). */
export const Events = ({ bucket, refusal }: { bucket: string; refusal: string | false }) => {
  const noTargets = useMissingFeature('administration')
  const list = useCall(buckets.events, { params: { bucket } })
  const when = canOpenPage(targetsPage)
  const targets = useCall(endpoints, {}, { when })
  const pending = targets.data?.notification_endpoints?.filter(({ restartPending }) => restartPending)
  useRefresh(when ? REFRESH_SECONDS : 0, targets.reload)
  const rows = useMemo(() => {
    const states = new Map((targets.data?.notification_endpoints ?? []).map((one) => [one.arn, one]))
    return list.data && (list.data.events ?? []).map((one): SubscriptionRow => ({ ...one, state: states.get(one.arn) }))
  }, [list.data, targets.data])

  return (
    <ListTab
      noun={{ one: 'event', many: 'events' }}
      source={{ ...list, rows }}
      rowKey={keyOf}
      columns={columns}
      create={{
        label: 'Subscribe To Event',
        disabled: refusal || noTargets,
        dialog: (dialog) => (
          <Subscribe
            bucket={bucket}
            {...dialog}
            pendingTargets={pending?.map(({ account_id, service }) => `${account_id}:${service}`)}
            onRestarted={targets.reload}
          />
        ),
      }}
      actions={[
        {
          label: 'Delete',
          icon: Trash2,
          tone: 'danger',
          disabled: refusal,
          run: ([row]) => deleteSubscription(bucket, row, list.reload),
        },
      ]}
      empty={{ icon: BellRing, text: messages.subscriptionHelp }}
      table={{ countOf: (all) => `${count(all.length)} ${all.length === 1 ? 'subscription' : 'subscriptions'}` }}
    />
  )
}
