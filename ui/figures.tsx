import * as styles from './figures.css.ts'

/** A number and its label; `undefined` while it is being counted. */
export type Figure = { label: string; value: string | undefined }

/** A few numbers side by side, two in a row on narrow screens. */
export const Figures = ({ of }: { of: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {of.map(({ label, value }) => (
      <div key={label} className={styles.figure}>
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.value}>
          {value ?? <span className={styles.counting} role="img" aria-label="Counting" />}
        </dd>
      </div>
    ))}
  </dl>
)
