import { useEffect } from 'react'
import { live } from '../calls.ts'
import { onceBack } from '../connection.ts'
import { follow } from '../follow.ts'

/**
 * Follows the session, so that a console whose user was disabled or removed closes by itself, and not at the next
 * click. A connection that is lost says nothing about the session: it is made again.
 */
export const usePulse = () => {
  useEffect(() => {
    let stop = () => {}
    const start = (tries: number) => {
      stop = follow(live.session, {
        onMessage: () => (tries = 0),
        onEnd: () => (stop = onceBack(tries, () => start(tries + 1))),
      })
    }
    start(0)
    return () => stop()
  }, [])
}
