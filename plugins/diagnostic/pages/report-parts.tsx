import { Progress, Status, Muted } from 'stowage/ui'
import { parts } from '../contract.ts'
import * as styles from './diagnostic.css.ts'
import type { Reporting } from './use-report.ts'

const seconds = (after: number) => `${after.toFixed(1)} s`

const servers = (count: number) => `${count} ${count === 1 ? 'server' : 'servers'}`

/** Progress per part: servers that have answered, and elapsed time. */
export const RunningParts = ({ reached, phase }: Pick<Reporting, 'reached' | 'phase'>) => (
  <div className={styles.parts} role="list" aria-label="Parts of the report">
    {parts.map(({ id, title }) => {
      const part = reached[id]
      return (
        <div key={id} role="listitem" style={{ display: 'contents' }}>
          <Status tone={part ? 'ok' : 'unknown'}>{title}</Status>
          <Progress look="thin" label={title} value={part ? 1 : phase === 'running' ? 'running' : 0} />
          <Muted>{part ? servers(part.servers) : phase === 'running' ? 'Waiting' : 'No response'}</Muted>
          <Muted>{part && seconds(part.after)}</Muted>
        </div>
      )
    })}
  </div>
)

/** The parts of a complete report. */
export const PartStrip = ({ reached }: Pick<Reporting, 'reached'>) => (
  <div className={styles.strip} role="list" aria-label="Parts of the report">
    {parts.map(({ id, title }) => {
      const part = reached[id]
      return (
        <div key={id} role="listitem" className={styles.stripPart}>
          <Status tone={part ? 'ok' : 'unknown'}>{title}</Status>
          <Muted as="div">{part ? `${servers(part.servers)}, ${seconds(part.after)}` : 'No response'}</Muted>
        </div>
      )
    })}
  </div>
)
