import { useDialog } from 'stowage/web'
import { Button, Stack, Muted } from 'stowage/ui'
import * as styles from './summary.css.ts'
import * as messages from '../messages.ts'

/** Counts what a bucket holds on demand, where the storage does not report it. */
export const CalculatedUsage = ({ bucket }: { bucket: string }) => {
  const calculate = useDialog('bucket-size')
  return (
    <Stack gap={3} className={styles.usage}>
      <Muted as="h2">Usage</Muted>
      <p className={styles.value}>—</p>
      <Muted as="p" tone="faint">
        {messages.notReportedByStorage}
      </Muted>
      {calculate && (
        <Button size="sm" onPress={() => void calculate({ bucket })}>
          Calculate
        </Button>
      )}
    </Stack>
  )
}
