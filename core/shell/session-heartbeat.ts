import { useEffect } from 'react'
import { coreFeeds } from '../protocol/calls.ts'
import { retryWhenBack } from '../web/connection.ts'
import { subscribeFeed } from '../web/subscribe-feed.ts'

/**
 * Subscribes to the session, so that the console closes when its account is disabled or removed, and not only at the
 * next click. A lost connection says nothing about the session, and is reopened.
 */
export const useSessionHeartbeat = () => {
  useEffect(() => {
    let stop = () => {}
    const start = (attempts: number) => {
      stop = subscribeFeed(coreFeeds.session, {
        onMessage: () => (attempts = 0),
        onEnd: () => (stop = retryWhenBack(attempts, () => start(attempts + 1))),
      })
    }
    start(0)
    return () => stop()
  }, [])
}
