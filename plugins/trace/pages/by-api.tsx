import { useEffect, useState } from 'react'
import { elapsed } from '../../../core/elapsed.ts'
import { bytes, count, shown } from '../../../core/format.ts'
import { Progress } from '../../../core/ui/progress.tsx'
import { Segmented } from '../../../core/ui/segmented.tsx'
import { Status } from '../../../core/ui/status.tsx'
import type { Statistic, Statistics } from './statistics.ts'
import * as styles from './trace.css.ts'

/** How often they are added up for the eye, in ms. */
const OFTEN = 1000

const orders = [
  { id: 'calls', label: 'By calls' },
  { id: 'errors', label: 'By errors' },
] as const

const Row = ({ of: { api, calls, warnings, failures, p50, p99, bytes: size }, most }: { of: Statistic; most: number }) => (
  <li className={styles.statistic}>
    <div className={styles.statisticLine}>
      <span className={styles.statisticName} title={api}>
        {shown(api)}
      </span>
      <span>
        {warnings + failures > 0 && <Status tone={failures > 0 ? 'danger' : 'warning'}>{`${count(warnings + failures)} ${warnings + failures === 1 ? 'error' : 'errors'}`}</Status>} {count(calls)}
      </span>
    </div>
    <Progress look="thin" label={`Share of ${shown(api)}`} value={calls / most} />
    <div className={styles.statisticLine}>
      <span>{`p50 ${elapsed(p50)}`}</span>
      <span>{`p99 ${elapsed(p99)}`}</span>
      <span>{bytes(size)}</span>
    </div>
  </li>
)

/** What all calls since the start come to, API by API: how many, how many failed, how long they took, and bytes. */
export const ByApi = ({ statistics }: { statistics: Statistics }) => {
  const [by, setBy] = useState<'calls' | 'errors'>('calls')
  const [told, setTold] = useState(() => statistics.told(by))
  useEffect(() => {
    const look = () => setTold(statistics.told(by))
    look()
    const timer = setInterval(look, OFTEN)
    return () => clearInterval(timer)
  }, [statistics, by])
  const most = Math.max(1, ...told.map(({ calls }) => calls))
  return (
    <section className={styles.statistics} aria-label="Statistics" tabIndex={0}>
      <Segmented label="Order" value={by} onChange={setBy} items={orders} />
      {told.length === 0 && <p className={styles.statistic}>Nothing was counted yet.</p>}
      <ul>
        {told.map((one) => (
          <Row key={one.api} of={one} most={most} />
        ))}
      </ul>
    </section>
  )
}
