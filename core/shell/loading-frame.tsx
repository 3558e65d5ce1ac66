import type { ReactNode } from 'react'
import * as head from '../../ui/page.css.ts'
import { hidden } from '../../ui/text.css.ts'
import * as styles from './loading-frame.css.ts'
import { Wordmark } from '../../ui/brand.tsx'
import * as frame from './frame.css.ts'
import * as sidebar from './sidebar.css.ts'

/** Loading frame with the page's title, shown in the final positions while the page's code loads. */
export const LoadingFrame = ({ title, below }: { title: string; below?: ReactNode }) => (
  <div className={styles.layout}>
    <aside className={sidebar.side.open}>
      <div className={sidebar.head}>
        <span className={styles.brand}>
          <Wordmark />
        </span>
      </div>
    </aside>
    <div className={frame.frame}>
      <header className={head.top}>
        <div className={head.head.line}>
          <div className={head.names}>
            <p className={head.title.page}>{title}</p>
          </div>
        </div>
        {below}
      </header>
      <main>
        <p className={hidden} role="status">
          Loading
        </p>
      </main>
    </div>
  </div>
)
