import { type InferOutput, safeParse } from 'valibot'
import { failureOf as failureOfResponse, feedAddress, type Optional, reportUnauthorized } from './client.ts'
import { reportUnreachable } from './connection.ts'
import type { Feed, Input } from '../protocol/contract.ts'
import { Failure, isTemporaryFailure, UNEXPLAINED } from '../protocol/failure.ts'
import { openFeed } from './feed-transport.ts'
import { parseJson } from '../protocol/parse-json.ts'

type Listener<E extends Feed> = {
  /** The server accepted the connection; it may still reject the feed. */
  onOpen?: () => void
  onMessage: (message: InferOutput<E['reply']>) => void
  /** Number of messages dropped at this point because this page was too slow. */
  onLost?: (count: number) => void
  /** The feed ended, with a failure or normally. */
  onEnd?: (failure?: Failure) => void
}

/** Close code by which the server asks to reconnect. */
const GOING_AWAY = 1001

/**
 * The server closes with 1008 or 1011 and a reason that begins with the HTTP status a call would have had. `body` is
 * the error response of that call.
 */
const failureOf = (code: number, reason: string, body: unknown) => {
  if (code === 1000) return undefined
  const [, status, message] = /^(\d{3}) (.*)$/s.exec(reason) ?? []
  if (!status) return new Failure(0, 'The connection was lost')
  if (body !== undefined) return failureOfResponse(Number(status), body)
  return message
    ? new Failure(Number(status), message)
    : new Failure(Number(status), `Error ${status}`, { code: UNEXPLAINED })
}

/** Subscribes to a live feed; returns a function that unsubscribes. An expired session opens the login page. */
export const subscribeFeed = <E extends Feed>(
  feed: E,
  { onOpen, onMessage, onLost, onEnd }: Listener<E>,
  ...input: Optional<Input<E>>
): (() => void) => {
  let isClosed = false
  const close = openFeed(feedAddress(feed, ...input), {
    onOpen: () => {
      if (!isClosed) onOpen?.()
    },
    onMessage: (text) => {
      if (isClosed) return
      // an unreadable message is skipped
      const { success, output } = safeParse(feed.reply, parseJson(text))
      if (success) onMessage(output)
    },
    onLost: (count) => {
      if (!isClosed) onLost?.(count)
    },
    onClose: (code, reason, body) => {
      if (isClosed) return
      isClosed = true
      const failure = failureOf(code, reason, body)
      if (failure?.status === 401) reportUnauthorized()
      // a server that sends a close reason is not down
      else if (failure && isTemporaryFailure(failure) && code !== GOING_AWAY) void reportUnreachable(failure)
      onEnd?.(failure)
    },
  })
  return () => {
    isClosed = true
    close()
  }
}
