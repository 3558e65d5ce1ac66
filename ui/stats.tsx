import * as styles from './stats.css.ts'

/** A number and its label; `undefined` while it is being counted. */
export type Stat = { label: string; value: string | undefined }

/** A few numbers side by side, two in a row on narrow screens. */
export const Stats = ({ of }: { of: readonly Stat[] }) => (
  <dl className={styles.stats}>
    {of.map(({ label, value }) => (
      <div key={label} className={styles.stat}>
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.value}>
          {value ?? <span className={styles.counting} role="img" aria-label="Counting" />}
        </dd>
      </div>
    ))}
  </dl>
)
