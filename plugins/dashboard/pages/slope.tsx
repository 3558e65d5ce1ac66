import { bytes, date } from 'stowage'
import { SkeletonText } from 'stowage/ui'
import type { Outlook } from '../outlook.ts'
import * as styles from './slope.css.ts'
import * as messages from '../messages.ts'

type SlopeProps = Pick<Outlook, 'history' | 'forecast'> & { capacity: number | undefined }

/** Size of the drawing's coordinate system. */
const [WIDTH, HEIGHT] = [100, 40]

const day = (at: number) => date(new Date(at).toISOString()).slice(0, 10)

/** Whether there is enough history for a chart. */
export const hasSlope = ({ history, forecast }: Pick<Outlook, 'history' | 'forecast'>) =>
  forecast.state !== 'early' && history[0]?.time !== history.at(-1)?.time

/** Room of the chart while it loads. */
export const SlopeSkeleton = () => (
  <figure className={styles.figure}>
    <div className={styles.drawing} />
    <figcaption className={styles.ends}>
      <SkeletonText width="10ch" />
      <SkeletonText width="10ch" />
    </figcaption>
  </figure>
)

/** Used space so far, the forecast as a line with its range, and the capacity. */
export const Slope = ({ history, forecast, capacity }: SlopeProps) => {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last || !hasSlope({ history, forecast })) return null
  const projection =
    forecast.state === 'full' && capacity
      ? {
          date: Date.parse(forecast.date),
          earliest: Date.parse(forecast.earliest),
          latest: forecast.latest && Date.parse(forecast.latest),
        }
      : undefined
  const end = projection ? Math.max(projection.date, projection.latest || 0) : last.time
  const top = (projection && capacity) || Math.max(...history.map(({ used }) => used), 1)
  const at = (time: number, used: number) =>
    `${(((time - first.time) / (end - first.time)) * WIDTH).toFixed(2)},${((1 - used / top) * HEIGHT).toFixed(2)}`
  const now = at(last.time, last.used)
  const full = (time: number) => at(time, top)
  const label = messages.usageFromTo(
    bytes(first.used),
    day(first.time),
    bytes(last.used),
    day(last.time),
    projection ? `, at this pace ${bytes(top)} on ${day(projection.date)}` : '',
  )
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {projection && (
          <polygon
            className={styles.fan}
            points={[now, full(projection.earliest), full(projection.latest || end)].join(' ')}
          />
        )}
        <polygon
          className={styles.usageArea}
          points={[at(first.time, 0), ...history.map(({ time, used }) => at(time, used)), at(last.time, 0)].join(' ')}
        />
        <polyline className={styles.line} points={history.map(({ time, used }) => at(time, used)).join(' ')} />
        {projection && <polyline className={styles.forecastLine} points={[now, full(projection.date)].join(' ')} />}
        {projection && <polyline className={styles.limit} points={[full(first.time), full(end)].join(' ')} />}
      </svg>
      <figcaption className={styles.ends} aria-hidden>
        <span>{day(first.time)}</span>
        <span>{day(end)}</span>
      </figcaption>
    </figure>
  )
}
