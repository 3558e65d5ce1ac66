import type { Failure } from 'stowage'
import * as styles from './effects.css.ts'

/** Says why the effects of a change could not be calculated. */
export const UnknownEffects = ({ failure }: { failure: Failure }) => (
  <p className={styles.note}>
    The effects are unknown: {failure.message}. {failure.detail}
  </p>
)
