import type { ReactNode } from 'react'
import * as styles from './cards.css.ts'
import { Link } from './link.tsx'

/** A small set of options, each a card. */
export const Cards = ({ across = 3, children }: { across?: 2 | 3; children: ReactNode }) => (
  <div className={styles.cards[across]}>{children}</div>
)

type CardProps = {
  title: string
  about: string
  /** Truncated line at the bottom. */
  note: string
  href: string
  /** Why it is disabled. */
  disabled?: string | undefined
}

/** An option, linked as a whole; if it is disabled, it says why. */
export const Card = ({ title, about, note, href, disabled }: CardProps) => {
  const content = (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.about}>{about}</span>
      <span className={styles.note} title={disabled ?? note}>
        {note}
      </span>
    </>
  )
  if (!disabled)
    return (
      <Link className={styles.card.open} href={href}>
        {content}
      </Link>
    )
  return (
    <div className={styles.card.closed} title={disabled}>
      {content}
    </div>
  )
}
