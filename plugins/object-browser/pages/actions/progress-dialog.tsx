import type { ReactNode } from 'react'
import { count, counted, displayName } from 'stowage'
import { Banner, Button, Dialog, ErrorBanner, Muted, Progress, Stack } from 'stowage/ui'
import { noun } from '../items.ts'
import * as styles from '../remove.css.ts'
import type { StepResult } from '../removal.ts'
import type { useProgress } from './use-progress.ts'
import * as messages from '../../messages.ts'

/** Most failures listed; the rest is counted. */
const MAX_FAILURES = 100

const Running = ({ label, verb, done, waits }: { label: string; verb: string; done: StepResult; waits: boolean }) => (
  <div className={styles.progress}>
    <Progress value="running" label={label} />
    <p role="status">{`${counted(done.done, noun)} ${verb} so far${waits ? '. It continues when the storage server is available again.' : ''}`}</p>
  </div>
)

/** Failed items, each with the reason. */
const FailureList = ({ verb, done: { done, failed } }: { verb: string; done: StepResult }) => (
  <>
    <Banner tone="danger">
      {messages.countFailed(
        counted(failed.length, noun),
        verb,
        done > 0 ? `, ${counted(done, noun)} ${done === 1 ? 'was' : 'were'}` : '',
      )}
    </Banner>
    <ul className={styles.failures}>
      {failed.slice(0, MAX_FAILURES).map(({ path, message }) => (
        <Stack as="li" key={path} className={styles.failure}>
          <span className={styles.path}>{displayName(path)}</span>
          <Muted tone="faint" size={12}>
            {message}
          </Muted>
        </Stack>
      ))}
      {failed.length > MAX_FAILURES && (
        <Muted as="li" tone="faint" size={12}>
          and {count(failed.length - MAX_FAILURES)} more
        </Muted>
      )}
    </ul>
  </>
)

type ProgressDialogProps = {
  title: string
  /** Label of the button that starts, the same while it runs, and a past participle: "Copy", "Copying", "copied". */
  verbs: { start: string; busy: string; done: string }
  progress: ReturnType<typeof useProgress>
  /** Why it cannot start. */
  disabled: string | false
  isDestructive?: boolean
  /** Whether it takes long enough to show progress. */
  isLong: boolean
  onStart: () => void
  onClose: () => void
  children: ReactNode
}

/** Dialog of a long operation: its form, then its progress with a way to stop it, then what failed. */
export const ProgressDialog = ({
  title,
  verbs: { start, busy, done },
  progress,
  disabled,
  isDestructive,
  isLong,
  onStart,
  onClose,
  children,
}: ProgressDialogProps) => {
  const hasEnded = progress.state === 'ended'
  const cancel = () => (progress.busy ? progress.stop() : onClose())
  return (
    <Dialog
      title={title}
      size="confirm"
      onClose={cancel}
      footer={
        hasEnded ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <>
            <Button onPress={cancel} busy={progress.state === 'stopping' ? 'Stopping' : ''}>
              {progress.busy && !isDestructive ? 'Stop' : 'Cancel'}
            </Button>
            <Button
              tone={isDestructive ? 'danger' : 'primary'}
              onPress={onStart}
              busy={progress.busy ? busy : ''}
              disabled={disabled}
            >
              {start}
            </Button>
          </>
        )
      }
    >
      <ErrorBanner error={progress.failure} onClose={progress.forget} />
      {hasEnded ? <FailureList verb={done} done={progress.done} /> : children}
      {progress.busy && isLong && (
        <Running label={busy} verb={done} done={progress.done} waits={progress.failure !== undefined} />
      )}
    </Dialog>
  )
}
