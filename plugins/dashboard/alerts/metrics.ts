import * as messages from '../messages.ts'

/** A metric that alert rules compare with a threshold. */
export type AlertMetric = {
  title: string
  /** Unit of the value, such as `%`, `days` or `drives`. */
  unit: string
  beyond: 'above' | 'below'
  /** Hysteresis: the fraction of the threshold by which a metric must recover before its alert can end. */
  slack: number
  /** The dashboard widget that shows it, how its series are combined, and the factor between the units. */
  widget?: { id: number; aggregate: 'sum' | 'max' | 'min' | 'first'; scale: number }
}

const [MiB, GiB] = [2 ** 20, 2 ** 30]

type OfWidget = Partial<Pick<AlertMetric, 'beyond'>> & {
  aggregate?: NonNullable<AlertMetric['widget']>['aggregate']
  scale?: number
}

const ofWidget = (
  id: number,
  title: string,
  unit: string,
  { beyond = 'above', aggregate = 'sum', scale = 1 }: OfWidget = {},
): AlertMetric => ({
  title,
  unit,
  beyond,
  slack: 0.1,
  widget: { id, aggregate, scale },
})

/** All metrics by ID. */
export const alertMetrics = {
  'drives-offline': { title: 'Drives offline', unit: 'drives', beyond: 'above', slack: 0 },
  'drives-healing': { title: 'Drives healing', unit: 'drives', beyond: 'above', slack: 0 },
  unreachable: { title: 'Unresponsive servers', unit: 'servers', beyond: 'above', slack: 0 },
  'write-quorum': { title: 'Erasure sets that cannot write', unit: 'sets', beyond: 'above', slack: 0 },
  'failed-decommissions': { title: 'Failed decommissions', unit: 'pools', beyond: 'above', slack: 0 },
  'servers-offline': { title: 'Servers offline', unit: 'servers', beyond: 'above', slack: 0 },
  'capacity-used': { title: 'Capacity used', unit: '%', beyond: 'above', slack: 0.02 },
  'full-in': { title: messages.timeUntilFull, unit: 'days', beyond: 'below', slack: 0.1 },
  'error-rate': { title: 'Failed requests', unit: '%', beyond: 'above', slack: 0.2 },
  'certificate-days': { title: 'Time until a certificate expires', unit: 'days', beyond: 'below', slack: 0 },
  'clock-skew': { title: 'Clock skew', unit: 'seconds', beyond: 'above', slack: 0.1 },
  'scan-age': { title: 'Time since the last scan', unit: 'hours', beyond: 'above', slack: 0 },
  versions: { title: 'Versions in use', unit: 'versions', beyond: 'above', slack: 0 },
  requests: ofWidget(60, 'Requests in 4 minutes', 'requests'),
  errors: ofWidget(71, messages.deniedOrFailedRequests, 'requests'),
  received: ofWidget(63, 'Data received', 'MiB/s', { scale: MiB }),
  sent: ofWidget(70, 'Data sent', 'MiB/s', { scale: MiB }),
  internode: ofWidget(17, 'Data between servers', 'MiB/s', { scale: MiB }),
  memory: ofWidget(76, 'Memory of a server', 'MiB', { aggregate: 'max', scale: MiB }),
  processor: ofWidget(77, messages.cpuCoresInUse, 'cores', { aggregate: 'max' }),
  'open-files': ofWidget(8, 'Open files of a server', 'files', { aggregate: 'max' }),
  'node-io': ofWidget(73, messages.dataReadAndWritten, 'MiB/s', { scale: MiB }),
  syscalls: ofWidget(11, 'System calls', 'calls/s'),
  'drive-used': ofWidget(74, 'Used space of a drive', 'GiB', { aggregate: 'max', scale: GiB }),
  'free-inodes': ofWidget(82, 'Free inodes of a drive', 'inodes', { beyond: 'below', aggregate: 'min' }),
  free: ofWidget(50, 'Free capacity', 'GiB', { beyond: 'below', aggregate: 'first', scale: GiB }),
  stored: ofWidget(68, 'Stored data', 'GiB', { aggregate: 'max', scale: GiB }),
  buckets: ofWidget(66, 'Buckets', 'buckets', { aggregate: 'max' }),
  objects: ofWidget(44, 'Objects', 'objects', { aggregate: 'max' }),
  uptime: ofWidget(1, 'Time since a server start', 'minutes', { beyond: 'below', aggregate: 'min', scale: 60 }),
  'heal-age': ofWidget(80, 'Time since the last healing', 'hours', { aggregate: 'min', scale: 3.6e12 }),
} as const satisfies Readonly<Record<string, AlertMetric>>

export type MetricId = keyof typeof alertMetrics

/** Current value of a metric, its origin, and the name of the first server or drive that it is about. */
export type Reading = { value: number; source?: string | undefined; part?: string | undefined }

/** Readings by metric; unknown metrics are missing. */
export type Readings = { readonly [Id in MetricId]?: Reading }

/** An alert starts when the metric is beyond `threshold` for `durationSeconds`. */
export type Rule = {
  id: string
  metric: MetricId
  level: 'warning' | 'danger'
  threshold: number
  durationSeconds: number
  enabled: boolean
}

const rule = (
  id: string,
  metric: MetricId,
  level: Rule['level'],
  threshold: number,
  durationSeconds: number,
  state: 'enabled' | 'disabled' = 'enabled',
): Rule => ({ id, metric, level, threshold, durationSeconds, enabled: state === 'enabled' })

/** Default rules. */
export const defaults: readonly Rule[] = [
  rule('drives-offline', 'drives-offline', 'danger', 0, 60),
  rule('servers-offline', 'servers-offline', 'danger', 0, 60),
  rule('write-quorum', 'write-quorum', 'danger', 0, 0),
  rule('failed-decommissions', 'failed-decommissions', 'warning', 0, 0),
  rule('unreachable', 'unreachable', 'danger', 0, 60),
  rule('capacity-low', 'capacity-used', 'warning', 75, 60),
  rule('capacity-out', 'capacity-used', 'danger', 90, 60),
  rule('full-soon', 'full-in', 'danger', 14, 3600),
  rule('errors', 'error-rate', 'warning', 5, 300),
  rule('certificate-ends', 'certificate-days', 'warning', 30, 60),
  rule('certificate-ended', 'certificate-days', 'danger', 10, 60),
  rule('clock-skew', 'clock-skew', 'warning', 5, 60),
  rule('versions', 'versions', 'warning', 1, 3600),
  rule('scan-age', 'scan-age', 'warning', 168, 60, 'disabled'),
  rule('drives-healing', 'drives-healing', 'warning', 0, 60, 'disabled'),
]
