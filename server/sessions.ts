import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../core/protocol/failure.ts'
import { scriptToken } from './compat/callers.ts'
import type { Session, SessionCookie } from './cookie.ts'
import { type CloseFeed, createSessionActivity } from './session-activity.ts'

/** Sessions of callers. */
export type Sessions = {
  /** Session of a request; `undefined` if there is none or it has expired, including the idle timeout. */
  read(request: FastifyRequest): Session | undefined
  /** Registers a request as use of its session, until `leave`. */
  use(request: FastifyRequest, reply: FastifyReply, session: Session): void
  /** Ends the use of a session by a request, if it has one. */
  leave(request: FastifyRequest): void
  /** Remaining time of a session in ms, as far as this process knows. */
  left(session: Session): number
  /** Time of a session's last use (ms since 1970) and whether a tab has it open, as far as this process knows. */
  stateOf(session: Session): { lastUsed: number; isOpen: boolean }
  /** Registers a feed; call the returned function when it closes. Throws `Failure` 429 if the session has too many. */
  follow(session: Session, close: CloseFeed): () => void
  /** Sessions with a running request or an open feed, and open feeds, in this process. */
  counts(): { sessions: number; feeds: number }
  /** Closes a session's feeds: it has ended, or continues under another id. */
  end(session: Session, because: Failure | 'elsewhere'): void
}

/**
 * Sessions stored in a cookie of the browser, with an idle timeout of `idleSeconds`. Scripts written for the former
 * console may send the token in a header.
 */
export const createSessions = (
  cookie: SessionCookie,
  idleSeconds: number | undefined,
  callers: 'browsers' | 'scripts too' = 'browsers',
): Sessions => {
  const presence = createSessionActivity(idleSeconds === undefined ? undefined : idleSeconds * 1000)
  const uses = new WeakMap<FastifyRequest, () => void>()
  const left = (session: Session) => Math.min(session.expires - Date.now(), presence.left(session))
  return {
    read: (request) => {
      const session =
        cookie.read(request) ?? (callers === 'scripts too' ? cookie.open(scriptToken(request)) : undefined)
      return session && left(session) > 0 ? session : undefined
    },
    use: (request, reply, session) => {
      uses.set(request, presence.use(session))
      if (presence.isDue(session)) cookie.renew(reply, session)
    },
    leave: (request) => uses.get(request)?.(),
    left,
    stateOf: presence.stateOf,
    follow: presence.follow,
    counts: presence.counts,
    end: presence.end,
  }
}
