import { Fragment, useMemo } from 'react'
import { diffLines, hunksOf } from './diff-lines.ts'
import * as styles from './diff.css.ts'
import { counted } from './noun.ts'

/** Maximum number of lines; the rest is only counted. */
const MAX_LINES = 2000

const lines = { one: 'line', many: 'lines' }

const marks = { both: ' ', before: '−', after: '+' } as const

/** Line diff of two texts, with some context around each change. */
export const Diff = ({ before, after }: { before: string; after: string }) => {
  const hunks = useMemo(() => hunksOf(diffLines(before, after)), [before, after])
  return (
    <div className={styles.diff} role="region" aria-label="Changed lines" tabIndex={0}>
      {hunks.slice(0, MAX_LINES).map(({ side, text, gap }, at) => (
        <Fragment key={at}>
          {gap > 0 && <div className={styles.gap}>… {counted(gap, lines)}</div>}
          <div className={styles.side[side]}>
            <span aria-label={side === 'both' ? undefined : side === 'before' ? 'removed' : 'added'}>
              {marks[side]}
            </span>
            <span>{text}</span>
          </div>
        </Fragment>
      ))}
      {hunks.length > MAX_LINES && <div className={styles.gap}>… {counted(hunks.length - MAX_LINES, lines)} more</div>}
    </div>
  )
}
