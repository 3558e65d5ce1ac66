import { useEffect, useRef, useState } from 'react'
import { showToast, showProgress } from 'stowage/web'
import { bytes, count, duration, Failure, displayName } from 'stowage'
import {
  showDialog,
  Banner,
  Button,
  Dialog,
  ErrorBanner,
  Field,
  Stats,
  Link,
  Progress,
  TextInput,
  Row,
  Muted,
} from 'stowage/ui'
import { browserPath } from './access.ts'
import {
  notStarted,
  type EmptyingState,
  countContents,
  deleteContents,
  type BucketContents,
  readLock,
  fractionDone,
} from './emptying.ts'
import * as styles from './empty.css.ts'
import * as messages from '../messages.ts'

/** Counts the bucket's contents until `stop` is called, so that the totals stay those of the start. */
const useContents = (bucket: string) => {
  const [contents, setContents] = useState<BucketContents>()
  const [counted, setCounted] = useState(false)
  const stop = useRef(new AbortController())
  useEffect(() => {
    countContents(bucket, setContents, stop.current.signal).then(setCounted, (error: unknown) => {
      // deleting the first page reports the same error
      if (!(error instanceof Failure)) throw error
    })
    return () => stop.current.abort()
  }, [bucket])
  return { holding: contents, counted, stop: () => stop.current.abort() }
}

const EmptyingProgress = ({
  progress,
  holding: contents,
  rate,
}: {
  progress: EmptyingState
  holding: BucketContents | undefined
  rate: number
}) => {
  const fraction = contents && fractionDone(contents, progress)
  const all = contents && contents.versions + contents.markers - progress.notDeleted
  const secondsLeft = rate > 0 && all ? (all - progress.deleted) / rate : 0
  return (
    <div className={styles.progress}>
      <Row as="p" gap={3} align="stretch" justify="between" className={styles.done} role="status">
        <strong>
          {all === undefined
            ? `${count(progress.deleted)} deleted`
            : `${count(progress.deleted)} of ${count(all)} deleted`}
        </strong>
        {fraction !== undefined && <Muted size="inherit" tone="faint">{`${Math.round(fraction * 100)}%`}</Muted>}
      </Row>
      <Progress value={fraction ?? 'running'} label="Emptying" />
      {rate > 0 && (
        <Row as="p" gap={3} align="stretch" justify="between" className={styles.done}>
          <Muted size="inherit" tone="faint">
            {count(rate)} per second
          </Muted>
          {secondsLeft >= 1 && (
            <Muted size="inherit" tone="faint">
              {duration(secondsLeft)} left
            </Muted>
          )}
        </Row>
      )}
    </div>
  )
}

const RetainedVersions = ({
  bucket,
  progress: { notDeleted, reason, first },
  onLeave,
}: {
  bucket: string
  progress: EmptyingState
  onLeave: () => void
}) => {
  const open = browserPath(bucket)
  const [lock, setLock] = useState<string>()
  useEffect(() => {
    let mounted = true
    if (first) void readLock(bucket, first).then((lockText) => mounted && setLock(lockText))
    return () => void (mounted = false)
  }, [bucket, first?.path, first?.version_id])
  return (
    <Banner
      tone="warning"
      action={
        open && (
          <Link href={`${open}?deleted=1`} onClick={onLeave}>
            Show them
          </Link>
        )
      }
    >
      {notDeleted === 1 ? '1 version stays' : `${count(notDeleted)} versions stay`}: {reason}. {lock} The bucket cannot
      be deleted until its locks expire or are removed.
    </Banner>
  )
}

type Emptying = 'asking' | 'running' | 'stopping' | 'stopped' | 'ended'

/** Shows a toast that reopens the dialog while it is hidden. */
const useHidden = (bucket: string, state: Emptying, setDialogHidden: (hidden: boolean) => void) => {
  const [hidden, setHidden] = useState(false)
  const show = () => {
    setDialogHidden(false)
    setHidden(false)
  }
  useEffect(() => {
    if (!hidden) return undefined
    const on = state === 'running' || state === 'stopping'
    return showProgress(
      `${displayName(bucket)} ${on ? 'is being emptied' : 'is not empty yet'}`,
      on ? 'ok' : 'danger',
      'Show',
      show,
    )
  }, [hidden, bucket, state === 'stopped' || state === 'ended'])
  const hide = () => {
    setDialogHidden(true)
    setHidden(true)
  }
  return { hidden, hide }
}

