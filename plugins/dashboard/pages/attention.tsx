import { displayText } from 'stowage'
import { Button, Status } from 'stowage/ui'
import { useLink } from 'stowage/web'
import type { Problem } from './problems.ts'
import * as styles from './attention.css.ts'

/** Maximum number of rows; further problems are only counted. */
const MAX_ROWS = 8

const addressOf = ({ to, part }: NonNullable<Problem['action']>) =>
  `/dashboard?tab=${to}${part ? `&part=${encodeURIComponent(part)}` : ''}`

const Row = ({ problem: { level, title, name, remedy, action, log } }: { problem: Problem }) => {
  const [heal, lines] = [useLink('heal'), useLink('log-lines')]
  const logHref = log && lines?.({ text: log })
  const actionHref = action && (action.to === 'heal' ? heal?.({}) : addressOf(action))
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Status tone={level}>{displayText(title)}</Status>
        {name && <span>{displayText(name)}</span>}
      </div>
      <p className={styles.remedy}>{remedy}</p>
      <div className={styles.actions}>
        {logHref && (
          <Button size="sm" tone="quiet" href={logHref}>
            Log Lines
          </Button>
        )}
        {action && actionHref && (
          <Button size="sm" href={actionHref}>
            {action.label}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Problems of the storage: each with its part, the remedy, and links to log lines and an action. */
export const Attention = ({ problems }: { problems: readonly Problem[] }) => {
  if (problems.length === 0) return null
  return (
    <section className={styles.card} aria-label="Needs attention">
      <h2 className={styles.title}>Needs attention</h2>
      <ul>
        {problems.slice(0, MAX_ROWS).map((problem) => (
          <Row key={`${problem.title} ${problem.name}`} problem={problem} />
        ))}
      </ul>
      {problems.length > MAX_ROWS && <p className={styles.remedy}>{`and ${problems.length - MAX_ROWS} more`}</p>}
    </section>
  )
}
