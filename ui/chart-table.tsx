import * as styles from './chart.css.ts'
import type { XAxis, Series } from './chart-series.ts'
import { formatValue, type Unit } from './chart-value.ts'
import { pointLabel } from './point-label.ts'

/** The numbers of a chart as a table. */
export const ChartTable = ({
  series,
  times,
  xAxis,
  unit,
}: {
  series: readonly Series[]
  times: readonly number[]
  xAxis: XAxis
  unit: Unit
}) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th className={styles.cell}>{xAxis === 'time' ? 'Time' : 'Size'}</th>
        {series.map(({ label }, index) => (
          <th key={`${index} ${label}`} className={styles.cell}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {times.map((time, at) => (
        <tr key={time}>
          <td className={styles.cell}>{pointLabel(time, xAxis)}</td>
          {series.map(({ label, values }, index) => (
            <td key={`${index} ${label}`} className={styles.cell}>
              {formatValue(values[at], unit)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
