import { lazy, Suspense, useMemo, useState } from 'react'
import { bytes, date } from '../format.ts'
import * as styles from './chart.css.ts'
import { type Along, figure, linesOf, type Line, type Series, type Unit } from './chart-figures.ts'

export type ChartProps = {
  /** What the figures are; also the name for screen readers. */
  label: string
  series: readonly Series[]
  /** Seconds since 1970, or sizes where that is what it is drawn along; one for each value. */
  times: readonly number[]
  along?: Along
  unit?: Unit
  /** In px. */
  height?: number
}

const Canvas = lazy(() => import('./chart-canvas.tsx'))

/** Lines over time with the values in the legend, and a table of the same numbers. */
export const Chart = ({ label, series, times, along = 'time', unit = 'count', height = 172 }: ChartProps) => {
  const [look, setLook] = useState<'lines' | 'table'>('lines')
  const [at, setAt] = useState<number>()
  const lines = useMemo(() => linesOf(series), [series])
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{label}</span>
        {lines.map(({ label: name, values, colour }) => (
          <span key={name} className={styles.legend}>
            <span className={styles.swatch} style={{ background: `var(--chart-${colour})` }} />
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
          <Numbers lines={lines} times={times} along={along} unit={unit} />
        ) : (
          <Suspense>
            <Canvas lines={lines} times={times} along={along} unit={unit} height={height} onCursor={setAt} />
          </Suspense>
        )}
      </div>
    </figure>
  )
}

const Numbers = ({ lines, times, along, unit }: { lines: readonly Line[]; times: readonly number[]; along: Along; unit: Unit }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th className={styles.cell}>{along === 'time' ? 'Time' : 'Size'}</th>
        {lines.map(({ label }) => (
          <th key={label} className={styles.cell}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {times.map((time, at) => (
        <tr key={time}>
          <td className={styles.cell}>{along === 'time' ? date(new Date(time * 1000).toISOString()) : bytes(time)}</td>
          {lines.map(({ label, values }) => (
            <td key={label} className={styles.cell}>
              {figure(values[at], unit)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
