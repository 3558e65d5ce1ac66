import { useContext } from 'react'
import { classes } from '../../ui/classes.ts'
import * as styles from '../../ui/page.css.ts'
import { PageFrame } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { truncated } from '../../ui/text.css.ts'

/** A page whose code is loading. Its title is not a heading yet: the page brings its own, which takes the focus. */
export const LoadingPage = ({ title }: { title: string }) => (
  <div className={styles.page}>
    <header className={styles.top}>
      <div className={styles.head.line}>
        {useContext(PageFrame).start}
        <div className={styles.names}>
          <p className={classes(styles.title.page, truncated)}>{title}</p>
        </div>
      </div>
    </header>
    <div className={styles.body}>
      <main className={styles.content}>
        <Skeleton rows={7} columns={4} />
      </main>
    </div>
  </div>
)
