import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Icon } from 'stowage/ui'
import type { LogLine } from '../contract.ts'
import * as styles from './logs.css.ts'

/** The text of a line. */
export const messageOf = ({ message, error, ConsoleMsg }: LogLine) => message || error?.message || ConsoleMsg

const errorLevels = {
  WARNING: { sign: TriangleAlert, tone: 'warning' },
  ERROR: { sign: CircleAlert, tone: 'danger' },
  FATAL: { sign: CircleAlert, tone: 'danger' },
} as const

const isGrave = (level: string): level is keyof typeof errorLevels => Object.hasOwn(errorLevels, level)

/** A level as text: `Warning`. */
export const levelOf = ({ level }: LogLine) => level.charAt(0) + level.slice(1).toLowerCase()

/** The level of a line as icon and text; empty for a plain text line. */
export const LevelBadge = ({ line }: { line: LogLine }) => {
  if (!line.level) return '—'
  if (!isGrave(line.level)) return levelOf(line)
  const { sign, tone } = errorLevels[line.level]
  return (
    <span className={styles.levels[tone]}>
      <Icon of={sign} />
      {levelOf(line)}
    </span>
  )
}
