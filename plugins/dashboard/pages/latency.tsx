import Activity from 'lucide-react/icons/activity'
import Timer from 'lucide-react/icons/timer'
import { useMemo } from 'react'
import { bytes, count, date, displayName, displayText, formatElapsed, type Output } from 'stowage'
import { column, Banner, Button, type Column, LoadError, Segmented, Skeleton, Table, Toolbar } from 'stowage/ui'
import { useCall, useLink, useQuery } from 'stowage/web'
import { latency, type LatencyRow } from '../latency.ts'
import * as messages from '../messages.ts'

const groups = [
  { id: 'api', label: 'API', noun: { one: 'API', many: 'APIs' } },
  { id: 'bucket', label: 'Bucket', noun: { one: 'bucket', many: 'buckets' } },
  { id: 'server', label: 'Server', noun: { one: 'server', many: 'servers' } },
] as const

/** Percentiles below the resolution that the storage distinguishes are upper bounds. */
const durationText = (value: number | undefined, resolution: number | undefined) =>
  value === undefined ? undefined : `${value === resolution ? '≤ ' : ''}${formatElapsed(value)}`

const numeric = (
  id: keyof LatencyRow,
  title: string,
  text: (row: LatencyRow) => string | undefined,
): Column<LatencyRow> => ({
  id,
  title,
  look: 'number',
  width: '88px',
  value: (row) => row[id],
  cell: (row) => text(row) ?? '—',
  narrow: id === 'p95' || id === 'calls' ? 'second' : 'hidden',
})

const columnsOf = (
  title: string,
  resolution: number | undefined,
  traceOf: (row: LatencyRow) => string | undefined,
): Column<LatencyRow>[] => [
  column.name(title, ({ name }) => displayName(name), { id: 'name', href: traceOf, width: 'minmax(144px, 1fr)' }),
  numeric('calls', 'Calls', (row) => count(row.calls)),
  numeric('errors', 'Errors', (row) => count(row.errors)),
  numeric('bytes', 'Bytes', (row) => (row.bytes === undefined ? undefined : bytes(row.bytes))),
  numeric('time', 'Total Time', (row) => durationText(row.time, undefined)),
  numeric('p50', 'p50', (row) => durationText(row.p50, resolution)),
  numeric('p95', 'p95', (row) => durationText(row.p95, resolution)),
  numeric('p99', 'p99', (row) => durationText(row.p99, resolution)),
]

const noteOf = ({ since, until, resolution }: Output<typeof latency.latency>) =>
  [
    since ? `calls since ${date(since)}` : messages.callsSinceServersStarted,
    until === 'end' ? messages.durationsOfWholeCalls : messages.durationsUntilFirstByte,
    resolution !== undefined && messages.durationResolution(formatElapsed(resolution)),
  ]
    .filter(Boolean)
    .join(', ')

/** Latency by API, bucket and server, and slow drives. A row leads to its trace. */
export const LatencyView = () => {
  const { data, error, loading, reload } = useCall(latency.latency)
  const [requested, setGroup] = useQuery('by', 'api')
  const [sort, setSort] = useQuery('sort', '-p95')
  const trace = useLink('trace')
  const traceDrives = trace?.({ calls: 'storage' })
  const group = groups.find(({ id }) => id === requested) ?? groups[0]
  const columns = useMemo(
    () =>
      columnsOf(group.label, data?.resolution, ({ name }) =>
        // a trace has no filter for servers
        group.id === 'server' ? undefined : trace?.({ [group.id]: name }),
      ),
    [group, data?.resolution, trace],
  )
  if (error && !data) return <LoadError what="the latency" error={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton rows={5} columns={6} />
  const rows = { api: data.apis, bucket: data.buckets ?? [], server: data.servers }[group.id]
  return (
    <>
      {data.problem && <Banner tone="warning">{displayText(data.problem.message)}</Banner>}
      {data.slowDrives.map(({ drive, mean, median }) => (
        <Banner key={drive} tone="warning" action={traceDrives && <Button href={traceDrives}>Trace Drives</Button>}>
          {messages.driveIsSlow(displayName(drive), formatElapsed(mean), formatElapsed(median))}
        </Banner>
      ))}
      <Toolbar>
        <Segmented
          label="Group by"
          value={group.id}
          onChange={setGroup}
          items={groups.map(({ id, label }) => ({
            id,
            label,
            disabled: id === 'bucket' && !data.buckets ? messages.bucketsNotMeasured : undefined,
          }))}
        />
      </Toolbar>
      <Table<LatencyRow>
        name={`latency-${group.id}`}
        height="rows"
        rows={rows}
        columns={columns}
        rowKey={({ name }) => name}
        noun={group.noun}
        sortedBy={sort}
        onSort={setSort}
        loading={loading}
        total={noteOf(data)}
        empty={{ icon: Timer, title: 'No calls yet', text: messages.latencyAppearsAfterCalls }}
        actions={(row) => {
          const href = columns[0]?.href?.(row)
          return href ? [{ label: 'Trace', icon: Activity, href }] : []
        }}
      />
    </>
  )
}
