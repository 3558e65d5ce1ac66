import { useEffect, useRef, useState } from 'react'
import { count, counted, Failure, displayName } from 'stowage'
import { Banner, Progress, Stack, Muted } from 'stowage/ui'
import { noun } from '../items.ts'
import * as styles from '../remove.css.ts'
import type { ProgressCallbacks, StepResult } from '../removal.ts'
import * as messages from '../../messages.ts'

/** Most failures listed; the rest is counted. */
const MAX_FAILURES = 100

type State = 'asking' | 'running' | 'stopping' | 'ended'

/** State of a long operation in a dialog: progress, failures, and a way to stop it. */
export const useProgress = () => {
  const [state, setState] = useState<State>('asking')
  const [done, setDone] = useState<StepResult>({ done: 0, failed: [] })
  const [failure, setFailure] = useState<Failure>()
  const stop = useRef(new AbortController())
  // stops when the user leaves the page
  useEffect(() => () => stop.current.abort(), [])
  return {
    state,
    done,
    failure,
    busy: state === 'running' || state === 'stopping',
    forget: () => setFailure(undefined),
    /**
     * Runs the operation; resolves to its result, or to `undefined` if it was aborted by an error, which is displayed.
     */
    run: async (
      work: (progress: ProgressCallbacks) => Promise<StepResult>,
    ): Promise<(StepResult & { stopped: boolean }) | undefined> => {
      stop.current = new AbortController()
      setState('running')
      setFailure(undefined)
      setDone({ done: 0, failed: [] })
      try {
        const { signal } = stop.current
        const result = await work({ onProgress: setDone, onWait: setFailure, signal })
        setDone(result)
        setState(result.failed.length > 0 ? 'ended' : 'asking')
        return { ...result, stopped: signal.aborted }
      } catch (error) {
        setState('asking')
        if (!(error instanceof Failure)) throw error
        setFailure(error)
        return undefined
      }
    },
    stop: () => {
      setState('stopping')
      stop.current.abort()
    },
  }
}

/** Progress; `verb` is a past participle such as "copied". */
export const Running = ({
  label,
  verb,
  done,
  waits,
}: {
  label: string
  verb: string
  done: StepResult
  waits: boolean
}) => (
  <div className={styles.progress}>
    <Progress value="running" label={label} />
    <p role="status">{`${counted(done.done, noun)} ${verb} so far${waits ? '. It continues when the storage server is available again.' : ''}`}</p>
  </div>
)

/** What was not done, and why. */
export const FailureList = ({ verb, done: { done, failed } }: { verb: string; done: StepResult }) => (
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
