import History from 'lucide-react/icons/history'
import { counted, date, displayText } from 'stowage'
import { Empty, LoadError, Skeleton, Status } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { details, type PodEvent } from '../contract.ts'
import * as styles from './events.css.ts'
import { useReloadOnEvents } from './use-live-parts.ts'
import * as messages from '../../messages.ts'

const Row = ({ event: { namespace, last_seen, message, event_type, reason } }: { event: PodEvent }) => (
  <tr className={styles.row}>
    <td className={styles.cell.fixed}>{date(new Date(last_seen * 1000).toISOString())}</td>
    <td className={styles.cell.fixed}>
      <Status tone={event_type === 'Warning' ? 'warning' : 'ok'}>{event_type}</Status>
    </td>
    <td className={styles.cell.reason}>{displayText(reason)}</td>
    <td className={styles.cell.text}>{displayText(message)}</td>
    <td className={styles.cell.wide}>{displayText(namespace)}</td>
  </tr>
)

/** Events of a pod with their whole messages, latest first. */
export const Events = ({ at, pod }: { at: { namespace: string; tenant: string }; pod: string }) => {
  const { data, error, reload } = useCall(details.podEvents, { params: { ...at, pod } })
  useReloadOnEvents(reload)
  if (!data)
    return error ? (
      <LoadError what="the events" error={error} onRetry={() => void reload()} />
    ) : (
      <Skeleton rows={5} columns={3} />
    )
  if (data.length === 0) return <Empty icon={History} title="No recent events" text={messages.eventsExpire} />
  return (
    <>
      <table className={styles.table} aria-label="Events">
        <thead className={styles.head}>
          <tr>
            {['Last Seen', 'Event Type', 'Reason', 'Message'].map((title) => (
              <th key={title} scope="col" className={styles.title.all}>
                {title}
              </th>
            ))}
            <th scope="col" className={styles.title.wide}>
              Namespace
            </th>
          </tr>
        </thead>
        <tbody>
          {data
            .toSorted((one, other) => other.last_seen - one.last_seen)
            .map((event, index) => (
              <Row key={index} event={event} />
            ))}
        </tbody>
      </table>
      <p className={styles.foot}>{counted(data.length, { one: 'event', many: 'events' })}</p>
    </>
  )
}
