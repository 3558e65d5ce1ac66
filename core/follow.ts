import { type InferOutput, safeParse } from 'valibot'
import { carry } from './carry.ts'
import { feedAddress, type Optional, sessionRefused } from './client.ts'
import { doubt } from './connection.ts'
import type { Feed, Input } from './contract.ts'
import { Failure, passesByItself, UNEXPLAINED } from './failure.ts'

type Listener<E extends Feed> = {
  /** The server has taken the connection; it may still refuse the feed. */
  onOpen?: () => void
  /** One message of the feed, parsed. */
  onMessage: (message: InferOutput<E['reply']>) => void
  /** So many messages were left out at this place, since this page was too slow for them. */
  onLost?: (count: number) => void
  /** The feed is over: with a failure, or without one where it simply ended. */
  onEnd?: (failure?: Failure) => void
}

/** The server asks to come again. */
const AWAY = 1001

/** The server closes with 1008 or 1011, and the reason begins with the HTTP status that a call would have had. */
const failureOf = (code: number, reason: string) => {
  if (code === 1000) return undefined
  const [, status, message] = /^(\d{3}) (.*)$/s.exec(reason) ?? []
  if (!status) return new Failure(0, 'The connection was lost')
  return message
    ? new Failure(Number(status), message)
    : new Failure(Number(status), `Error ${status}`, { code: UNEXPLAINED })
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Follows a live feed until the returned function is called. A session that ended leads to the login page. */
export const follow = <E extends Feed>(
  feed: E,
  { onOpen, onMessage, onLost, onEnd }: Listener<E>,
  ...input: Optional<Input<E>>
): (() => void) => {
  let over = false
  const leave = carry(feedAddress(feed, ...input), {
    onOpen: () => {
      if (!over) onOpen?.()
    },
    onMessage: (text) => {
      if (over) return
      // one that cannot be read is left out, and ends nothing
      const { success, output } = safeParse(feed.reply, parsed(text))
      if (success) onMessage(output)
    },
    onLost: (count) => {
      if (!over) onLost?.(count)
    },
    onClose: (code, reason) => {
      if (over) return
      over = true
      const failure = failureOf(code, reason)
      if (failure?.status === 401) sessionRefused()
      // whoever sends a feed away is there
      else if (failure && passesByItself(failure) && code !== AWAY) void doubt(failure)
      onEnd?.(failure)
    },
  })
  return () => {
    over = true
    leave()
  }
}
