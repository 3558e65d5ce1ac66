import History from 'lucide-react/icons/history'
import { date } from 'stowage'
import { column, type Column, Status, Table } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { details, type PodEvent } from '../contract.ts'
import { useReloadOnEvents } from './use-live-parts.ts'
import * as messages from '../../messages.ts'

type Row = PodEvent & { key: string }

const columns: Column<Row>[] = [
  column.text('Namespace', ({ namespace }) => namespace, { width: '120px', narrow: 'hidden' }),
  column.text('Last Seen', ({ last_seen }) => last_seen, {
    id: 'seen',
    width: '170px',
    cell: ({ last_seen }) => date(new Date(last_seen * 1000).toISOString()),
    narrow: 'second',
  }),
  column.text('Message', ({ message }) => message, { width: 'minmax(0, 2fr)', narrow: 'main' }),
  column.text('Event Type', ({ event_type }) => event_type, {
    id: 'type',
    width: '120px',
    cell: ({ event_type }) => <Status tone={event_type === 'Warning' ? 'warning' : 'ok'}>{event_type}</Status>,
    narrow: 'hidden',
  }),
  column.text('Reason', ({ reason }) => reason, { width: '160px', narrow: 'second' }),
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
