import text from 'stowage/LICENSE' with { type: 'text' }
import * as styles from './license.css.ts'

/** Text of the open source license. */
export function Agpl() {
  return (
    <pre className={styles.agpl} tabIndex={0} aria-label="GNU Affero General Public License">
      {text}
    </pre>
  )
}
