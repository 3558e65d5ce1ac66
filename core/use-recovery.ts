import { useEffect, useRef } from 'react'
import { type Failure, passesByItself, patience } from './failure.ts'

/**
 * Asks again and again while `error` is one that passes by itself, so that a page comes back without anybody at hand. It
 * rests while the tab is hidden or `busy`. `again` shows nothing of itself until it has an answer, which ends `error` or
 * brings another one.
 */
export const useRecovery = (error: Failure | undefined, busy: boolean, again: () => Promise<void>) => {
  const tries = useRef(0)
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    if (!error) tries.current = 0
    if (!error || busy || !passesByItself(error)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      document.removeEventListener('visibilitychange', seen)
      tries.current += 1
      void latest.current()
    }
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(ask, patience(tries.current))
    }
    // whoever comes back to the tab does not wait as long as nobody did
    const seen = () => {
      tries.current = 0
      wait()
    }
    wait()
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [error, busy])
}
