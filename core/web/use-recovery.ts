import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { connection, retryWhenBack } from './connection.ts'
import { type Failure, passesByItself } from '../protocol/failure.ts'

/** Runs a function now, or once the tab is visible; returns a function that cancels it. */
const whenVisible = (act: () => void) => {
  const look = () => {
    if (document.hidden) return
    stop()
    act()
  }
  const stop = () => document.removeEventListener('visibilitychange', look)
  document.addEventListener('visibilitychange', look)
  look()
  return stop
}

/**
 * Retries after the server was away, and repeatedly while `error` is temporary, so that a page recovers by itself.
 * Paused while the tab is hidden or `busy`. `again` must not change what is shown until it has a result, which clears
 * or replaces `error`.
 */
export const useRecovery = (error: Failure | undefined, busy: boolean, again: () => Promise<void>) => {
  const { returns } = useSnapshot(connection)
  const handledReturns = useRef(returns)
  const tries = useRef(0)
  const latest = useRef(again)
  latest.current = again
  const passes = error !== undefined && passesByItself(error)

  useEffect(() => {
    if (!error) tries.current = 0
    if (busy || !passes) return
    let unseen = () => {}
    const stop = retryWhenBack(tries.current, () => {
      tries.current += 1
      unseen = whenVisible(() => void latest.current())
    })
    return () => {
      stop()
      unseen()
    }
  }, [error, busy])

  useEffect(() => {
    if (handledReturns.current === returns) return
    handledReturns.current = returns
    // a pending call, or one that failed because the server was away, is retried anyway
    if (!busy && !passes) return whenVisible(() => void latest.current())
  }, [returns])
}
