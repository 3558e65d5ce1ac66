import { type InferOutput, safeParse } from 'valibot'
import { feedAddress, type Optional, sessionRefused } from './client.ts'
import { doubt } from './connection.ts'
import type { Feed, Input } from './contract.ts'
import { Failure, passesByItself } from './failure.ts'

type Listener<E extends Feed> = {
  /** The server has taken the connection; it may still refuse the feed. */
  onOpen?: () => void
  /** One message of the feed, parsed. */
  onMessage: (message: InferOutput<E['reply']>) => void
  /** The feed is over: with a failure, or without one where it simply ended. */
  onEnd?: (failure?: Failure) => void
}

/** How often the server is told that somebody is still there, in ms (console-api 16.1). */
const KEEP_ALIVE = 10_000

/** The server asks to come again. */
const AWAY = 1001

/** The server closes with 1008 or 1011, and the reason begins with the HTTP status that a call would have had. */
const failureOf = ({ code, reason }: CloseEvent) => {
  if (code === 1000) return undefined
  const [, status, message] = /^(\d{3}) (.*)$/s.exec(reason) ?? []
  return status ? new Failure(Number(status), message || `Error ${status}`) : new Failure(0, 'The connection was lost')
}

/** Follows a live feed until the returned function is called. A session that ended leads to the login page. */
export const follow = <E extends Feed>(feed: E, { onOpen, onMessage, onEnd }: Listener<E>, ...input: Optional<Input<E>>): (() => void) => {
  const socket = new WebSocket(feedAddress(feed, ...input))
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepAlive = () => {
    socket.send('ok')
    timer = setTimeout(keepAlive, KEEP_ALIVE)
  }
  socket.onopen = () => {
    if (over) return
    keepAlive()
    onOpen?.()
  }
  socket.onmessage = ({ data }) => {
    const { success, output } = safeParse(feed.reply, JSON.parse(String(data)))
    if (success && !over) onMessage(output)
  }
  socket.onclose = (event) => {
    clearTimeout(timer)
    if (over) return
    over = true
    const failure = failureOf(event)
    if (failure?.status === 401) sessionRefused()
    // whoever sends a feed away is there
    else if (failure && passesByItself(failure) && event.code !== AWAY) void doubt(failure)
    onEnd?.(failure)
  }
  return () => {
    over = true
    clearTimeout(timer)
    socket.close(1000)
  }
}
