import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '../core/failure.ts'
import { scriptToken } from './compat/callers.ts'
import type { Session, SessionCookie } from './cookie.ts'
import { type Close, createPresence } from './presence.ts'

/** The sessions of those who call. */
export type Sessions = {
  /** The session of a request; nothing where there is none or it is over, be it for want of use. */
  read(request: FastifyRequest): Session | undefined
  /** Counts a request as use of its session, until it is left. */
  use(request: FastifyRequest, reply: FastifyReply, session: Session): void
  /** A request is over, whether it used a session or not. */
  leave(request: FastifyRequest): void
  /** The ms that a session has left before it ends, as far as this process knows. */
  left(session: Session): number
  /** When a session was last used (ms since 1970) and whether a tab has it open, as far as this process knows. */
  stateOf(session: Session): { seen: number; isOpen: boolean }
  /**
   * Takes note of a feed; call what comes back when it is closed. Throws `Failure` 429 where the session has too many.
   */
  follow(session: Session, close: Close): () => void
  /** Closes a session's feeds: it has ended, or goes on elsewhere under another id. */
  end(session: Session, because: Failure | 'elsewhere'): void
}

/**
 * Sessions that the browser keeps in a cookie, and that end after `idleSeconds` without use. Scripts of the former
 * console's time may bring the token in a header.
 */
export const createSessions = (
  cookie: SessionCookie,
  idleSeconds: number | undefined,
  callers: 'browsers' | 'scripts too' = 'browsers',
): Sessions => {
  const presence = createPresence(idleSeconds === undefined ? undefined : idleSeconds * 1000)
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
    end: presence.end,
  }
}
