import { date } from 'stowage'
import { Link, Row } from 'stowage/ui'
import * as styles from './charts.css.ts'
import type { LinkedEvent } from './events.ts'
import * as messages from '../../messages.ts'

/** Events in the list; the charts mark all of them. */
const MAX = 100

/** The events that the charts mark, as text. */
export const EventList = ({ events }: { events: readonly LinkedEvent[] }) =>
  events.length > 0 && (
    <details className={styles.events}>
      <summary className={styles.summary}>{messages.eventsInRange(events.length)}</summary>
      <ul className={styles.eventList}>
        {events.slice(0, MAX).map(({ at, text, tone, to }) => (
          <Row as="li" gap={[0, 4]} wrap align="stretch" key={`${at} ${text}`} className={styles.event}>
            <span className={styles.eventMark[tone]} aria-hidden>
              {tone === 'plain' ? '■' : '▲'}
            </span>
            <time className={styles.eventTime}>{date(new Date(at * 1000).toISOString())}</time>
            {to ? <Link href={to}>{text}</Link> : <span>{text}</span>}
          </Row>
        ))}
      </ul>
    </details>
  )
