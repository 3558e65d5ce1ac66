import { useSnapshot } from 'valtio'
import { banners } from '../banners.ts'
import { Spinner } from '../ui/icon.tsx'
import * as styles from './slow.css.ts'

/** Says that a call has been waiting for its answer for seconds, until it has it. A restart tells about itself. */
export const SlowNotice = () => {
  const { slow, restart } = useSnapshot(banners)
  return (
    <div className={styles.place} role="status">
      {slow && restart !== 'running' && (
        <div className={styles.notice}>
          <Spinner />
          The server is taking long to answer.
        </div>
      )}
    </div>
  )
}
