import type { ReactNode } from 'react'
import * as styles from './two-lines.css.ts'

/** A cell of two lines: the main fact, and a secondary one below it. */
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
