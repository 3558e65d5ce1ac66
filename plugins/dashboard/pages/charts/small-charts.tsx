import { createContext, type CSSProperties, useContext } from 'react'
import { bytes, count, duration, shortCount } from 'stowage'
import { formatValue as written, Row } from 'stowage/ui'
import type { Widget } from '../../widgets.ts'
import * as styles from './charts.css.ts'
import type { WidgetDisplay } from './layout.ts'
import { sparklinePoints, bars, single, slices } from './reduce.ts'
import * as messages from '../../messages.ts'

/** Splits a formatted value into numbers and units, such as `2 h 14 min`. */
const partsOf = (value: number, unit: WidgetDisplay['unit']): [number: string, unit: string][] => {
  if (unit !== 'seconds' && unit !== 'nanoseconds') {
    const [number = '', ...rest] = written(value, unit).split(' ')
    return [[number, rest.join(' ')]]
  }
  const parts = duration(unit === 'seconds' ? value : value / 1e9).split(' ')
  return parts.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, parts[index + 1] ?? '']] : []))
}

export type StatValueProps = {
  widget: Widget
  shown: WidgetDisplay /** Text after the value, such as "online". */
  unitText?: string | undefined
}

/** A widget as one value; a non-zero count of offline parts is marked as danger. */
export const StatValue = ({ widget, shown: { unit }, unitText }: StatValueProps) => {
  const { value, known } = single(widget)
  if (!known)
    return (
      <span className={styles.stat.none} title="No data">
        — {unitText && <span className={styles.unit}>{unitText}</span>}
      </span>
    )
  const tone = unitText === 'offline' && value > 0 ? 'danger' : 'plain'
  return (
    <span className={styles.stat[tone]}>
      {partsOf(value, unit).map(([number, name]) => (
        <span key={name + number}>
          {number} {name && <span className={styles.unit}>{name} </span>}
        </span>
      ))}
      {unitText && <span className={styles.unit}>{unitText}</span>}
    </span>
  )
}

/** Recent values as a sparkline. Its axis starts at zero, so that small changes look small. */
export const Spark = ({ widget }: { widget: Widget }) => {
  const points = sparklinePoints(widget)
  if (points.length === 0) return null
  const max = Math.max(...points)
  const pointAt = (value: number, index: number) =>
    `${((index / (points.length - 1)) * 100).toFixed(2)},${(38 - (value / (max || 1)) * 34).toFixed(2)}`
  const line = points.map(pointAt).join(' ')
  return (
    <svg className={styles.spark} viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden>
      <polygon points={`0,40 ${line} 100,40`} fill="var(--chart-1)" opacity="0.08" />
      <polyline
        points={line}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth="1.5"
        opacity="0.35"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Used and free as a ring with a legend. */
export const Pie = ({ widget }: { widget: Widget }) => {
  const { inner, slices: parts } = slices(widget)
  const all = parts.find(({ name }) => name === 'Usable')?.value
  const free = parts.find(({ name }) => name === 'Free')?.value ?? inner
  if (parts.length === 0 || all === undefined) return <NoData height={112} />
  const used = Math.max(0, all - free)
  const percent = all > 0 ? (used / all) * 100 : 0
  return (
    <Row gap={[4, 6]} wrap className={styles.pie}>
      <div
        className={styles.ring}
        role="img"
        aria-label={`${percent.toFixed(1)}% used`}
        style={{ '--part': percent } as CSSProperties}
      >
        <div className={styles.hole}>
          <span className={styles.inner}>{percent.toFixed(1)}%</span>
          used
        </div>
      </div>
      <dl className={styles.slices}>
        {[['Used', used] as const, ['Free', free] as const, ['Usable', all] as const].map(([name, value]) => [
          <dt key={`${name} term`} className={styles.term}>
            {name}
          </dt>,
          <dd key={name} className={styles.amount}>
            {bytes(value)}
          </dd>,
        ])}
      </dl>
    </Row>
  )
}

/** Number of objects by size. */
export const Bars = ({ widget, label }: { widget: Widget; label: string }) => {
  const ranges = bars(widget)
  const max = Math.max(...ranges.map(({ a }) => a), 1)
  return (
    <table className={styles.bars} aria-label={label}>
      <tbody>
        {ranges.map(({ name, a }) => (
          <tr key={name}>
            <th scope="row" className={styles.range}>
              {name}
            </th>
            <td className={styles.track} aria-hidden>
              <div className={styles.bar} style={{ width: a > 0 ? `max(1px, ${(a / max) * 100}%)` : 0 }} />
            </td>
            <td className={styles.amounts} title={count(a)}>
              {shortCount(a)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether the data of a widget are from before a request that takes long. */
export const IsSlow = createContext(false)

/** Placeholder without data; `height` in px. */
export const NoData = ({ height }: { height: number }) => (
  <div className={styles.empty} style={{ height }}>
    {useContext(IsSlow) ? 'Loading' : messages.noDataInTimeRange}
  </div>
)
