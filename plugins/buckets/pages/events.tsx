import BellRing from 'lucide-react/icons/bell-ring'
import Trash2 from 'lucide-react/icons/trash'
import { useMemo } from 'react'
import { count, displayName } from 'stowage'
import { column, confirmDelete, ListTab, useRefresh } from 'stowage/ui'
import { canOpenPage, call, useCall, useMissingFeature } from 'stowage/web'
import { buckets, type Subscription } from '../contract.ts'
import { eventNames } from '../events.ts'
import * as messages from '../messages.ts'
import { Subscribe } from './events/subscribe.tsx'
import { endpoints, targetsPage } from './notification-targets.ts'

type State = { status: string; waiting?: number | undefined }
type Row = Subscription & { state: State | undefined }

/** Interval of status requests while the tab is visible, in seconds. */
const REFRESH_SECONDS = 30

const isOffline = ({ status }: State) => status.toLowerCase() === 'offline'

const statusText = (state: State) =>
  isOffline(state) ? 'Offline' : state.status.toLowerCase() === 'online' ? 'Online' : state.status

const queueText = ({ waiting = 0 }: State) => (waiting > 0 ? `${count(waiting)} waiting` : '')

const columns = [
  column.mono('SQS ARN', ({ arn }: Row) => arn, { id: 'arn', width: 'minmax(0, 2fr)', narrow: 'main' }),
  column.names('Events', ({ events }: Row) => events, { max: 3, narrow: 'second' }),
  column.mono('Prefix', ({ prefix }: Row) => prefix, { narrow: 'second' }),
  column.mono('Suffix', ({ suffix }: Row) => suffix, { narrow: 'hidden' }),
  column.status(
    'Target',
    ({ state }: Row) => state && [statusText(state), queueText(state)].filter(Boolean).join(', '),
    ({ state }) => (state && isOffline(state) ? 'danger' : 'ok'),
    { width: 'minmax(140px, 1fr)', narrow: 'hidden' },
  ),
]

const keyOf = ({ id, arn, events, prefix, suffix }: Subscription) => JSON.stringify([id, arn, events, prefix, suffix])

const isShortName = (name: string): name is keyof typeof eventNames => Object.hasOwn(eventNames, name)

/** Event subscriptions of a bucket (spec/2 section 2). */
export const Events = ({ bucket, refusal }: { bucket: string; refusal: string | false }) => {
  const noTargets = useMissingFeature('administration')
  const list = useCall(buckets.events, { params: { bucket } })
  const when = canOpenPage(targetsPage)
  const targets = useCall(endpoints, {}, { when })
  useRefresh(when ? REFRESH_SECONDS : 0, targets.reload)
  const rows = useMemo(() => {
    const states = new Map((targets.data?.notification_endpoints ?? []).map((one) => [one.arn, one]))
    return list.data && (list.data.events ?? []).map((one): Row => ({ ...one, state: states.get(one.arn) }))
  }, [list.data, targets.data])
  const remove = ({ arn, events, prefix, suffix, state }: Row) => {
    const conditions = [prefix && `begin with ${displayName(prefix)}`, suffix && `end with ${displayName(suffix)}`]
      .filter(Boolean)
      .join(' and ')
    const short = events.filter(isShortName)
    const restore = () =>
      call(buckets.addEvent, {
        params: { bucket },
        body: { configuration: { arn, events: short, prefix, suffix }, ignoreExisting: true },
      }).then(list.reload)
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

  return (
    <ListTab
      noun={{ one: 'event', many: 'events' }}
      source={{ ...list, rows }}
      rowKey={keyOf}
      columns={columns}
      create={{
        label: 'Subscribe To Event',
        disabled: refusal || noTargets,
        dialog: (dialog) => <Subscribe bucket={bucket} {...dialog} />,
      }}
      actions={[{ label: 'Delete', icon: Trash2, tone: 'danger', disabled: refusal, run: ([row]) => remove(row) }]}
      empty={{ icon: BellRing, text: messages.subscriptionHelp }}
      table={{ countOf: (all) => `${count(all.length)} ${all.length === 1 ? 'subscription' : 'subscriptions'}` }}
    />
  )
}
