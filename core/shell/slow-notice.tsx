import { useSnapshot } from 'valtio'
import { banners } from '../web/toasts.ts'
import { connection } from '../web/connection.ts'
import { session } from '../web/session.ts'
import { Spinner } from '../../ui/icon.tsx'
import * as styles from './slow.css.ts'
import { serverSlow, storageNotAnswering } from '../messages.ts'

/** Shown while a call has been pending for seconds. Restarts and outages have their own strips. */
export const SlowNotice = () => {
  const { restart } = useSnapshot(banners)
  const { slow, state } = useSnapshot(connection)
  // the console itself has responded: it served this page
  const isOpening = useSnapshot(session).state === 'loading'
  return (
    <div className={styles.status} role="status">
      {slow && state === 'up' && restart !== 'running' && (
        <div className={styles.notice}>
          <Spinner />
          {isOpening ? storageNotAnswering : serverSlow}
        </div>
      )}
    </div>
  )
}
