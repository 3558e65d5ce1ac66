import { useEffect } from 'react'
import { live } from '../calls.ts'
import { follow } from '../follow.ts'

/** How long to wait before following again, in ms: longer each time, up to a minute. */
const again = (tries: number) => Math.min(60_000, 5000 * 2 ** tries)

/**
 * Follows the session, so that a console whose user was disabled or removed closes by itself, and not at the next click.
 * A connection that is lost says nothing about the session: it is made again.
 */
export const usePulse = () => {
  useEffect(() => {
    let stop = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = (tries: number) => {
      stop = follow(live.session, {
        onMessage: () => (tries = 0),
        onEnd: () => (timer = setTimeout(start, again(tries), tries + 1)),
      })
    }
    start(0)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
}
