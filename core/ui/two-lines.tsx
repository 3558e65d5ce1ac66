import type { ReactNode } from 'react'
import * as styles from './two-lines.css.ts'

/** Two lines in a cell: what it is about, and a lesser fact below it. */
export const TwoLines = ({
  children,
  second,
  look = 'plain',
}: {
  children: ReactNode
  second?: string | false | undefined
  look?: 'plain' | 'mono'
}) => (
  <span className={styles.two}>
    {typeof children === 'string' ? <span>{children}</span> : children}
    {second && (
      <span className={styles.second[look]} title={second}>
        {second}
      </span>
    )}
  </span>
)
