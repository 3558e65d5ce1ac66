import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { date, isTemporaryFailure } from 'stowage'
import { setQuery, useCall, useNoticeBadge, useQuery } from 'stowage/web'
import { Banner, Button, classes, lazyPart, LoadError, Muted, Page, Row, Skeleton, Tabs, useReloadOn } from 'stowage/ui'
import { dashboard } from '../contract.ts'
import { outlook } from '../outlook.ts'
import { Attention } from './attention.tsx'
import { DashboardStats, DashboardStatsSkeleton } from './stats.tsx'
import { Outlook, OutlookSkeleton } from './outlook.tsx'
import { OutlookByPart } from './outlook-by-part.tsx'
import { problemsOf } from './problems.ts'
import * as messages from '../messages.ts'
import { Drives, placedDrives, Servers } from './servers-and-drives.tsx'
import { getSetupProgress } from './setup-progress.ts'
import * as styles from './status.css.ts'
import { useView, Views } from './views.tsx'

const tabs = ['servers', 'drives', 'alerts', 'thresholds'] as const

/** Local time of day of a time in ms. */
const timeOf = (at: number) => date(new Date(at).toISOString()).slice(11)

/** Key under which the browser stores the state of the setup steps. */
const FIRST_STEPS = 'first-steps'

const views = () => import('./other-views.ts')
const loading = () => <Skeleton rows={4} columns={4} />
const Alerts = lazyPart('the alerts', async () => (await views()).Alerts, loading)
const Charts = lazyPart('the charts', async () => (await views()).Charts, loading)
const LatencyView = lazyPart('the latency', async () => (await views()).LatencyView, loading)
const Thresholds = lazyPart('the thresholds', async () => (await views()).Thresholds, loading)
const Topology = lazyPart('the topology', async () => (await views()).Topology, loading)

/** The page while its first response is loading. */
const InfoSkeleton = () => (
  <>
    <DashboardStatsSkeleton />
    <OutlookSkeleton />
    <Skeleton rows={4} columns={4} />
  </>
)

const FirstSteps = lazyPart('the first steps', async () => (await import('./first-steps.tsx')).FirstSteps, InfoSkeleton)

/** Shows the setup steps above the page of a new storage; not even loaded once they are done. */
const SetupGate = ({ children }: { children: ReactNode }) => {
  const [isSetUp] = useState(() => getSetupProgress(FIRST_STEPS) === 'done')
  if (isSetUp) return children
  return (
    <FirstSteps name={FIRST_STEPS} loading={<InfoSkeleton />}>
      {children}
    </FirstSteps>
  )
}

/** Scrolls to its content when a link opens one of its tabs: the overview above fills the window. */
const ScrolledTo = ({ tab, children }: { tab: string; children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // a pressed tab has the focus, and is visible
    if (tab && !element.current?.contains(document.activeElement)) element.current?.scrollIntoView()
  }, [tab])
  return (
    <div ref={element} className={classes(styles.naturalHeight, tab && styles.filling)}>
      {children}
    </div>
  )
}

/** General Status: usage, servers and drives of the storage (spec/1 section 2.6). */
const StatusPage = () => {
  const { data, error, loading, asOf, reload } = useCall(dashboard.info)
  const [requested] = useQuery('tab')
  const [page] = useQuery('page')
  const [part] = useQuery('part')
  const { view, tab: chartsTab, setView } = useView(data?.charts)
  const tab = tabs.find((one) => one === requested) ?? 'servers'
  const isInfo = view === 'info'
  const outlookState = useCall(outlook.outlook, undefined, { when: data !== undefined && isInfo })
  const running = useNoticeBadge('/dashboard')?.count ?? 0
  const [refreshes, setRefreshes] = useState(0)
  // not periodically: an open page does not count as use of the session
  useReloadOn(running, reload)
  const again = async () => {
    setRefreshes(refreshes + 1)
    await Promise.all([reload(), outlookState.reload()])
  }
  const servers = data?.servers ?? []
  const drives = placedDrives(servers)
  const paged = { page: Number(page) || undefined, part, onPage: (next: number) => setQuery({ page: String(next) }) }
  return (
    <Page
      title="Dashboard"
      tabs={
        (data || !error) && <Views view={view} onChange={setView} of={data && !data.charts ? 'no history' : 'all'} />
      }
      actions={
        isInfo && (
          <Row gap={3}>
            {asOf !== undefined && <Muted>{`As of ${timeOf(asOf)}`}</Muted>}
            <Button icon={RefreshCw} busy={loading && data ? 'Refreshing' : undefined} onPress={() => void again()}>
              Refresh
            </Button>
          </Row>
        )
      }
    >
      {error && !data && <LoadError what="the state of the storage" error={error} onRetry={() => void reload()} />}
      {/* temporary failures are reported above every page */}
      {error && data && !isTemporaryFailure(error) && (
        <div className={styles.notRefreshed}>
          <Banner tone="warning">{messages.stateNotRefreshed(error.message)}</Banner>
        </div>
      )}
      {!error && !data && (isInfo ? <InfoSkeleton /> : <Skeleton rows={4} columns={4} />)}
      {data?.charts && chartsTab && <Charts tab={chartsTab} about={data.charts} onSync={reload} />}
      {data && view === 'latency' && <LatencyView />}
      {data && isInfo && (
        <SetupGate>
          <DashboardStats info={data} />
          <Attention problems={problemsOf(data, outlookState.data, Date.now())} />
          <Outlook info={data} asOf={asOf} state={outlookState}>
            {outlookState.data && <OutlookByPart data={outlookState.data} />}
          </Outlook>
          <ScrolledTo tab={part ? '' : requested}>
            <Tabs
              label="Parts of the storage"
              value={tab}
              onChange={(next) =>
                setQuery({ tab: next === 'servers' ? undefined : next, page: undefined, part: undefined })
              }
              items={[
                { id: 'servers', label: 'Servers', count: servers.length },
                { id: 'drives', label: 'Drives', count: drives.length },
                { id: 'alerts', label: 'Alerts', ...(running > 0 && { count: running }) },
                { id: 'thresholds', label: 'Thresholds' },
              ]}
            >
              {tab === 'servers' && <Servers rows={servers} {...paged} />}
              {tab === 'drives' && drives.length > 1 && <Topology servers={servers} />}
              {tab === 'drives' && <Drives rows={drives} {...paged} />}
              {tab === 'alerts' && <Alerts revision={`${running} ${refreshes}`} />}
              {tab === 'thresholds' && <Thresholds />}
            </Tabs>
          </ScrolledTo>
        </SetupGate>
      )}
    </Page>
  )
}

export default StatusPage
