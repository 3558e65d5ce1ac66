import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { date } from 'stowage'
import { Banner, Button, MomentInput, Select, useRefresh } from 'stowage/ui'
import type { Charts as About } from '../../widgets.ts'
import { ReportedProblem, WidgetCard } from './cards.tsx'
import * as styles from './charts.css.ts'
import { type Tab, tabs } from './layout.ts'
import { recentRanges, useRange } from './range.ts'
import * as messages from '../../messages.ts'

const at = (seconds: number) => date(new Date(seconds * 1000).toISOString())

/** Note about the source of the data and its limits. */
const Source = ({ of: { source, kept, since, left = 0 } }: { of: About }) => {
  const words = [
    source === 'prometheus' && 'From Prometheus.',
    source === 'history' && since === undefined && messages.dataCollectionHasJustStarted,
    source === 'history' && since !== undefined && messages.collectedByConsoleSince(at(since), kept),
    left > 0 && messages.seriesAreNotStoredBecause(left),
  ]
  return <p className={styles.about}>{words.filter(Boolean).join(' ')}</p>
}

/** Refresh interval of a live range, in seconds. */
const refreshSeconds = (step: number) => Math.max(15, step)

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
  const { range, last, sync, choose, chooseLast } = useRange()
  const [syncs, setSyncs] = useState(0)
  const again = async () => {
    if (last === undefined) setSyncs((count) => count + 1)
    else sync()
    // an empty history or a problem is temporary
    if (about.problem || (about.source === 'history' && about.since === undefined)) await onSync()
  }
  useRefresh(last === undefined ? 0 : refreshSeconds(range.step), again)
  const request = { range, syncs }
  const rows = tabs.find(({ id }) => id === tab)?.rows ?? []
  return (
    <>
      <div className={styles.filter} role="group" aria-label="Filter">
        <span className={styles.label}>Filter</span>
        <MomentInput
          label="Start Time"
          value={range.start}
          onChange={(start) => choose(start, Math.max(start + 60, range.end))}
        />
        <MomentInput
          label="End Time"
          value={range.end}
          onChange={(end) => choose(Math.min(range.start, end - 60), end)}
        />
        <span className={styles.last}>
          <Select
            label="Range"
            placeholder="Own range"
            value={last ?? ''}
            options={recentRanges.map(({ id, label }) => ({ value: id, label }))}
            onChange={chooseLast}
          />
        </span>
        <Button icon={RefreshCw} onPress={() => void again()}>
          Sync
        </Button>
        <span className={styles.synced}>{last !== undefined && `Last synced ${at(range.end).slice(11)}`}</span>
      </div>
      {about.problem && (
        <Banner tone="warning">
          {about.problem.message}
          {about.problem.detail && `. ${about.problem.detail}`}
        </Banner>
      )}
      <Source of={about} />
      <ReportedProblem value={about.problem?.message ?? ''}>
        {(rows as readonly (readonly number[])[]).map((ids) => (
          <div
            key={ids.join()}
            className={ids.includes(502) ? styles.uneven : styles[`row${ids.length as 1 | 2 | 3 | 4}`]}
          >
            {ids.map((id) => (
              <WidgetCard key={id} id={id} request={request} onZoom={choose} />
            ))}
          </div>
        ))}
      </ReportedProblem>
    </>
  )
}
