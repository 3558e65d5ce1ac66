import { useEffect, useRef, useState } from 'react'
import { Failure } from 'stowage'
import type { ProgressCallbacks, StepResult } from '../removal.ts'

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
