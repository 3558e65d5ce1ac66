import Activity from 'lucide-react/icons/activity'
import { useState } from 'react'
import { createRing } from '../../../core/ring.ts'
import { readCapture } from '../../../core/ui/capture.ts'
import { LivePage } from '../../../core/ui/live-page.tsx'
import { Tabs } from '../../../core/ui/tabs.tsx'
import { KEPT } from '../../../core/ui/use-live.ts'
import { useMedia } from '../../../core/ui/use-narrow.ts'
import { useFeed } from '../../../core/use-feed.ts'
import { extra, helpOver } from '../../../themes/media.ts'
import { ServedCall, trace } from '../contract.ts'
import { ByApi } from './by-api.tsx'
import { CallDetails } from './call.tsx'
import { allColumns, fewColumns } from './columns.tsx'
import { FilterBar } from './filters.tsx'
import { createStatistics } from './statistics.ts'
import * as styles from './trace.css.ts'
import { useFilters } from './use-filters.ts'

const views = [
  { id: 'rows', label: 'Rows' },
  { id: 'statistics', label: 'Statistics' },
] as const

/** Calls that are kept and added up. */
const createKept = () => {
  const statistics = createStatistics()
  const ring = createRing<ServedCall>(KEPT)
  const push = (call: ServedCall) => {
    ring.push(call)
    statistics.add(call)
  }
  const clear = () => {
    ring.clear()
    statistics.clear()
  }
  return { statistics, ring: { ...ring, push, clear } }
}

/** The calls that the storage serves, as it does (spec/3 on Trace). */
const TracePage = () => {
  const filters = useFilters()
  const [{ ring, statistics }] = useState(createKept)
  const { start, ...feed } = useFeed(trace.follow, ring.push, ring.lose)
  const live = { ...feed, ring, start: () => start({ query: filters.query }) }
  const little = useMedia(helpOver)
  const much = useMedia(extra)
  const [beside, setBeside] = useState(false)
  const [view, setView] = useState<(typeof views)[number]['id']>('rows')
  const isCounted = !little || view === 'statistics'
  return (
    <LivePage
      title="Trace"
      icon={Activity}
      what="the trace"
      live={live}
      noun={{ one: 'call', many: 'calls' }}
      columns={much && !beside ? allColumns : fewColumns}
      all={allColumns}
      needs={[{ action: 'admin:ServerTrace' }]}
      problem={filters.problem}
      idle={{ title: 'Trace is not started yet', text: 'Set the filters, then start it to follow the calls that the storage serves.' }}
      quiet={{ title: 'No Traced elements received yet', text: 'Calls that pass the filters appear here as the storage serves them.' }}
      drawer={({ row, ...open }) => <CallDetails call={row} {...open} />}
      onDrawer={setBeside}
      aside={isCounted && <ByApi statistics={statistics} />}
      rows={!little || view === 'rows' ? 'shown' : 'hidden'}
      capture={{ read: (text) => readCapture(ServedCall, text) }}
    >
      <FilterBar filters={filters} locked={live.phase !== 'stopped'} />
      {little && (
        <div className={styles.views}>
          <Tabs label="View" value={view} onChange={setView} items={views} />
        </div>
      )}
    </LivePage>
  )
}

export default TracePage
