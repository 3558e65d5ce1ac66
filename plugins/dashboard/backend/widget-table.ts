import type { MetricRule } from './history/columns.ts'
import type { SeriesRequest } from './history/reading.ts'
import type { Descriptor } from '../widgets.ts'
import * as messages from '../messages.ts'

/** Series that the history records; `id` is its name there. */
type Series = Omit<MetricRule, 'aggregate' | 'by' | 'kind'> & Partial<Pick<MetricRule, 'aggregate' | 'by' | 'kind'>>

/**
 * One query of a widget: `query` for Prometheus, with `$J` for the deployment's labels and `$R` for the rate window;
 * `of` and `as` for the history. Both include the metric names of older servers.
 */
export type Target = { legend?: string; query: string; step?: number; of: MetricRule; as: SeriesRequest['as'] }

export type Entry = Pick<Descriptor, 'title' | 'type'> & {
  calc?: 'mean' | 'last' | 'lastNotNull'
  targets: readonly Target[]
}

const recorded = ({ aggregate = 'sum', by = [], kind = 'gauge', ...series }: Series): MetricRule => ({
  ...series,
  aggregate,
  by,
  kind,
})

/** A metric of the whole cluster. */
const cluster = (id: string, metric: string, older: string[] = []) => recorded({ id, metrics: [metric, ...older] })

/** A metric that every server reports. */
const ofServer = (id: string, metric: string, kind: MetricRule['kind'] = 'gauge') =>
  recorded({ id, metrics: [metric], by: ['server'], kind })

const ofDrive = (id: string, metrics: string[]) => recorded({ id, metrics, by: ['server', 'drive'] })

const received = ofServer('s3-received', 'minio_s3_traffic_received_bytes', 'counter')
const sent = ofServer('s3-sent', 'minio_s3_traffic_sent_bytes', 'counter')
const open = ofServer('open-files', 'minio_node_file_descriptor_open_total')
const free = cluster('capacity-free', 'minio_cluster_capacity_usable_free_bytes')
const usable = cluster('capacity', 'minio_cluster_capacity_usable_total_bytes')

/** Per-second rate of a counter. */
const rates = (of: MetricRule, legend: string, step?: number): Target => ({
  of,
  as: 'rate',
  legend,
  query: `sum by (${of.by.join(', ')}) (rate(${of.metrics[0]}$J$R))`,
  ...(step && { step }),
})

const single = (
  title: string,
  calc: Entry['calc'] & string,
  target: Omit<Target, 'as'> & Partial<Pick<Target, 'as'>>,
): Entry => ({
  title,
  type: 'stat',
  calc,
  targets: [{ as: 'value', ...target }],
})
const graph = (title: string, ...targets: Target[]): Entry => ({ title, type: 'graph', targets })

