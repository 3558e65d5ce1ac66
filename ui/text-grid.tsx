import { foldCase } from '../core/protocol/fold-case.ts'
import { count, displayText } from '../core/protocol/format.ts'
import * as styles from './text-grid.css.ts'

type TextGridProps = {
  label: string
  /** Column names; undefined if unknown. */
  names: readonly string[] | undefined
  rows: readonly (readonly string[])[]
  /** Text that rows must contain. */
  search?: string
}

/** Maximum number of rendered columns, and of rows from which a column's type is guessed. */
const MAX_COLUMNS = 100

/** Maximum length of a rendered field in UTF-16 units: whole documents would take seconds to render. */
const MAX_LENGTH = 1000

const clip = (text: string) =>
  text.length > MAX_LENGTH ? `${displayText(text.slice(0, MAX_LENGTH))}…` : displayText(text)

const Cell = ({ text, type }: { text: string; type: keyof typeof styles.cell }) => {
  const clipped = clip(text)
  return (
    <td className={styles.cell[type]} title={clipped}>
      {text === '' ? <span className={styles.empty}>empty</span> : clipped}
    </td>
  )
}

/** Type of a column: all non-empty fields must be valid for it. */
export const guessColumnType = (fields: readonly string[]): 'number' | 'date' | 'text' => {
  const filled = fields.filter((field) => field !== '')
  if (filled.length === 0) return 'text'
  if (filled.every((field) => /^[-+]?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[-+]?\d+)?%?$/i.test(field) && /\d/.test(field)))
    return 'number'
  return filled.every((field) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?)?$/.test(field))
    ? 'date'
    : 'text'
}

/** Table of text rows with row numbers; the type of each column is guessed from its values. */
export const TextGrid = ({ label, names, rows, search = '' }: TextGridProps) => {
  const width = names?.length ?? rows.reduce((most, row) => Math.max(most, row.length), 0)
  const columns = Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, at) => ({
    name: names?.[at] ?? `Column ${at + 1}`,
    type: guessColumnType(rows.slice(0, MAX_COLUMNS).map((row) => row[at] ?? '')),
  }))
  const query = foldCase(search)
  return (
    <div className={styles.sheet} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th className={styles.corner} scope="col">
              #
            </th>
            {columns.map(({ name, type }, at) => (
              <th key={at} className={styles.head[type]} scope="col" title={clip(name)}>
                {clip(name)}
                <span className={styles.type}>{type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) =>
            query && !row.some((field) => foldCase(field).includes(query)) ? null : (
              <tr key={at}>
                <th
                  scope="row"
                  className={styles.counter[row.length === width ? 'right' : 'wrong']}
                  title={row.length === width ? undefined : `${count(row.length)} fields instead of ${count(width)}`}
                >
                  {row.length !== width && '⚠ '}
                  {count(at + 1)}
                </th>
                {columns.map(({ type }, column) => (
                  <Cell key={column} type={type} text={row[column] ?? ''} />
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
