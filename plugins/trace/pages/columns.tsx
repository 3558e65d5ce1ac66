import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { elapsed, nanosecondsOf } from '../../../core/elapsed.ts'
import { bytes, date, shown } from '../../../core/format.ts'
import { Icon } from '../../../core/ui/icon.tsx'
import type { Column } from '../../../core/ui/table.tsx'
import * as text from '../../../core/ui/text.css.ts'
import type { ServedCall } from '../contract.ts'
import * as styles from './trace.css.ts'

/** From here on a call is slow, in ns. */
const SLOW = 1e9

/** The time of day, to the ms. */
export const timeOf = ({ time }: ServedCall) => `${date(time).slice(11)}.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`

/** The status' number and words, or what went wrong. */
export const statusOf = ({ statusCode, statusMsg }: ServedCall) => [statusCode || '', statusMsg].join(' ').trim()

const toneOf = ({ statusCode, statusMsg }: ServedCall) => {
  if (statusCode >= 500 || (statusCode === 0 && statusMsg)) return 'danger'
  return statusCode >= 400 ? 'warning' : 'fine'
}

const signs = { fine: undefined, warning: TriangleAlert, danger: CircleAlert }

const Answer = ({ call }: { call: ServedCall }) => {
  const sign = signs[toneOf(call)]
  return (
    <span className={styles.answers[toneOf(call)]}>
      <span className={styles.sign}>{sign && <Icon of={sign} />}</span>
      <span className={text.truncated}>{shown(statusOf(call))}</span>
    </span>
  )
}

const took = ({ callStats }: ServedCall) => nanosecondsOf(callStats.duration)

const size = (id: 'rx' | 'tx', title: string): Column<ServedCall> => ({
  id,
  title,
  value: ({ callStats }) => bytes(callStats[id]),
  cell: ({ callStats }) => <span className={styles.faint}>{bytes(callStats[id])}</span>,
  look: 'number',
  width: '84px',
  narrow: 'hidden',
})

/** All that is told of a call. */
export const allColumns: readonly Column<ServedCall>[] = [
  { id: 'time', title: 'Time', value: timeOf, look: 'date', width: '112px', narrow: 'second' },
  { id: 'api', title: 'Call', value: ({ api }) => api, width: 'minmax(0, 13fr)', narrow: 'main' },
  {
    id: 'status',
    title: 'Status',
    value: statusOf,
    cell: (call) => (statusOf(call) ? <Answer call={call} /> : undefined),
    width: 'minmax(0, 14fr)',
    narrow: 'second',
  },
  {
    id: 'path',
    title: 'Path',
    value: ({ path, query }) => (query ? `${path}?${query}` : path),
    look: 'mono',
    width: 'minmax(0, 17fr)',
    narrow: 'second',
  },
  { id: 'host', title: 'Host', value: ({ host }) => host, look: 'muted', width: 'minmax(0, 7fr)', narrow: 'hidden' },
  { id: 'client', title: 'Client', value: ({ client }) => client, look: 'muted', width: 'minmax(0, 9fr)', narrow: 'hidden' },
  {
    id: 'duration',
    title: 'Duration',
    value: (call) => elapsed(took(call)),
    cell: (call) => <span className={took(call) >= SLOW ? styles.slow : undefined}>{elapsed(took(call))}</span>,
    look: 'number',
    width: '88px',
    narrow: 'hidden',
  },
  size('rx', 'In'),
  size('tx', 'Out'),
]

const beside = ['host', 'client', 'rx', 'tx']

/** What is told where there is no room for more than what was called and how it went. */
export const fewColumns = allColumns.filter(({ id }) => !beside.includes(id))
