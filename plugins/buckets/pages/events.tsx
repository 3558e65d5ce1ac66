import BellRing from 'lucide-react/icons/bell-ring'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useMemo, useState } from 'react'
import { allows, call, useCall, useMissingFeature, useQuery } from 'stowage/web'
import { count, displayName } from 'stowage'
import {
  Badges,
  Button,
  type Column,
  confirmDelete,
  Search,
  Spacer,
  Status,
  Table,
  Toolbar,
  useRefresh,
} from 'stowage/ui'
import { buckets, type Subscription } from '../contract.ts'
import { Subscribe } from './events/subscribe.tsx'
import { endpoints, targetsPage } from './notification-targets.ts'
import * as messages from '../messages.ts'

type State = { status: string; waiting?: number | undefined }
type Row = Subscription & { state: State | undefined }

/** Interval of status requests while the tab is visible, in seconds. */
const REFRESH_SECONDS = 30

const isOffline = ({ status }: State) => status.toLowerCase() === 'offline'

const stateWords = (state: State) =>
  isOffline(state) ? 'Offline' : state.status.toLowerCase() === 'online' ? 'Online' : state.status

const waitingWords = ({ waiting = 0 }: State) => (waiting > 0 ? `${count(waiting)} waiting` : '')

const columns: Column<Row>[] = [
  { id: 'arn', title: 'SQS ARN', look: 'mono', width: 'minmax(0, 2fr)', value: ({ arn }) => arn, narrow: 'main' },
  {
    id: 'events',
    title: 'Events',
    value: ({ events }) => events.join(', '),
    cell: ({ events }) => <Badges items={events.map(displayName)} max={3} />,
    narrow: 'second',
  },
  { id: 'prefix', title: 'Prefix', look: 'mono', value: ({ prefix }) => prefix, narrow: 'second' },
  { id: 'suffix', title: 'Suffix', look: 'mono', value: ({ suffix }) => suffix, narrow: 'hidden' },
  {
    id: 'target',
    title: 'Target',
    width: 'minmax(140px, 1fr)',
    value: ({ state }) => state && [stateWords(state), waitingWords(state)].filter(Boolean).join(', '),
    cell: ({ state }) =>
      state && (
        <Status tone={isOffline(state) ? 'danger' : 'ok'}>
          {[stateWords(state), waitingWords(state)].filter(Boolean).join(', ')}
        </Status>
      ),
    narrow: 'hidden',
  },
]

const keyOf = ({ id, arn, events, prefix, suffix }: Subscription) => JSON.stringify([id, arn, events, prefix, suffix])

/** Event subscriptions of a bucket (spec/2 section 2). */
export const Events = ({ bucket, refusal }: { bucket: string; refusal: string | false }) => {
  const noTargets = useMissingFeature('administration')
  const list = useCall(buckets.events, { params: { bucket } })
  const when = allows(targetsPage)
  const targets = useCall(endpoints, {}, { when })
  const [search, setSearch] = useQuery('search')
  const [open, setOpen] = useState(false)
  useRefresh(when ? REFRESH_SECONDS : 0, targets.reload)
  const rows = useMemo(() => {
    const states = new Map((targets.data?.notification_endpoints ?? []).map((one) => [one.arn, one]))
    return list.data && (list.data.events ?? []).map((one): Row => ({ ...one, state: states.get(one.arn) }))
  }, [list.data, targets.data])

  const remove = async ({ arn, events, prefix, suffix, state }: Row) => {
    const where = [prefix && `begin with ${displayName(prefix)}`, suffix && `end with ${displayName(suffix)}`]
      .filter(Boolean)
      .join(' and ')
    await confirmDelete({
      noun: 'Event Subscription',
      name: arn,
      title: 'Delete Event',
      body: (
        <>
          <p>
            <strong>{displayName(arn)}</strong> will no longer receive <strong>{events.join(', ')}</strong>
            {where && ` for keys that ${where}`}.
          </p>
          {state && isOffline(state) && (state.waiting ?? 0) > 0 && (
            <p>{messages.queuedEventsAreDeliveredWhen(count(state.waiting ?? 0))}</p>
          )}
        </>
      ),
      run: () => call(buckets.removeEvents, { params: { bucket, arn }, body: { events, prefix, suffix } }),
      onDone: list.reload,
    })
  }

  const subscribe = (
    <Button tone="primary" icon={Plus} disabled={refusal || noTargets} onPress={() => setOpen(true)}>
      Subscribe To Event
    </Button>
  )
  return (
    <>
      <Toolbar>
        <Search label="Search Events" value={search} onChange={setSearch} />
        <Spacer />
        {rows?.length !== 0 && subscribe}
      </Toolbar>
      <Table
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        noun={{ one: 'event', many: 'events' }}
        countOf={(all) => `${count(all.length)} ${all.length === 1 ? 'subscription' : 'subscriptions'}`}
        initialSort="arn"
        search={search}
        onClearSearch={() => setSearch('')}
        actions={(row) => [
          { label: 'Delete', icon: Trash2, tone: 'danger', disabled: refusal, onSelect: () => void remove(row) },
        ]}
        empty={{
          icon: BellRing,
          text: messages.subscribedTargetsReceiveEventsAbout,
          action: subscribe,
        }}
        error={list.error}
        onRetry={() => void list.reload()}
        loading={list.loading}
      />
      {open && <Subscribe bucket={bucket} onClose={() => setOpen(false)} onDone={list.reload} />}
    </>
  )
}