/** All widgets by ID (console-api 4.3). */
export const table: Readonly<Record<number, Entry>> = {
  1: single('Uptime', 'mean', {
    of: recorded({ id: 'started', metrics: ['minio_node_process_starttime_seconds'], aggregate: 'max' }),
    as: 'age',
    legend: '{{instance}}',
    query: 'time() - max(minio_node_process_starttime_seconds$J)',
  }),
  65: single('Total S3 Traffic Inbound', 'last', {
    of: recorded({ ...received, id: 'received', by: [] }),
    legend: '{{instance}}',
    query: 'max(sum by (instance) (minio_s3_traffic_received_bytes$J))',
  }),
  50: {
    title: 'Current Usable Capacity',
    type: 'gauge',
    calc: 'lastNotNull',
    targets: [
      { of: free, as: 'value', legend: 'Free', query: 'max(minio_cluster_capacity_usable_free_bytes$J)', step: 300 },
      {
        of: usable,
        as: 'value',
        legend: 'Usable',
        query: 'max(minio_cluster_capacity_usable_total_bytes$J)',
        step: 300,
      },
    ],
  },
  68: graph('Data Usage Growth', {
    of: cluster('usage', 'minio_cluster_usage_total_bytes', ['minio_bucket_usage_total_bytes']),
    as: 'value',
    legend: 'Used Capacity',
    query: 'max(minio_cluster_usage_total_bytes$J) or max(sum by (instance) (minio_bucket_usage_total_bytes$J))',
  }),
  52: {
    title: 'Object size distribution',
    type: 'bargauge',
    calc: 'mean',
    targets: [
      {
        of: recorded({
          id: 'sizes',
          metrics: ['minio_cluster_objects_size_distribution', 'minio_bucket_objects_size_distribution'],
          by: ['range'],
        }),
        as: 'value',
        legend: '{{range}}',
        query:
          'max by (range) (minio_cluster_objects_size_distribution$J) or max by (range) (sum by (instance, range) (minio_bucket_objects_size_distribution$J))',
        step: 300,
      },
    ],
  },
  61: single('Total Open FDs', 'last', {
    of: recorded({ ...open, id: 'all-open-files', by: [] }),
    query: 'sum(minio_node_file_descriptor_open_total$J)',
  }),
  62: single('Total Goroutines', 'last', {
    of: recorded({ id: 'goroutines', metrics: ['minio_node_go_routine_total'] }),
    query: 'sum(minio_node_go_routine_total$J)',
  }),
  53: single('Total Online Servers', 'mean', {
    of: cluster('servers-online', 'minio_cluster_nodes_online_total'),
    query: 'max(minio_cluster_nodes_online_total$J)',
  }),
  9: single('Total Online Disks', 'mean', {
    of: cluster('drives-online', 'minio_cluster_drive_online_total', ['minio_cluster_disk_online_total']),
    legend: messages.totalOnlineDisksInMinIO,
    query: 'max(minio_cluster_drive_online_total$J) or max(minio_cluster_disk_online_total$J)',
  }),
  66: single('Number of Buckets', 'lastNotNull', {
    of: cluster('buckets', 'minio_cluster_bucket_total'),
    query: 'max(minio_cluster_bucket_total$J) or count(count by (bucket) (minio_bucket_usage_total_bytes$J))',
  }),
  44: single('Number of Objects', 'lastNotNull', {
    of: cluster('objects', 'minio_cluster_usage_object_total', ['minio_bucket_usage_object_total']),
    query: 'max(minio_cluster_usage_object_total$J) or max(sum by (instance) (minio_bucket_usage_object_total$J))',
  }),
  63: graph('S3 API Data Received Rate ', rates(received, 'Data Received [{{server}}]')),
  70: graph('S3 API Data Sent Rate ', rates(sent, 'Data Sent [{{server}}]')),
  60: graph('S3 API Request Rate', {
    of: recorded({ id: 'requests', metrics: ['minio_s3_requests_total'], by: ['api'], kind: 'counter' }),
    as: 'increase',
    legend: '{{server,api}}',
    query: '240 * sum by (server, api) (rate(minio_s3_requests_total$J$R))',
  }),
  71: graph('S3 API Request Error Rate', {
    of: recorded({ id: 'errors', metrics: ['minio_s3_requests_errors_total'], by: ['api'], kind: 'counter' }),
    as: 'increase',
    legend: '{{server,api}}',
    query: '240 * sum by (server, api) (rate(minio_s3_requests_errors_total$J$R))',
  }),
  17: graph(
    'Internode Data Transfer',
    rates(
      ofServer('internode-received', 'minio_inter_node_traffic_received_bytes', 'counter'),
      'Internode Bytes Received [{{server}}]',
    ),
    rates(
      ofServer('internode-sent', 'minio_inter_node_traffic_sent_bytes', 'counter'),
      'Internode Bytes Sent [{{server}}]',
    ),
  ),
  73: graph(
    'Node IO',
    rates(ofServer('io-read', 'minio_node_io_rchar_bytes', 'counter'), 'Node RChar [{{server}}]'),
    rates(ofServer('io-written', 'minio_node_io_wchar_bytes', 'counter'), 'Node WChar [{{server}}]'),
  ),
  80: single('Time Since Last Heal Activity', 'last', {
    of: recorded({ id: 'healed', metrics: ['minio_heal_time_last_activity_nano_seconds'], aggregate: 'max' }),
    legend: '{{server}}',
    query: 'max(minio_heal_time_last_activity_nano_seconds$J)',
  }),
  81: single('Time Since Last Scan Activity', 'last', {
    of: recorded({ id: 'scanned', metrics: ['minio_usage_last_activity_nano_seconds'], aggregate: 'max' }),
    legend: '{{server}}',
    query: 'max(minio_usage_last_activity_nano_seconds$J)',
  }),
  77: graph(
    'Node CPU Usage',
    rates(ofServer('cpu', 'minio_node_process_cpu_total_seconds', 'counter'), 'CPU Usage Rate [{{server}}]'),
  ),
  76: graph('Node Memory Usage', {
    of: ofServer('memory', 'minio_node_process_resident_memory_bytes'),
    as: 'value',
    legend: 'Memory Used [{{server}}]',
    query: 'max by (server) (minio_node_process_resident_memory_bytes$J)',
  }),
  74: graph('Drive Used Capacity', {
    of: ofDrive('drive-used', ['minio_node_drive_used_bytes', 'minio_node_disk_used_bytes']),
    as: 'value',
    legend: 'Used Capacity [{{server}}:{{drive}}{{disk}}]',
    query:
      'max by (server, drive) (minio_node_drive_used_bytes$J) or max by (server, disk) (minio_node_disk_used_bytes$J)',
  }),
  82: graph('Drives Free Inodes', {
    of: ofDrive('free-inodes', ['minio_node_drive_free_inodes', 'minio_cluster_disk_free_inodes']),
    as: 'value',
    legend: 'Free Inodes [{{server}}:{{drive}}{{disk}}]',
    query:
      'max by (server, drive) (minio_node_drive_free_inodes$J) or max by (server, disk) (minio_cluster_disk_free_inodes$J)',
  }),
  11: graph(
    'Node Syscalls',
    rates(ofServer('syscalls-read', 'minio_node_syscall_read_total', 'counter'), 'Read Syscalls [{{server}}]'),
    rates(ofServer('syscalls-write', 'minio_node_syscall_write_total', 'counter'), 'Write Syscalls [{{server}}]'),
  ),
  8: graph('Node File Descriptors', {
    of: open,
    as: 'value',
    legend: 'Open FDs [{{server}}]',
    query: 'max by (server) (minio_node_file_descriptor_open_total$J)',
  }),
  64: single('Total S3 Traffic Outbound', 'last', {
    of: recorded({ ...sent, id: 'sent', by: [] }),
    query: 'max(sum by (instance) (minio_s3_traffic_sent_bytes$J))',
  }),
  69: single('Total Offline Servers', 'mean', {
    of: cluster('servers-offline', 'minio_cluster_nodes_offline_total'),
    query: 'max(minio_cluster_nodes_offline_total$J)',
  }),
  78: single('Total Offline Disks', 'mean', {
    of: cluster('drives-offline', 'minio_cluster_drive_offline_total', ['minio_cluster_disk_offline_total']),
    query: 'max(minio_cluster_drive_offline_total$J) or max(minio_cluster_disk_offline_total$J)',
  }),
}

/**
 * Series that the history records for widgets. Cluster series come first: if there are too many, servers and drives are
 * dropped.
 */
export const rules: readonly MetricRule[] = [
  ...new Map(Object.values(table).flatMap(({ targets }) => targets.map(({ of }) => [of.id, of] as const))).values(),
].sort((one, other) => one.by.length - other.by.length)

export const descriptors: readonly Descriptor[] = Object.entries(table).map(([id, { title, type, calc }]) => ({
  id: Number(id),
  title,
  type,
  ...(calc && { options: { reduceOptions: { calcs: [calc] } } }),
  targets: null,
}))
