import Activity from 'lucide-react/icons/activity'
import { useState } from 'react'
import { displayName } from 'stowage'
import { useFeed, useQuery } from 'stowage/web'
import { Button, helpOverlay, LivePage, parseJsonLines, Tabs, useMediaQuery, Row } from 'stowage/ui'
import { ServedCall, trace } from '../contract.ts'
import { ByApi } from './by-api.tsx'
import { CallDetails } from './call.tsx'
import { columns, columnsBeside } from './columns.tsx'
import { FilterBar } from './filters.tsx'
import { createCallLog } from './call-log.ts'
import * as styles from './trace.css.ts'
import { useFilters } from './use-filters.ts'
import { useRestart, useStartFromAddress } from './use-restart.ts'
import * as messages from '../messages.ts'

const views = [
  { id: 'rows', label: 'Rows' },
  { id: 'statistics', label: 'Statistics' },
] as const

/** Live trace of the calls served by the storage (spec/3 on Trace). */
const TracePage = () => {
  const filters = useFilters()
  const [{ ring, statistics, recount, view: viewOf }] = useState(createCallLog)
  const [api, setApi] = useQuery('api')
  const [order, setOrder] = useQuery('order', 'newest')
  const { start, ...feed } = useFeed(trace.follow, ring.push, ring.addLost)
  const live = { ...feed, ring, start: () => start({ query: filters.query }) }
  const setSlowest = (isSlowest: boolean) => setOrder(isSlowest ? 'slowest' : 'newest')
  const filter = { ...filters.conditions, api }
  useStartFromAddress(live.start)
  useRestart(filters, live, () => recount(filters.conditions))
  const isCrowded = useMediaQuery(helpOverlay)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [view, setView] = useState<(typeof views)[number]['id']>('rows')
  const choose = (next: string) => {
    setApi(next)
    if (next) setView('rows')
  }
  const showsStatistics = !isCrowded || view === 'statistics'
  return (
    <LivePage
      title="Trace"
      icon={Activity}
      what="the trace"
      live={live}
      noun={{ one: 'call', many: 'calls' }}
      visibleRing={viewOf(filter, order === 'slowest' ? 'slowest' : 'newest')}
      sort={{
        by: order === 'slowest' ? '-duration' : '-time',
        keeps: order === 'slowest' ? 'slowest' : 'latest',
        onSort: (by) => setSlowest(by === 'duration' && order !== 'slowest'),
      }}
      columns={isDrawerOpen ? columnsBeside : columns}
      all={columns}
      needs={[{ action: 'admin:ServerTrace' }]}
      problem={filters.problem}
      idle={{
        title: 'Trace is not started yet',
        text: messages.startTraceHelp,
      }}
      waiting={{
        title: 'No Traced elements received yet',
        text: messages.runningTraceHelp,
      }}
      drawer={({ row, ...open }) => <CallDetails call={row} {...open} />}
      onDrawer={setDrawerOpen}
      aside={showsStatistics && <ByApi statistics={statistics} chosen={api} onChoose={choose} />}
      rows={!isCrowded || view === 'rows' ? 'shown' : 'hidden'}
      capture={{ read: (text) => parseJsonLines(ServedCall, text) }}
    >
      <FilterBar filters={filters} slowest={{ value: order === 'slowest', onChange: setSlowest }} />
      {isCrowded && (
        <div className={styles.views}>
          <Tabs label="View" value={view} onChange={setView} items={views} />
        </div>
      )}
      {api && (
        <Row gap={3} className={styles.only}>
          <span>{`Only calls of ${displayName(api)}`}</span>
          <Button size="sm" onPress={() => setApi('')}>
            Show All
          </Button>
        </Row>
      )}
    </LivePage>
  )
}

export default TracePage
