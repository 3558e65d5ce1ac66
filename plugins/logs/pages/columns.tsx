import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { date } from '../../../core/format.ts'
import { Icon } from '../../../core/ui/icon.tsx'
import type { Column } from '../../../core/ui/table.tsx'
import type { LogLine } from '../contract.ts'
import * as styles from './logs.css.ts'

/** More of a line's text is not drawn in a row. */
const SHOWN = 400

/** What a line says, in one text. */
export const saidOf = ({ message, error, ConsoleMsg }: LogLine) => message || error?.message || ConsoleMsg

const grave = { WARNING: { sign: TriangleAlert, tone: 'warning' }, ERROR: { sign: CircleAlert, tone: 'danger' }, FATAL: { sign: CircleAlert, tone: 'danger' } } as const

const isGrave = (level: string): level is keyof typeof grave => Object.hasOwn(grave, level)

/** A level in words: `Warning`. */
export const levelOf = ({ level }: LogLine) => level.charAt(0) + level.slice(1).toLowerCase()

const Graveness = ({ line }: { line: LogLine }) => {
  if (!isGrave(line.level)) return levelOf(line)
  const { sign, tone } = grave[line.level]
  return (
    <span className={styles.levels[tone]}>
      <Icon of={sign} />
      {levelOf(line)}
    </span>
  )
}

/** What is shown of a line (spec/3 3). */
export const columns: readonly Column<LogLine>[] = [
  { id: 'time', title: 'Time', value: ({ at, time }) => (at ? date(at) : time), look: 'date', narrow: 'second' },
  { id: 'level', title: 'Level', value: levelOf, cell: (line) => (line.level ? <Graveness line={line} /> : undefined), width: '112px', narrow: 'second' },
  { id: 'node', title: 'Node', value: ({ node }) => node, look: 'muted', width: 'minmax(0, 3fr)', narrow: 'hidden' },
  { id: 'api', title: 'API', value: ({ api }) => api?.name ?? '', width: 'minmax(0, 3fr)', narrow: 'hidden' },
  { id: 'message', title: 'Message', value: (line) => saidOf(line).slice(0, SHOWN), width: 'minmax(0, 10fr)', narrow: 'main' },
]
