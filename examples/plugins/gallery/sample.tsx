import type { ReactNode } from 'react'
import { Segmented } from 'stowage/ui'
import * as styles from './gallery.css.ts'

export const Sample = ({ label, look, children }: { label: string; look?: 'wide'; children: ReactNode }) => (
  <section className={look === 'wide' ? `${styles.sample} ${styles.wide}` : styles.sample}>
    <h2 className={styles.label}>{label}</h2>
    {children}
  </section>
)

type StateProps<S extends string> = { label: string; value: S; onChange: (state: S) => void; states: readonly S[] }

/** Selects the state that a sample is in. */
export const StateChoice = <S extends string>({ states, ...props }: StateProps<S>) => (
  <Segmented {...props} items={states.map((id) => ({ id, label: id.charAt(0).toUpperCase() + id.slice(1) }))} />
)
