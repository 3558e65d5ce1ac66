import { type InferOutput, safeParse } from 'valibot'
import { feedAddress, type Optional, sessionRefused } from './client.ts'
import type { Feed, Input } from './contract.ts'
import { Failure } from './failure.ts'

type Listener<E extends Feed> = {
  /** The server has taken the connection; it may still refuse the feed. */
  onOpen?: () => void
  /** One message of the feed, parsed. */
  onMessage: (message: InferOutput<E['reply']>) => void
  /** The feed is over: with a failure, or without one where it simply ended. */
  onEnd?: (failure?: Failure) => void
}

/** A server closes with 4000 + the HTTP status that the failure would have had. */
const failureOf = ({ code, reason }: CloseEvent) => {
  if (code === 1000) return undefined
  return code >= 4000 ? new Failure(code - 4000, reason || `Error ${code - 4000}`) : new Failure(0, 'The connection was lost')
}

/** Follows a live feed until the returned function is called. A session that ended leads to the login page. */
export const follow = <E extends Feed>(feed: E, { onOpen, onMessage, onEnd }: Listener<E>, ...input: Optional<Input<E>>): (() => void) => {
  const socket = new WebSocket(feedAddress(feed, ...input))
  let over = false
  socket.onopen = () => {
    if (!over) onOpen?.()
  }
  socket.onmessage = ({ data }) => {
    const { success, output } = safeParse(feed.reply, JSON.parse(String(data)))
    if (success && !over) onMessage(output)
  }
  socket.onclose = (event) => {
    if (over) return
    over = true
    const failure = failureOf(event)
    if (failure?.status === 401) sessionRefused()
    onEnd?.(failure)
  }
  return () => {
    over = true
    socket.close(1000)
  }
}
