import RefreshCw from 'lucide-react/icons/refresh-cw'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useState } from 'react'
import { date } from 'stowage'
import { useQuery } from 'stowage/web'
import { Banner, Button, Checkbox, Link, DateTimeInput, Select, useRefresh } from 'stowage/ui'
import type { Charts as About } from '../../widgets.ts'
import { MarkedEvents, ReportedProblem, WidgetCard } from './cards.tsx'
import * as styles from './charts.css.ts'
import { EventList } from './event-list.tsx'
import { type Tab, tabs } from './layout.ts'
import { type Range, recentRanges, useRange } from './range.ts'
import { useEvents } from './use-events.ts'
import { usePendingRequests } from './pending-requests.ts'
import { SharedWidgets, useWidget, type WidgetRequest } from './use-widget.ts'
import * as messages from '../../messages.ts'

const at = (seconds: number) => date(new Date(seconds * 1000).toISOString())

/** Note about the source of the data and its limits. */
const Source = ({ of: { source, durable, since, droppedSeries = 0 } }: { of: About }) => {
  const sentences = [
    source === 'prometheus' && 'From Prometheus.',
    source === 'history' && since === undefined && messages.collectionJustStarted,
    source === 'history' && since !== undefined && messages.collectedByConsoleSince(at(since), durable),
    droppedSeries > 0 && messages.historyFull(droppedSeries),
  ]
  return <p className={styles.about}>{sentences.filter(Boolean).join(' ')}</p>
}

/** Value of `compare` in the address. */
const DAY = 'day'

/** The Grafana dashboard at the range of the charts. */
const grafanaAt = (address: string, { start, end }: Pick<Range, 'start' | 'end'>) => {
  const url = new URL(address)
  url.searchParams.set('from', String(start * 1000))
  url.searchParams.set('to', String(end * 1000))
  return url.href
}

/** Refresh interval of a live range, in seconds. */
const refreshSeconds = (step: number) => Math.max(15, step)

/** IDs of the uptime, which also marks restarts in all charts, and of the data received and sent, shown twice. */
const [UPTIME, RECEIVED, SENT] = [1, 63, 70]

/** The widgets that several parts of a tab use. */
const useShared = (tab: Tab, request: WidgetRequest) => {
  const uptime = useWidget(UPTIME, request)
  const received = useWidget(RECEIVED, request, tab === 'usage')
  const sent = useWidget(SENT, request, tab === 'usage')
  return new Map([
    [UPTIME, uptime],
    [RECEIVED, received],
    [SENT, sent],
  ])
}

/** The widgets of a tab, with a common time range (spec/1 section 2.6). */
export const Charts = ({
  tab,
  about,
  onSync,
}: {
  tab: Tab
  about: About /** Requests the source information again. */
  onSync: () => Promise<void>
}) => {
  const { range, last, sync, choose, chooseLast, zoom, reset } = useRange()
  const [compare, setCompare] = useQuery('compare')
  const [syncs, setSyncs] = useState(0)
  const again = async () => {
    if (last === undefined) setSyncs((count) => count + 1)
    else sync()
    // an empty history or a problem is temporary
    if (about.problem || (about.source === 'history' && about.since === undefined)) await onSync()
  }
  const pending = usePendingRequests()
  // a source that answers more slowly than the interval would never finish
  const refresh = async () => (pending.isLoading() ? undefined : again())
  useRefresh(last === undefined ? 0 : refreshSeconds(range.step), refresh)
  const request = { range, syncs, isCompared: compare === DAY, pending }
  const shared = useShared(tab, request)
  const events = useEvents(request, shared.get(UPTIME)?.data)
  const rows = tabs.find(({ id }) => id === tab)?.rows ?? []
  return (
    <>
      <div className={styles.filter} role="group" aria-label="Filter">
        <span className={styles.label}>Filter</span>
        <DateTimeInput
          label="Start Time"
          value={range.start}
          onChange={(start) => choose(start, Math.max(start + 60, range.end))}
        />
        <DateTimeInput
          label="End Time"
          value={range.end}
          onChange={(end) => choose(Math.min(range.start, end - 60), end)}
        />
        <span className={styles.last}>
          <Select
            label="Range"
            placeholder="Custom range"
            value={last ?? ''}
            options={recentRanges.map(({ id, label }) => ({ value: id, label }))}
            onChange={chooseLast}
          />
        </span>
        <Button icon={RefreshCw} onPress={() => void again()}>
          Sync
        </Button>
        {reset && (
          <Button icon={ZoomOut} onPress={reset}>
            Reset Zoom
          </Button>
        )}
        <Checkbox
          label="Compare with the day before"
          value={compare === DAY}
          onChange={(on) => setCompare(on ? DAY : '')}
        />
        {about.grafana && <Link href={grafanaAt(about.grafana, range)}>Open in Grafana</Link>}
        <span className={styles.synced}>
          {[
            pending.isSlow && 'Loading',
            last !== undefined && pending.loadedAt !== undefined && `Last synced ${at(pending.loadedAt).slice(11)}`,
          ]
            .filter(Boolean)
            .join('. ')}
        </span>
      </div>
      {about.problem && (
        <div className={styles.refusedBanner}>
          <Banner tone="warning">
            {about.problem.message}
            {about.problem.detail && `. ${about.problem.detail}`}
          </Banner>
        </div>
      )}
      <Source of={about} />
      <EventList events={events} />
      <ReportedProblem value={about.problem?.message ?? ''}>
        <SharedWidgets value={shared}>
          <MarkedEvents value={events}>
            {(rows as readonly (readonly number[])[]).map((ids) => (
              <div
                key={ids.join()}
                className={ids.includes(502) ? styles.uneven : styles[`row${ids.length as 1 | 2 | 3 | 4}`]}
              >
                {ids.map((id) => (
                  <WidgetCard key={id} id={id} request={request} onZoom={zoom} onReset={reset} />
                ))}
              </div>
            ))}
          </MarkedEvents>
        </SharedWidgets>
      </ReportedProblem>
    </>
  )
}
