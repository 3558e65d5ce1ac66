import Activity from 'lucide-react/icons/activity'
import { useState } from 'react'
import { LivePage } from '../../../core/ui/live-page.tsx'
import { useLive } from '../../../core/ui/use-live.ts'
import { useMedia } from '../../../core/ui/use-narrow.ts'
import { helpOver } from '../../../themes/media.ts'
import { trace } from '../contract.ts'
import { CallDetails } from './call.tsx'
import { allColumns, fewColumns } from './columns.tsx'
import { FilterBar } from './filters.tsx'
import { useFilters } from './use-filters.ts'

/** The calls that the storage serves, as it does (spec/3 on Trace). */
const TracePage = () => {
  const filters = useFilters()
  const live = useLive(trace.follow, { query: filters.query })
  const little = useMedia(helpOver)
  const [beside, setBeside] = useState(false)
  return (
    <LivePage
      title="Trace"
      icon={Activity}
      what="the trace"
      live={live}
      noun={{ one: 'call', many: 'calls' }}
      columns={little || beside ? fewColumns : allColumns}
      all={allColumns}
      needs={[{ action: 'admin:ServerTrace' }]}
      problem={filters.problem}
      idle={{ title: 'Trace is not started yet', text: 'Set the filters, then start it to follow the calls that the storage serves.' }}
      quiet={{ title: 'No Traced elements received yet', text: 'Calls that pass the filters appear here as the storage serves them.' }}
      drawer={({ row, ...open }) => <CallDetails call={row} {...open} />}
      onDrawer={setBeside}
    >
      <FilterBar filters={filters} locked={live.phase !== 'stopped'} />
    </LivePage>
  )
}

export default TracePage
