import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { connection, retryWhenBack } from './connection.ts'
import { type Failure, isTemporaryFailure } from '../protocol/failure.ts'

/** Runs a function now, or once the tab is visible; returns a function that cancels it. */
const whenVisible = (run: () => void) => {
  const runIfVisible = () => {
    if (document.hidden) return
    stop()
    run()
  }
  const stop = () => document.removeEventListener('visibilitychange', runIfVisible)
  document.addEventListener('visibilitychange', runIfVisible)
  runIfVisible()
  return stop
}

/**
 * Retries after the server was away, and repeatedly while `error` is temporary, so that a page recovers by itself.
 * Paused while the tab is hidden or `busy`. `retry` must not change what is shown until it has a result, which clears
 * or replaces `error`.
 */
export const useRecovery = (error: Failure | undefined, busy: boolean, retry: () => Promise<void>) => {
  const { reconnects } = useSnapshot(connection)
  const handledReturns = useRef(reconnects)
  const tries = useRef(0)
  const latest = useRef(retry)
  latest.current = retry
  const isTemporary = error !== undefined && isTemporaryFailure(error)

  useEffect(() => {
    if (!error) tries.current = 0
    if (busy || !isTemporary) return
    let cancel = () => {}
    const stop = retryWhenBack(tries.current, () => {
      tries.current += 1
      cancel = whenVisible(() => void latest.current())
    })
    return () => {
      stop()
      cancel()
    }
  }, [error, busy])

  useEffect(() => {
    if (handledReturns.current === reconnects) return
    handledReturns.current = reconnects
    // a pending call, or one that failed because the server was unreachable, is retried anyway
    if (!busy && !isTemporary) return whenVisible(() => void latest.current())
  }, [reconnects])
}
