import { count } from '../core/protocol/format.ts'
import { classes } from './classes.ts'
import * as styles from './status.css.ts'
import * as text from './text.css.ts'
import { Tooltip } from './tooltip.tsx'

/** A state as a shape and a word, never by color alone: dot, triangle, square, ring. */
export const Status = ({
  tone,
  title,
  children,
}: {
  tone: 'ok' | 'warning' | 'danger' | 'unknown'
  /** Details in a tooltip. */
  title?: string
  children: string
}) => (
  <span className={styles.status[tone]} data-status title={title ?? children}>
    <span>{children}</span>
  </span>
)

/** A state as a shape alone, with its word as tooltip and accessible name. */
export const StatusIcon = ({ tone, label }: { tone: 'ok' | 'warning' | 'danger' | 'unknown'; label: string }) => (
  <span className={styles.status[tone]} role="img" aria-label={label} title={label} />
)

export type BadgeTone = keyof typeof styles.badge

/** A name or a short fact; `outline` for facts about the row itself ("You", "Default"). */
export const Badge = ({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: BadgeTone
  title?: string
  children: string
}) => (
  <span className={classes(styles.badge[tone], text.truncated)} title={title}>
    {children}
  </span>
)

/** The first names as badges, the rest as "+2" with a tooltip; `all` wraps all of them. */
export const Badges = ({ items, max = 1 }: { items: readonly string[]; max?: number | 'all' }) => {
  const first = max === 'all' ? items : items.slice(0, max)
  const rest = items.slice(first.length)
  return (
    <span className={styles.badges[max === 'all' ? 'wrapped' : 'line']}>
      {first.map((item) => (
        <Badge key={item} title={item}>
          {item}
        </Badge>
      ))}
      {rest.length > 0 && (
        <span className={styles.rest}>
          <Tooltip text={rest.join(', ')}>
            <Badge>{`+${rest.length}`}</Badge>
            <span className={text.hidden}>{rest.join(', ')}</span>
          </Tooltip>
        </span>
      )}
    </span>
  )
}

/** Number next to a label. */
export const Count = ({ of }: { of: number }) => <span className={styles.count}>{count(of)}</span>
