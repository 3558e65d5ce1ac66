import { useDialog } from 'stowage/web'
import { Button } from 'stowage/ui'
import * as styles from './summary.css.ts'
import * as messages from '../messages.ts'

/** Counts what a bucket holds on demand, where the storage does not report it. */
export const CalculatedUsage = ({ bucket }: { bucket: string }) => {
  const calculate = useDialog('bucket-size')
  return (
    <div className={styles.usage}>
      <h2 className={styles.cardTitle}>Usage</h2>
      <p className={styles.figure}>—</p>
      <p className={styles.faint}>{messages.storageDoesNotReport}</p>
      {calculate && (
        <Button size="sm" onPress={() => void calculate({ bucket })}>
          Calculate
        </Button>
      )}
    </div>
  )
}
