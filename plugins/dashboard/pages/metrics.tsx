import ChartLine from 'lucide-react/icons/chart-line'
import { useCall, useQuery } from 'stowage/web'
import { Button, Empty, lazyPart, LoadError, Page, Skeleton } from 'stowage/ui'
import { dashboard } from '../contract.ts'
import { tabs } from './charts/layout.ts'
import { Views } from './views.tsx'
import * as messages from '../messages.ts'

const Charts = lazyPart(
  'the charts',
  async () => (await import('./other-views.ts')).Charts,
  () => <Skeleton rows={4} columns={4} />,
)

/** The charts alone, for embedding in a frame (console-api 14.11). */
const MetricsPage = () => {
  const { data, error, reload } = useCall(dashboard.info)
  const [requested, setView] = useQuery('view', 'usage')
  const view = tabs.find(({ id }) => id === requested)?.id ?? 'usage'
  return (
    <Page title="Metrics" tabs={data?.charts && <Views view={view} onChange={setView} of="charts" />}>
      {error && !data && <LoadError what="the metrics of the storage" error={error} onRetry={() => void reload()} />}
      {!error && !data && <Skeleton rows={4} columns={4} />}
      {data && !data.charts && (
        <Empty
          icon={ChartLine}
          title={messages.widgetFailed}
          text={messages.historyOffNotice}
          action={<Button onPress={() => void reload()}>Try Again</Button>}
        />
      )}
      {data?.charts && <Charts tab={view} about={data.charts} onSync={reload} />}
    </Page>
  )
}

export default MetricsPage
