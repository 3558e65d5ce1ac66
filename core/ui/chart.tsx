import { lazy, Suspense, useState } from 'react'
import { date } from '../format.ts'
import * as styles from './chart.css.ts'
import { colourOf, figure, type Series, type Unit } from './chart-figures.ts'

export type ChartProps = {
  /** What the figures are; also the name for screen readers. */
  label: string
  series: readonly Series[]
  /** Seconds since 1970, one for each value. */
  times: readonly number[]
  unit?: Unit
  /** In px. */
  height?: number
}

const Canvas = lazy(() => import('./chart-canvas.tsx'))

const colours = 6

/** At most six lines: the sixth adds up all that are left. */
const grouped = (series: readonly Series[]): readonly Series[] => {
  if (series.length <= colours) return series
  const rest = series.slice(colours - 1)
  const sums = (rest[0]?.values ?? []).map((_, at) => {
    const present = rest.map(({ values }) => values[at]).filter((value) => typeof value === 'number')
    return present.length > 0 ? present.reduce((sum, value) => sum + value, 0) : null
  })
  return [...series.slice(0, colours - 1), { label: 'Other', values: sums }]
}

/** Lines over time with the values in the legend, and a table of the same numbers. */
export const Chart = ({ label, series, times, unit = 'count', height = 172 }: ChartProps) => {
  const [look, setLook] = useState<'lines' | 'table'>('lines')
  const [at, setAt] = useState<number>()
  const lines = grouped(series)
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{label}</span>
        {lines.map(({ label: name, values }, index) => (
          <span key={name} className={styles.legend}>
            <span className={styles.swatch} style={{ background: `var(--chart-${colourOf(name, index)})` }} />
            {name}
            <span className={styles.value}>{figure(at === undefined ? values.at(-1) : values[at], unit)}</span>
          </span>
        ))}
        <button type="button" className={styles.toggle} onClick={() => setLook(look === 'lines' ? 'table' : 'lines')}>
          {look === 'lines' ? 'Show as table' : 'Show as chart'}
        </button>
      </figcaption>
      <div style={{ height, overflow: 'auto' }}>
        {look === 'table' ? (
          <Numbers series={lines} times={times} unit={unit} />
        ) : (
          <Suspense>
            <Canvas series={lines} times={times} unit={unit} height={height} onCursor={setAt} />
          </Suspense>
        )}
      </div>
    </figure>
  )
}

const Numbers = ({ series, times, unit }: { series: readonly Series[]; times: readonly number[]; unit: Unit }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th className={styles.cell}>Time</th>
        {series.map(({ label }) => (
          <th key={label} className={styles.cell}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {times.map((time, at) => (
        <tr key={time}>
          <td className={styles.cell}>{date(new Date(time * 1000).toISOString())}</td>
          {series.map(({ label, values }) => (
            <td key={label} className={styles.cell}>
              {figure(values[at], unit)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
