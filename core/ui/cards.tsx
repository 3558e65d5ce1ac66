import type { ReactNode } from 'react'
import * as styles from './cards.css.ts'
import { Link } from './link.tsx'

/** A few things to choose one of, each a card. */
export const Cards = ({ across = 3, children }: { across?: 2 | 3; children: ReactNode }) => (
  <div className={styles.cards[across]}>{children}</div>
)

type CardProps = {
  title: string
  about: string
  /** A line below, cut where it is too long. */
  note: string
  href: string
  /** Why it cannot be chosen. */
  lack?: string | undefined
}

/** One of them, all of it a link; where it cannot be chosen it says why. */
export const Card = ({ title, about, note, href, lack }: CardProps) => {
  const words = (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.about}>{about}</span>
      <span className={styles.note} title={lack ?? note}>
        {note}
      </span>
    </>
  )
  if (!lack)
    return (
      <Link className={styles.card.open} href={href}>
        {words}
      </Link>
    )
  return (
    <div className={styles.card.closed} title={lack}>
      {words}
    </div>
  )
}