type EmptyBucketProps = {
  bucket: string
  resolve: (emptied: boolean) => void
  setDialogHidden: (hidden: boolean) => void
}

/** Asks for the bucket's name, then deletes its contents with a progress display; can be stopped and resumed. */
const EmptyBucket = ({ bucket, resolve, setDialogHidden }: EmptyBucketProps) => {
  const [text, setText] = useState('')
  const [state, setState] = useState<Emptying>('asking')
  const [progress, setProgress] = useState<EmptyingState>(notStarted)
  const [failure, setFailure] = useState<Failure>()
  const [rate, setRate] = useState(0)
  const { holding: contents, counted, stop: stopCounting } = useContents(bucket)
  const stop = useRef(new AbortController())
  const busy = state === 'running' || state === 'stopping'
  const open = browserPath(bucket)
  const { hidden, hide } = useHidden(bucket, state, setDialogHidden)
  const isHidden = useRef(hidden)
  isHidden.current = hidden
  // stops deleting after sign-out
  useEffect(() => () => stop.current.abort(), [])

  const run = async () => {
    stopCounting()
    setState('running')
    setFailure(undefined)
    stop.current = new AbortController()
    const [start, before] = [performance.now(), progress.deleted]
    const step = (next: EmptyingState) => {
      setProgress(next)
      setRate(((next.deleted - before) / Math.max(1, performance.now() - start)) * 1000)
    }
    try {
      const { state: reached, notDeleted } = await deleteContents(bucket, progress, step, stop.current.signal)
      if (reached === 'open') return setState('stopped')
      if (notDeleted > 0) return setState('ended')
      showToast(messages.bucketEmptied(displayName(bucket)))
      // no further question if the dialog is in the background
      resolve(!isHidden.current)
    } catch (error) {
      setState('stopped')
      if (!(error instanceof Failure)) throw error
      setFailure(error)
    }
  }
  const leave = () => {
    if (!busy) return resolve(false)
    setState('stopping')
    stop.current.abort()
  }
  if (hidden) return null
  const format = (value: number | undefined, words = count) => (value === undefined ? undefined : words(value))
  return (
    <Dialog
      title="Empty Bucket"
      size="confirm"
      onClose={leave}
      note={busy || state === 'stopped' ? messages.stopDeletionHelp : undefined}
      footer={
        state === 'ended' ? (
          <Button onPress={leave}>Close</Button>
        ) : (
          <>
            <Button onPress={leave} busy={state === 'stopping' ? 'Stopping' : ''}>
              {busy ? 'Stop' : 'Cancel'}
            </Button>
            {state === 'running' && (
              <Button where="browser" onPress={hide}>
                Hide
              </Button>
            )}
            {!busy && (
              <Button tone="danger" onPress={() => void run()} disabled={text !== bucket && `Type ${bucket} first`}>
                {state === 'stopped' ? 'Continue' : 'Empty Bucket'}
              </Button>
            )}
          </>
        )
      }
    >
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      <p className={styles.description}>
        A bucket can only be deleted if it is empty. This deletes all objects and versions in{' '}
        <strong>{displayName(bucket)}</strong>, but not the bucket. It cannot be undone.
      </p>
      {open && !busy && (
        <p>
          <Link href={open} onClick={leave}>
            View Contents
          </Link>
        </p>
      )}
      <Stats
        of={[
          { label: 'Objects', value: format(contents?.objects) },
          { label: 'Versions', value: format(contents?.versions) },
          { label: 'Delete markers', value: format(contents?.markers) },
          { label: 'Size', value: format(contents?.size, bytes) },
        ]}
      />
      {state === 'asking' && (
        <Field label={`Type ${bucket} to confirm`}>
          <TextInput value={text} onChange={setText} />
        </Field>
      )}
      {state !== 'asking' && (
        <EmptyingProgress progress={progress} holding={counted ? contents : undefined} rate={busy ? rate : 0} />
      )}
      {progress.notDeleted > 0 && <RetainedVersions bucket={bucket} progress={progress} onLeave={leave} />}
    </Dialog>
  )
}

/** Opens the dialog that empties a bucket; resolves to true when the bucket is empty. */
export const emptyBucket = (bucket: string) =>
  showDialog<boolean>((resolve, setDialogHidden) => <EmptyBucket {...{ bucket, resolve, setDialogHidden }} />)
