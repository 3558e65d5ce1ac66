import History from 'lucide-react/icons/history'
import { date } from 'stowage'
import { type Column, Status, Table } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { details, type PodEvent } from '../contract.ts'
import { useReloadOnEvents } from './use-live-parts.ts'
import * as messages from '../../messages.ts'

type Row = PodEvent & { key: string }

const columns: Column<Row>[] = [
  { id: 'namespace', title: 'Namespace', width: '120px', value: ({ namespace }) => namespace, narrow: 'hidden' },
  {
    id: 'seen',
    title: 'Last Seen',
    width: '170px',
    value: ({ last_seen }) => last_seen,
    cell: ({ last_seen }) => date(new Date(last_seen * 1000).toISOString()),
    narrow: 'second',
  },
  { id: 'message', title: 'Message', width: 'minmax(0, 2fr)', value: ({ message }) => message, narrow: 'main' },
  {
    id: 'type',
    title: 'Event Type',
    width: '120px',
    value: ({ event_type }) => event_type,
    cell: ({ event_type }) => <Status tone={event_type === 'Warning' ? 'warning' : 'ok'}>{event_type}</Status>,
    narrow: 'hidden',
  },
  { id: 'reason', title: 'Reason', width: '160px', value: ({ reason }) => reason, narrow: 'second' },
]

/** Events of a pod, latest first. */
export const Events = ({ at, pod }: { at: { namespace: string; tenant: string }; pod: string }) => {
  const { data, error, reload } = useCall(details.podEvents, { params: { ...at, pod } })
  useReloadOnEvents(reload)
  const rows = data?.map((event, index) => ({ ...event, key: String(index) }))
  return (
    <Table
      rows={error ? [] : rows}
      columns={columns}
      rowKey={({ key }) => key}
      noun={{ one: 'event', many: 'events' }}
      name="pod-events"
      initialSort="-seen"
      empty={{
        icon: History,
        title: 'No recent events',
        text: messages.byDefaultKubernetesDeletesEvents,
      }}
      error={error}
      onRetry={() => void reload()}
    />
  )
}
