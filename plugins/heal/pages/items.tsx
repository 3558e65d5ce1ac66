import HeartPulse from 'lucide-react/icons/heart-pulse'
import { bytes, count, displayName } from 'stowage'
import { column, type Column, MiddleTruncate, Status, Table, Tooltip, Muted, Row } from 'stowage/ui'
import { hidden } from 'stowage/classes'
import type { Item, Progress, Side } from '../contract.ts'
import { tones } from './health.tsx'
import * as styles from './heal.css.ts'
import * as messages from '../messages.ts'

/** Maximum number of drives to show; with more, damaged ones come first. */
const MAX_DRIVES = 16

const markOf = (state: string, before: string | undefined): keyof typeof styles.marks => {
  if (state === 'ok') return before !== undefined && before !== 'ok' ? 'healed' : 'ok'
  return state === 'missing' || state === 'offline' ? state : 'corrupt'
}

const stateText = (state: string, before: string | undefined) =>
  before === undefined || before === state ? state : `${before}, now ${state}`

const Drives = ({ side, before }: { side: Side; before?: Side }) => {
  const statesBefore = new Map(before?.drives.map(({ endpoint, state }) => [endpoint, state]))
  const drives = [...side.drives].sort((one, other) =>
    side.drives.length > MAX_DRIVES ? Number(one.state === 'ok') - Number(other.state === 'ok') : 0,
  )
  const hiddenCount = drives.length - MAX_DRIVES
  const damaged = side.drives.filter(
    ({ endpoint, state }) => state !== 'ok' || (statesBefore.get(endpoint) ?? 'ok') !== 'ok',
  )
  return (
    <span className={styles.strip}>
      {side.color && <Status tone={tones[side.color]}>{''}</Status>}
      {drives.slice(0, MAX_DRIVES).map(({ endpoint, state }, at) => (
        <Tooltip key={at} text={`${displayName(endpoint)}: ${stateText(state, statesBefore.get(endpoint))}`}>
          <span className={styles.marks[markOf(state, before && statesBefore.get(endpoint))]} />
        </Tooltip>
      ))}
      {hiddenCount > 0 && `+${hiddenCount}`}
      <span className={hidden}>
        {[
          side.color,
          ...damaged.map(
            ({ endpoint, state }) => `${displayName(endpoint)} ${stateText(state, statesBefore.get(endpoint))}`,
          ),
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
    </span>
  )
}

const describeSide = ({ color, drives }: Side) =>
  [color, ...drives.filter(({ state }) => state !== 'ok').map(({ endpoint, state }) => `${endpoint} ${state}`)]
    .filter(Boolean)
    .join(', ')

const columns: readonly Column<Item>[] = [
  column.text('Type', ({ type, error }) => (error ? `${type}: ${error}` : type), {
    look: 'muted',
    width: 'minmax(0, 1fr)',
    narrow: 'hidden',
  }),
  column.mono('Item', ({ name }) => name || 'The storage', {
    id: 'name',
    cell: ({ name }) => <MiddleTruncate>{displayName(name || 'The storage')}</MiddleTruncate>,
    width: 'minmax(0, 3fr)',
    narrow: 'main',
  }),
  column.text('Drives before', ({ before }) => describeSide(before), {
    id: 'before',
    cell: ({ before }) => <Drives side={before} />,
    width: 'minmax(0, 2fr)',
    narrow: 'second',
  }),
  column.text('Drives after', ({ after }) => describeSide(after), {
    id: 'after',
    cell: ({ before, after }) => <Drives side={after} before={before} />,
    width: 'minmax(0, 2fr)',
    narrow: 'second',
  }),
  column.text('Size', ({ size, type }) => (type === 'object' ? bytes(size) : undefined), {
    look: 'number',
    width: '96px',
    narrow: 'hidden',
  }),
]

const states = ['ok', 'missing', 'corrupt', 'offline', 'healed'] as const

/** The newest items, with their drives before and after. */
export const Items = ({ progress: { itemsHealthStatus, itemsScanned, phase, dryRun } }: { progress: Progress }) => (
  <>
    <Row gap={4} wrap justify="between">
      <h2 className={styles.title}>Items</h2>
      <Row as="span" gap={[2, 5]} wrap align="stretch" className={styles.legend}>
        {states.map((state) => (
          <span key={state} className={styles.legendEntry}>
            <span className={styles.marks[state]} />
            {dryRun && state === 'healed' ? 'would be healed' : state}
          </span>
        ))}
      </Row>
    </Row>
    <Table
      rows={itemsHealthStatus}
      columns={columns}
      rowKey={({ id }) => String(id)}
      noun={{ one: 'item', many: 'items' }}
      sort="none"
      height="content"
      empty={{ icon: HeartPulse, title: 'No items checked yet' }}
    />
    <Muted as="p" size={12}>
      {itemsHealthStatus.length < itemsScanned && messages.newestItemsListed(count(itemsScanned))}
      {phase === 'running' && messages.healContinuesWithoutPage}
    </Muted>
  </>
)
