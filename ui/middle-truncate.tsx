import * as styles from './middle-truncate.css.ts'

/** Visible characters at the end of a long name, where names differ. */
const TAIL_LENGTH = 10
const MIN_LENGTH = 24

/** A combining mark stays with its letter. */
const tail = new RegExp(`\\P{M}(?:\\P{M}\\p{M}*){${TAIL_LENGTH - 1}}$`, 'su')

/** A name truncated in the middle; put the whole text as `title` on an element around it. */
export const MiddleTruncate = ({ children }: { children: string }) => {
  const end = children.length > MIN_LENGTH ? (tail.exec(children)?.[0] ?? '') : ''
  if (!end) return <span className={styles.whole}>{children}</span>
  return (
    <span className={styles.middle} dir="auto">
      <span className={styles.start}>{children.slice(0, -end.length)}</span>
      <span className={styles.end}>{end}</span>
    </span>
  )
}
