import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { bytes, date, formatElapsed, parseGoDuration, displayName } from 'stowage'
import { type Column, column, Icon, MiddleTruncate } from 'stowage/ui'
import { text } from 'stowage/classes'
import type { ServedCall } from '../contract.ts'
import * as styles from './trace.css.ts'

/** Duration from which a call counts as slow, in ns. */
const SLOW_CALL = 1e9

/** Time of day, with milliseconds. */
export const timeOf = ({ time }: ServedCall) =>
  `${date(time).slice(11)}.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`

/** Status code and text, or the error. */
export const statusOf = ({ statusCode, statusMsg }: ServedCall) => [statusCode || '', statusMsg].join(' ').trim()

const toneOf = ({ statusCode, statusMsg }: ServedCall) => {
  if (statusCode >= 500 || (statusCode === 0 && statusMsg)) return 'danger'
  return statusCode >= 400 ? 'warning' : 'fine'
}

const icons = { fine: undefined, warning: TriangleAlert, danger: CircleAlert }

/** Status of a call: code and text, or the code only if there is little room. In a column, codes align. */
export const CallStatus = ({ call, look = 'whole' }: { call: ServedCall; look?: 'whole' | 'code' | 'alone' }) => {
  const icon = icons[toneOf(call)]
  return (
    <span className={styles.segments[toneOf(call)]}>
      {(icon || look !== 'alone') && <span className={styles.sign}>{icon && <Icon of={icon} />}</span>}
      <span className={text.truncated}>
        {look === 'code' && call.statusCode ? call.statusCode : displayName(statusOf(call))}
      </span>
    </span>
  )
}

const durationOf = ({ callStats }: ServedCall) => parseGoDuration(callStats.duration)

const addressOf = ({ path, query }: ServedCall) => (query ? `${path}?${query}` : path)

const size = (id: 'rx' | 'tx', title: string): Column<ServedCall> => ({
  id,
  title,
  value: ({ callStats }) => bytes(callStats[id]),
  cell: ({ callStats }) => <span className={styles.faint}>{bytes(callStats[id])}</span>,
  look: 'number',
  width: '84px',
  narrow: 'hidden',
  sortable: false,
})

const status: Column<ServedCall> = column.text('Status', statusOf, {
  cell: (call) => (statusOf(call) ? <CallStatus call={call} /> : undefined),
  width: 'minmax(136px, 14fr)',
  narrow: 'second',
  sortable: false,
})

const path: Column<ServedCall> = column.mono('Path', addressOf, {
  width: 'minmax(0, 17fr)',
  narrow: 'second',
  sortable: false,
})

/** All columns, the most important first. */
export const columns: readonly Column<ServedCall>[] = [
  column.text('Time', timeOf, { look: 'date', width: '112px', narrow: 'second' }),
  column.text('Call', ({ api }) => api, { id: 'api', width: 'minmax(144px, 13fr)', narrow: 'main', sortable: false }),
  status,
  column.text('Duration', (call) => formatElapsed(durationOf(call)), {
    cell: (call) => (
      <span className={durationOf(call) >= SLOW_CALL ? styles.slow : undefined}>{formatElapsed(durationOf(call))}</span>
    ),
    look: 'number',
    width: '104px',
    narrow: 'hidden',
  }),
  column.text('User', ({ user }) => user, {
    look: 'muted',
    width: 'minmax(112px, 9fr)',
    narrow: 'hidden',
    sortable: false,
  }),
  path,
  column.text('Host', ({ host }) => host, {
    look: 'muted',
    width: 'minmax(0, 7fr)',
    narrow: 'hidden',
    sortable: false,
  }),
  column.text('Client', ({ client }) => client, {
    look: 'muted',
    width: 'minmax(0, 9fr)',
    narrow: 'hidden',
    sortable: false,
  }),
  size('rx', 'In'),
  size('tx', 'Out'),
]

/** Columns next to an open drawer: only the status code, and paths truncated in the middle. */
export const columnsBeside = columns.map((column) => {
  if (column === status)
    return {
      ...status,
      cell: (call: ServedCall) => (statusOf(call) ? <CallStatus call={call} look="code" /> : undefined),
      width: '88px',
    }
  return column === path
    ? { ...path, cell: (call: ServedCall) => <MiddleTruncate>{displayName(addressOf(call))}</MiddleTruncate> }
    : column
})
