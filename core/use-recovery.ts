import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { connection, onceBack } from './connection.ts'
import { type Failure, passesByItself } from './failure.ts'

/** Does something now, or once the tab is seen; returns what calls it off. */
const onceSeen = (act: () => void) => {
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
 * Asks again when the server was away and is back, and again and again while `error` is one that passes by itself, so
 * that a page comes back without anybody at hand. It rests while the tab is hidden or `busy`. `again` shows nothing of
 * itself until it has an answer, which ends `error` or brings another one.
 */
export const useRecovery = (error: Failure | undefined, busy: boolean, again: () => Promise<void>) => {
  const { returns } = useSnapshot(connection)
  const answered = useRef(returns)
  const tries = useRef(0)
  const latest = useRef(again)
  latest.current = again
  const passes = error !== undefined && passesByItself(error)

  useEffect(() => {
    if (!error) tries.current = 0
    if (busy || !passes) return
    let unseen = () => {}
    const stop = onceBack(tries.current, () => {
      tries.current += 1
      unseen = onceSeen(() => void latest.current())
    })
    return () => {
      stop()
      unseen()
    }
  }, [error, busy])

  useEffect(() => {
    if (answered.current === returns) return
    answered.current = returns
    // what waits for its answer, or has failed for the server's absence, comes anyway
    if (!busy && !passes) return onceSeen(() => void latest.current())
  }, [returns])
}
