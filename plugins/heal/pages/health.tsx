import { count } from 'stowage'
import { classes, Status, Row } from 'stowage/ui'
import { hidden } from 'stowage/classes'
import { colors, type Color, type Columns, type Progress } from '../contract.ts'
import * as styles from './heal.css.ts'

const titles: Readonly<Record<Color, keyof Columns>> = { green: 'Green', yellow: 'Yellow', red: 'Red', grey: 'Grey' }
export const tones = { green: 'ok', yellow: 'warning', red: 'danger', grey: 'unknown' } as const

const of = (columns: Columns, colour: Color) => columns[titles[colour]] ?? 0

const total = (columns: Columns) => colors.reduce((sum, colour) => sum + of(columns, colour), 0)

const percent = (part: number, all: number) => {
  if (part === 0 || all === 0) return '0%'
  const value = (part / all) * 100
  return value < 0.1 ? '< 0.1%' : `${value.toFixed(1)}%`
}

const signed = (number: number) => (number > 0 ? `+${count(number)}` : number < 0 ? `−${count(-number)}` : '0')

const Bar = ({ columns }: { columns: Columns }) => (
  <Row as="span" align="stretch" className={styles.bar} aria-hidden>
    {colors
      .filter((colour) => of(columns, colour) > 0)
      .map((colour) => (
        <span key={colour} className={styles.parts[colour]} style={{ flex: `${of(columns, colour)} 0 0` }} />
      ))}
  </Row>
)

/** Items by health before and after, as bars with numbers. */
export const Health = ({ progress: { healthBeforeCols: before, healthAfterCols: after } }: { progress: Progress }) => {
  const [allBefore, allAfter] = [total(before), total(after)]
  return (
    <>
      <h2 className={styles.title}>Health before and after</h2>
      <div className={styles.bars}>
        <span>Before</span>
        <Bar columns={before} />
        <span>After</span>
        <Bar columns={after} />
      </div>
      <table className={styles.numbers} aria-label="Health before and after">
        <thead>
          <tr>
            {['Health', 'Before', '', 'After', '', 'Change'].map((title, at) => (
              <th key={at} scope="col" className={classes(styles.cell, styles.headCell)}>
                {title || <span className={hidden}>Share</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colors.map((colour) => (
            <tr key={colour}>
              <th scope="row" className={styles.cell}>
                <Status tone={tones[colour]}>{titles[colour]}</Status>
              </th>
              <td className={styles.cell}>{count(of(before, colour))}</td>
              <td className={classes(styles.cell, styles.headCell)}>{percent(of(before, colour), allBefore)}</td>
              <td className={styles.cell}>{count(of(after, colour))}</td>
              <td className={classes(styles.cell, styles.headCell)}>{percent(of(after, colour), allAfter)}</td>
              <td className={styles.cell}>{signed(of(after, colour) - of(before, colour))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
