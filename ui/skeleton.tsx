import { useEffect, useState } from 'react'
import * as styles from './skeleton.css.ts'
import * as text from './text.css.ts'

/** True once `after` ms have passed, so that fast loads show no skeleton. */
const useDelay = (after: number) => {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return hasPassed
}

const widths = [62, 84, 70, 54, 94, 66, 76]

type SkeletonProps = {
  rows: number
  columns: number
  /** CSS grid template of the columns; default: equal widths. */
  template?: string | undefined
  /** Whether the first column has a checkbox. */
  hasCheckbox?: boolean
}

/** Placeholder bars for rows, shown after 150 ms, fading out downward. */
export const Skeleton = ({ rows, columns, template, hasCheckbox = false }: SkeletonProps) => {
  const isVisible = useDelay(150)
  return (
    <div role="status">
      <span className={text.hidden}>Loading</span>
      {isVisible &&
        Array.from({ length: rows }, (_, row) => (
          <div
            key={row}
            className={styles.row}
            style={{ opacity: 1 - row / (rows + 1), ...(template && { gridTemplateColumns: template }) }}
          >
            {Array.from({ length: columns }, (_, column) => (
              <div key={column} className={hasCheckbox && column === 0 ? styles.checkCell : styles.cell}>
                {hasCheckbox && column === 0 ? (
                  <div className={styles.checkbox} />
                ) : (
                  <div className={styles.bar} style={{ width: `${widths[(row * 3 + column * 2) % widths.length]}%` }} />
                )}
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}

/** Placeholder bar for a text in its line: `width` is that of the text, such as `8ch`. */
export const SkeletonText = ({ width }: { width: string }) => (
  <span className={styles.inline} style={{ width }} aria-hidden="true" />
)
