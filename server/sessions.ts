import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import { scriptToken } from './compat/callers.ts'
import type { Session, SessionCookie } from './cookie.ts'
import { type CloseFeed, createSessionActivity } from './session-activity.ts'

/** Failure of a request without a valid session. */
export const invalidSession = new Failure(401, 'invalid session')

/** Session of a request. Throws `Failure` 401 if there is none. */
export const sessionOf = ({ credentials }: FastifyRequest): Session => {
  if (!credentials) throw invalidSession
  return credentials
}

/** Sessions of callers. */
export type Sessions = {
  /** Session of a request; `undefined` if there is none or it has expired, including the idle timeout. */
  read(request: FastifyRequest): Session | undefined
  /** Registers a request as use of its session, until `removeRequest`. */
  addRequest(request: FastifyRequest, reply: FastifyReply, session: Session): void
  /** Ends the use of a session by a request, if it has one. */
  removeRequest(request: FastifyRequest): void
  /** Remaining time of a session in ms, as far as this process knows. */
  remainingTime(session: Session): number
  /** Time of a session's last use (ms since 1970) and whether a tab has it open, as far as this process knows. */
  stateOf(session: Session): { lastUsed: number; isOpen: boolean }
  /** Registers a feed; call the returned function when it closes. Throws `Failure` 429 if the session has too many. */
  addFeed(session: Session, close: CloseFeed): () => void
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
  const activity = createSessionActivity(idleSeconds === undefined ? undefined : idleSeconds * 1000)
  const uses = new WeakMap<FastifyRequest, () => void>()
  const remainingTime = (session: Session) => Math.min(session.expires - Date.now(), activity.remainingTime(session))
  return {
    read: (request) => {
      const session =
        cookie.read(request) ?? (callers === 'scripts too' ? cookie.open(scriptToken(request)) : undefined)
      return session && remainingTime(session) > 0 ? session : undefined
    },
    addRequest: (request, reply, session) => {
      uses.set(request, activity.addRequest(session))
      if (activity.shouldRenew(session)) cookie.renew(reply, session)
    },
    removeRequest: (request) => uses.get(request)?.(),
    remainingTime,
    stateOf: activity.stateOf,
    addFeed: activity.addFeed,
    counts: activity.counts,
    end: activity.end,
  }
}
