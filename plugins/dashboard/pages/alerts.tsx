import BellRing from 'lucide-react/icons/bell-ring'
import { date, duration, displayName, displayText } from 'stowage'
import { column, Banner, MiddleTruncate, Status, Table, useReloadOn } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { type Alert, alerts } from '../alerts/contract.ts'
import { type MetricId, alertMetrics } from '../alerts/metrics.ts'
import { formatValue, titleOf } from '../alerts/alert-texts.ts'
import * as messages from '../messages.ts'

const durationOf = ({ started, ended }: Alert) =>
  Math.max(0, ((ended ? Date.parse(ended) : Date.now()) - Date.parse(started)) / 1000)

/** Without seconds from a minute on. */
const roughly = (seconds: number) => duration(seconds < 60 ? seconds : Math.floor(seconds / 60) * 60)

/** State of the delivery to the webhook. */
export const deliveryText = ({ delivery }: Pick<Alert, 'delivery'>) => {
  if (!delivery) return 'No webhook'
  const tried = delivery.tries > 1 ? `, try ${delivery.tries}` : ''
  if (delivery.state === 'delivered') return `Delivered${tried}`
  return delivery.state === 'waiting'
    ? `Waiting${tried}${delivery.reason ? `: ${delivery.reason}` : ''}`
    : `Given up: ${delivery.reason ?? ''}`
}

const sourceOf = ({ source, value, metric }: Alert) => source ?? formatValue(value, alertMetrics[metric])

/** The dashboard view with details of an alert. */
const viewOf: { readonly [Id in MetricId]?: string } = {
  'drives-offline': '/dashboard?tab=drives',
  'drives-healing': '/dashboard?tab=drives',
  'write-quorum': '/dashboard?tab=drives',
  'servers-offline': '/dashboard?tab=servers',
  versions: '/dashboard?tab=servers',
  'capacity-used': '/dashboard?view=usage',
  'full-in': '/dashboard?view=usage',
  'failed-decommissions': '/dashboard',
  'error-rate': '/dashboard?view=traffic',
}

/** Address of the server, drive or view that an alert is about. */
export const addressOf = ({ metric, part }: Pick<Alert, 'metric' | 'part'>) => {
  const view = viewOf[metric]
  return view && part ? `${view}&part=${encodeURIComponent(part)}` : view
}

/** Running and ended alerts with their times, read again when `revision` changes. */
export const Alerts = ({ revision }: { revision: string }) => {
  const { data, error, loading, reload } = useCall(alerts.alerts)
  useReloadOn(revision, reload)
  return (
    <>
      {data?.durable === false && <Banner tone="info">{messages.alertsInMemory}</Banner>}
      {data?.missingData && (
        <Banner tone="warning">
          {messages.monitoringNeedsDashboard(displayText(data.missingData.message), date(data.missingData.since))}
        </Banner>
      )}
      <Table<Alert>
        rows={data?.alerts}
        rowKey={({ id }) => id}
        noun={{ one: 'alert', many: 'alerts' }}
        name="alerts"
        height="rows"
        error={error}
        loading={loading}
        onRetry={() => void reload()}
        empty={{
          icon: BellRing,
          title: 'No alerts',
          text: messages.alertsHelp,
        }}
        columns={[
          column.text<Alert>('Alert', titleOf, {
            width: 'minmax(0, 2.4fr)',
            cell: (alert) =>
              alert.ended ? <span>{titleOf(alert)}</span> : <Status tone={alert.level}>{titleOf(alert)}</Status>,
          }),
          column.mono<Alert>('Source', (alert) => displayName(sourceOf(alert)), {
            href: addressOf,
            width: 'minmax(0, 2.1fr)',
            narrow: 'second',
            cell: (alert) => <MiddleTruncate>{displayName(sourceOf(alert))}</MiddleTruncate>,
          }),
          column.date('Started', ({ started }) => started, { narrow: 'second' }),
          column.date('Ended', ({ ended = '' }) => ended, {
            cell: ({ ended }) => (ended ? date(ended) : 'Ongoing'),
            narrow: 'hidden',
          }),
          column.text('Duration', durationOf, {
            cell: (alert) => roughly(durationOf(alert)),
            align: 'right',
            width: '152px',
            narrow: 'hidden',
          }),
          column.text('Webhook', deliveryText, { width: 'minmax(0, 1.5fr)', narrow: 'hidden' }),
        ]}
      />
    </>
  )
}
