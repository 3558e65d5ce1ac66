import type { InferOutput } from 'valibot'
import { useEffect, useRef, useState } from 'react'
import type { Optional } from './client.ts'
import type { Feed, Input } from '../protocol/contract.ts'
import { retryWhenBack } from './connection.ts'
import { type Failure, isTemporaryFailure } from '../protocol/failure.ts'
import { subscribeFeed } from './subscribe-feed.ts'

/** State of a feed: `waiting` reconnects by itself, `stopped` needs a start; `failure` is why it stopped. */
export type FeedState = { phase: 'stopped' | 'starting' | 'live' | 'waiting'; failure?: Failure }

/**
 * Subscribes to a feed from `start` until `stop` or unmount. While the server or the storage is away it waits; if only
 * the feed is interrupted it reconnects with backoff; any other end stops it.
 */
export const useFeed = <E extends Feed>(
  feed: E,
  onMessage: (message: InferOutput<E['reply']>) => void,
  onLost?: (count: number) => void,
) => {
  const [state, setState] = useState<FeedState>({ phase: 'stopped' })
  const listener = useRef(onMessage)
  listener.current = onMessage
  const stopCurrent = useRef(() => {})
  useEffect(() => () => stopCurrent.current(), [])

  const start = (...input: Optional<Input<E>>) => {
    let cancelRetry = () => {}
    let unsubscribe = () => {}
    const open = (tries: number) => {
      unsubscribe = subscribeFeed(
        feed,
        {
          onOpen: () => setState({ phase: 'live' }),
          onMessage: (message) => {
            tries = 0
            listener.current(message)
          },
          ...(onLost && { onLost }),
          onEnd: (failure) => {
            const waits = failure !== undefined && isTemporaryFailure(failure)
            setState({ phase: waits ? 'waiting' : 'stopped', ...(failure && { failure }) })
            if (waits) cancelRetry = retryWhenBack(tries, () => open(tries + 1))
          },
        },
        ...input,
      )
    }
    stopCurrent.current()
    stopCurrent.current = () => {
      cancelRetry()
      unsubscribe()
    }
    setState({ phase: 'starting' })
    open(0)
  }

  const stop = () => {
    stopCurrent.current()
    setState({ phase: 'stopped' })
  }

  return { ...state, start, stop }
}
