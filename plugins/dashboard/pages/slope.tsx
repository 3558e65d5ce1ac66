import { bytes, date } from 'stowage'
import type { Outlook } from '../outlook.ts'
import * as styles from './slope.css.ts'
import * as messages from '../messages.ts'

type SlopeProps = Pick<Outlook, 'history' | 'forecast'> & { capacity: number | undefined }

/** Size of the drawing's coordinate system. */
const [WIDTH, HEIGHT] = [100, 40]

const day = (at: number) => date(new Date(at).toISOString()).slice(0, 10)

/** Used space so far, the forecast as a line with its range, and the capacity. */
export const Slope = ({ history, forecast, capacity }: SlopeProps) => {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last || first.at === last.at || forecast.state === 'early') return null
  const ahead =
    forecast.state === 'full' && capacity
      ? {
          on: Date.parse(forecast.on),
          earliest: Date.parse(forecast.earliest),
          latest: forecast.latest && Date.parse(forecast.latest),
        }
      : undefined
  const end = ahead ? Math.max(ahead.on, ahead.latest || 0) : last.at
  const top = (ahead && capacity) || Math.max(...history.map(({ used }) => used), 1)
  const at = (time: number, used: number) =>
    `${(((time - first.at) / (end - first.at)) * WIDTH).toFixed(2)},${((1 - used / top) * HEIGHT).toFixed(2)}`
  const now = at(last.at, last.used)
  const full = (time: number) => at(time, top)
  const words = messages.fromOnTo(
    bytes(first.used),
    day(first.at),
    bytes(last.used),
    day(last.at),
    ahead ? `, at this pace ${bytes(top)} on ${day(ahead.on)}` : '',
  )
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {ahead && (
          <polygon className={styles.fan} points={[now, full(ahead.earliest), full(ahead.latest || end)].join(' ')} />
        )}
        <polygon
          className={styles.past}
          points={[at(first.at, 0), ...history.map(({ at: time, used }) => at(time, used)), at(last.at, 0)].join(' ')}
        />
        <polyline className={styles.line} points={history.map(({ at: time, used }) => at(time, used)).join(' ')} />
        {ahead && <polyline className={styles.ahead} points={[now, full(ahead.on)].join(' ')} />}
        {ahead && <polyline className={styles.limit} points={[full(first.at), full(end)].join(' ')} />}
      </svg>
      <figcaption className={styles.ends} aria-hidden>
        <span>{day(first.at)}</span>
        <span>{day(end)}</span>
      </figcaption>
    </figure>
  )
}
