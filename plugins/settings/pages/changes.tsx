import { useId } from 'react'
import { Status, Row } from 'stowage/ui'
import * as styles from './settings.css.ts'
import type { Change } from './values.ts'

const Value = ({ text, secret, side }: { text: string; secret: boolean; side: 'before' | 'after' }) => {
  if (secret) return <em className={styles.muted}>{side === 'before' ? 'set or empty' : 'replaced'}</em>
  return text === '' ? <em className={styles.muted}>empty</em> : <span>{text}</span>
}

/** Changes of one target: each setting before and after, and when they take effect. */
export const Changes = ({
  title,
  dynamic,
  changes,
}: {
  title: string
  dynamic: boolean
  changes: readonly Change[]
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Row gap={4} align="stretch" justify="between" className={styles.diffHead}>
        <h3 id={id} className={styles.diffTitle}>
          {title}
        </h3>
        <Status tone={dynamic ? 'ok' : 'warning'}>{dynamic ? 'Applies immediately' : 'Needs a restart'}</Status>
      </Row>
      <dl className={styles.diff}>
        {changes.map(({ key, before, after, secret }) => (
          <div key={key} className={styles.change}>
            <dt className={styles.key}>{key}</dt>
            <dd className={styles.value}>
              <Value text={before} secret={secret} side="before" />
            </dd>
            <dd className={styles.value}>
              <span aria-hidden="true" className={styles.muted}>
                {'→ '}
              </span>
              <Value text={after} secret={secret} side="after" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
