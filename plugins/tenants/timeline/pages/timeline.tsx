import History from 'lucide-react/icons/history'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { count, displayName, displayText } from 'stowage'
import { useCall, useQuery } from 'stowage/web'
import {
  Checkbox,
  Empty,
  IconButton,
  Link,
  LoadError,
  Search,
  Skeleton,
  Spacer,
  Status,
  Toolbar,
  Row,
} from 'stowage/ui'
import type { PanelProps } from '../../details/pages/panel.ts'
import { useReloadOnEvents } from '../../details/pages/use-live-parts.ts'
import { podPlace } from '../../details/pages/tenant-path.ts'
import { type TimelineEvent, timeline } from '../contract.ts'
import * as styles from './timeline.css.ts'
import { daysOf, kindOf, oftenOf, timeOf, filterEvents } from './event-text.ts'
import * as messages from '../../messages.ts'

/** Resource of the event; existing pods are linked to their pages. */
const Whose = ({ of, at, pods }: { of: TimelineEvent } & Pick<PanelProps, 'at' | 'pods'>) => {
  const there = of.kind === 'Pod' && pods.data?.some(({ name }) => name === of.name)
  return (
    <span className={styles.muted}>
      {kindOf(of)} {there ? <Link href={podPlace(at, of.name)}>{displayName(of.name)}</Link> : displayName(of.name)}
    </span>
  )
}

const Event = ({ of, ...rest }: { of: TimelineEvent } & Pick<PanelProps, 'at' | 'pods'>) => {
  const often = oftenOf(of)
  return (
    <li className={styles.event}>
      <time className={styles.time} dateTime={new Date(of.last_seen * 1000).toISOString()}>
        {timeOf(of)}
      </time>
      <div className={styles.lines}>
        <Row gap={[1, 4]} wrap shrink>
          {of.event_type === 'Warning' ? (
            <Status tone="warning">{`Warning: ${of.reason}`}</Status>
          ) : (
            <span className={styles.reason}>{displayName(of.reason)}</span>
          )}
          <Whose of={of} {...rest} />
          {often && <span className={styles.muted}>{often}</span>}
        </Row>
        <div className={styles.message}>{displayText(of.message)}</div>
      </div>
    </li>
  )
}

/** Events of a tenant and its resources by day, latest first. */
export const Timeline = ({ at, pods }: PanelProps) => {
  const { data, error, reload } = useCall(timeline.timeline, { params: at })
  useReloadOnEvents(reload)
  const [search, setSearch] = useQuery('search')
  const [show, setShow] = useQuery('show', 'all')
  const events = data && filterEvents(data.events, { search, show: show === 'warnings' ? 'warnings' : 'all' })
  return (
    <>
      <Toolbar>
        <Search label="Search Events" value={search} onChange={setSearch} />
        <Checkbox
          label="Warnings only"
          value={show === 'warnings'}
          onChange={(only) => setShow(only ? 'warnings' : 'all')}
        />
        <Spacer />
        <IconButton icon={RefreshCw} label="Read Events Again" look="bordered" onPress={() => void reload()} />
      </Toolbar>
      {!data &&
        (error ? (
          <LoadError what="the events" error={error} onRetry={() => void reload()} />
        ) : (
          <Skeleton rows={6} columns={2} />
        ))}
      {data?.events.length === 0 && <Empty icon={History} title="No recent events" text={messages.eventsExpire} />}
      {data && data.events.length > 0 && events?.length === 0 && (
        <Empty icon={History} title="No matching events" text={messages.changeEventSearch} />
      )}
      {events &&
        daysOf(events).map(([day, ones]) => (
          <section key={day} aria-label={day}>
            <h2 className={styles.day}>{day}</h2>
            <ol className={styles.events}>
              {ones.map((one) => (
                <Event
                  key={JSON.stringify([one.kind, one.name, one.event_type, one.reason, one.message])}
                  of={one}
                  at={at}
                  pods={pods}
                />
              ))}
            </ol>
          </section>
        ))}
      {data && data.total > data.events.length && (
        <p className={styles.muted}>
          The latest {count(data.events.length)} of {count(data.total)}
        </p>
      )}
    </>
  )
}
