import { useEffect, useState } from 'react'
import { bytes, count, counted, date, formatElapsed, displayName } from 'stowage'
import { Status } from 'stowage/ui'
import type { Statistic, Statistics } from './statistics.ts'
import * as styles from './trace.css.ts'

/** Update interval of the statistics, in ms. */
const UPDATE_INTERVAL = 1000

/** API's share of the busiest API's calls, as a bar. Decorative: the number is next to it. */
const Share = ({ value }: { value: number }) => (
  <span className={styles.share}>
    <span className={styles.shareOf} style={{ width: `${Math.round(value * 100)}%` }} />
  </span>
)

const orders = [
  { id: 'errors', label: 'Errors' },
  { id: 'calls', label: 'Calls' },
] as const
type Order = (typeof orders)[number]['id']

type RowProps = { of: Statistic; most: number; chosen: boolean; onChoose: () => void }

const Row = ({
  of: { api, calls, warnings, failures, p50, p99, bytes: size },
  most: maxCalls,
  chosen,
  onChoose,
}: RowProps) => (
  <li>
    <button type="button" className={styles.statistic} aria-pressed={chosen} onClick={onChoose}>
      <span className={styles.statisticLine}>
        <span className={styles.statisticName} title={api}>
          {displayName(api)}
        </span>
        <span className={styles.statisticFigures}>
          {warnings + failures > 0 && (
            <Status
              tone={failures > 0 ? 'danger' : 'warning'}
            >{`${count(warnings + failures)} ${warnings + failures === 1 ? 'error' : 'errors'}`}</Status>
          )}
          <span className={styles.statisticName}>{count(calls)}</span>
        </span>
      </span>
      <Share value={calls / maxCalls} />
      <span className={styles.statisticLine}>
        <span>{`p50 ${formatElapsed(p50)}`}</span>
        <span>{`p99 ${formatElapsed(p99)}`}</span>
        <span>{bytes(size)}</span>
      </span>
    </button>
  </li>
)

const footerText = (statistics: Statistics, rows: readonly Statistic[]) => {
  const since = statistics.since()
  const errors = rows.reduce((sum, { warnings, failures }) => sum + warnings + failures, 0)
  return (
    since &&
    `Since ${date(since).slice(11)}, ${counted(rows.length, { one: 'API', many: 'APIs' })}, ${counted(errors, { one: 'error', many: 'errors' })}`
  )
}

type ByApiProps = { statistics: Statistics; chosen: string; onChoose: (api: string) => void }

/**
 * Statistics since the start, by API: calls, errors, latency and bytes. Selecting an API filters the list to its calls.
 */
export const ByApi = ({ statistics, chosen, onChoose }: ByApiProps) => {
  const [order, setOrder] = useState<Order>('calls')
  const [rows, setRows] = useState(() => statistics.sortedBy(order))
  useEffect(() => {
    const update = () => setRows(statistics.sortedBy(order))
    update()
    const timer = setInterval(update, UPDATE_INTERVAL)
    return () => clearInterval(timer)
  }, [statistics, order])
  const maxCalls = Math.max(1, ...rows.map(({ calls }) => calls))
  return (
    <section className={styles.statistics} aria-label="Statistics">
      <div className={styles.statisticHead}>
        <span>API</span>
        <span className={styles.statisticFigures} role="group" aria-label="Order">
          {orders.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              className={styles.order}
              aria-pressed={order === id}
              onClick={() => setOrder(id)}
            >
              {label}
            </button>
          ))}
        </span>
      </div>
      <ul className={styles.statisticList} tabIndex={0} aria-label="APIs">
        {rows.length === 0 && <li className={styles.quietStatistic}>No calls yet.</li>}
        {rows.map((statistic) => (
          <Row
            key={statistic.api}
            of={statistic}
            most={maxCalls}
            chosen={statistic.api === chosen}
            onChoose={() => onChoose(statistic.api === chosen ? '' : statistic.api)}
          />
        ))}
      </ul>
      <p className={styles.statisticFoot}>{footerText(statistics, rows)}</p>
    </section>
  )
}
