import type { ReactNode } from 'react'
import * as styles from './details.css.ts'

export type DetailRow = { label: string; value: ReactNode; action?: ReactNode }

/** Details of one object: rows of label, value and actions. */
export const Details = ({ rows }: { rows: readonly DetailRow[] }) => (
  <dl>
    {rows.map(({ label, value, action }) => (
      <div key={label} className={styles.row}>
        <dt className={styles.term}>{label}</dt>
        <dd className={styles.value}>{value}</dd>
        {action && <dd className={styles.action}>{action}</dd>}
      </div>
    ))}
  </dl>
)
