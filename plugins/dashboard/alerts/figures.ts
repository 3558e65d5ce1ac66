import * as messages from '../messages.ts'

/** A figure that alert rules compare with a threshold. */
export type Figure = {
  title: string
  /** Unit of the value, such as `%`, `days` or `drives`. */
  unit: string
  beyond: 'above' | 'below'
  /** Hysteresis: the fraction of the threshold by which a figure must recover before its alert can end. */
  slack: number
  /** The dashboard widget that shows it, how its series are combined, and the factor between the units. */
  widget?: { id: number; fold: 'sum' | 'max' | 'min' | 'first'; scale: number }
}

const [MiB, GiB] = [2 ** 20, 2 ** 30]

type OfWidget = Partial<Pick<Figure, 'beyond'>> & { fold?: NonNullable<Figure['widget']>['fold']; scale?: number }

const ofWidget = (
  id: number,
  title: string,
  unit: string,
  { beyond = 'above', fold = 'sum', scale = 1 }: OfWidget = {},
): Figure => ({
  title,
  unit,
  beyond,
  slack: 0.1,
  widget: { id, fold, scale },
})

/** All figures by ID. */
export const figures = {
  'drives-offline': { title: 'Drives offline', unit: 'drives', beyond: 'above', slack: 0 },
  'drives-healing': { title: 'Drives healing', unit: 'drives', beyond: 'above', slack: 0 },
  unreachable: { title: 'Unresponsive servers', unit: 'servers', beyond: 'above', slack: 0 },
  'write-quorum': { title: 'Erasure sets that cannot write', unit: 'sets', beyond: 'above', slack: 0 },
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
  memory: ofWidget(76, 'Memory of a server', 'MiB', { fold: 'max', scale: MiB }),
  processor: ofWidget(77, messages.cpuCoresInUse, 'cores', { fold: 'max' }),
  'open-files': ofWidget(8, 'Open files of a server', 'files', { fold: 'max' }),
  'node-io': ofWidget(73, messages.dataReadAndWritten, 'MiB/s', { scale: MiB }),
  syscalls: ofWidget(11, 'System calls', 'calls/s'),
  'drive-used': ofWidget(74, 'Used space of a drive', 'GiB', { fold: 'max', scale: GiB }),
  'free-inodes': ofWidget(82, 'Free inodes of a drive', 'inodes', { beyond: 'below', fold: 'min' }),
  free: ofWidget(50, 'Free capacity', 'GiB', { beyond: 'below', fold: 'first', scale: GiB }),
  stored: ofWidget(68, 'Stored data', 'GiB', { fold: 'max', scale: GiB }),
  buckets: ofWidget(66, 'Buckets', 'buckets', { fold: 'max' }),
  objects: ofWidget(44, 'Objects', 'objects', { fold: 'max' }),
  uptime: ofWidget(1, 'Time since a server start', 'minutes', { beyond: 'below', fold: 'min', scale: 60 }),
  'heal-age': ofWidget(80, 'Time since the last healing', 'hours', { fold: 'min', scale: 3.6e12 }),
} as const satisfies Readonly<Record<string, Figure>>

export type FigureId = keyof typeof figures

/** Current value of a figure, its origin, and the name of the first server or drive that it is about. */
export type Reading = { value: number; where?: string | undefined; part?: string | undefined }

/** Readings by figure; unknown figures are missing. */
export type Readings = { readonly [Id in FigureId]?: Reading }

/** An alert starts when the figure is beyond `threshold` for `hold` seconds. */
export type Rule = {
  id: string
  figure: FigureId
  level: 'warning' | 'danger'
  threshold: number
  hold: number
  on: boolean
}

/** Default rules. */
export const defaults: readonly Rule[] = [
  { id: 'drives-offline', figure: 'drives-offline', level: 'danger', threshold: 0, hold: 60, on: true },
  { id: 'servers-offline', figure: 'servers-offline', level: 'danger', threshold: 0, hold: 60, on: true },
  { id: 'write-quorum', figure: 'write-quorum', level: 'danger', threshold: 0, hold: 0, on: true },
  { id: 'unreachable', figure: 'unreachable', level: 'danger', threshold: 0, hold: 60, on: true },
  { id: 'capacity-low', figure: 'capacity-used', level: 'warning', threshold: 75, hold: 60, on: true },
  { id: 'capacity-out', figure: 'capacity-used', level: 'danger', threshold: 90, hold: 60, on: true },
  { id: 'full-soon', figure: 'full-in', level: 'danger', threshold: 14, hold: 3600, on: true },
  { id: 'errors', figure: 'error-rate', level: 'warning', threshold: 5, hold: 300, on: true },
  { id: 'certificate-ends', figure: 'certificate-days', level: 'warning', threshold: 30, hold: 60, on: true },
  { id: 'certificate-ended', figure: 'certificate-days', level: 'danger', threshold: 10, hold: 60, on: true },
  { id: 'clock-skew', figure: 'clock-skew', level: 'warning', threshold: 5, hold: 60, on: true },
  { id: 'versions', figure: 'versions', level: 'warning', threshold: 1, hold: 3600, on: true },
  { id: 'scan-age', figure: 'scan-age', level: 'warning', threshold: 168, hold: 60, on: false },
  { id: 'drives-healing', figure: 'drives-healing', level: 'warning', threshold: 0, hold: 60, on: false },
]
