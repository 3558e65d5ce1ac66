import type { ReactNode } from 'react'
import * as styles from './gallery.css.ts'

export const Sample = ({ label, look, children }: { label: string; look?: 'wide'; children: ReactNode }) => (
  <section className={look === 'wide' ? `${styles.sample} ${styles.wide}` : styles.sample}>
    <h2 className={styles.label}>{label}</h2>
    {children}
  </section>
)
