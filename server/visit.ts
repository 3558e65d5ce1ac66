import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/failure.ts'
import type { Call, Route } from '../core/serve.ts'
import type { Endpoint } from '../core/contract.ts'
import type { SessionCookie } from './cookie.ts'
import type { Sessions } from './sessions.ts'
import { failureOf } from './errors.ts'
import type { Visitor } from './page.ts'
import type { Visit } from './session.ts'

/** How long a page waits for what a storage or an identity provider says, in ms; the console asks by itself then. */
const patience = 500

/** What a piece of work brings in time; nothing when it takes longer. */
const inTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
  const over = new AbortController()
  try {
    return await Promise.race([work, pause(patience, undefined, { signal: over.signal })])
  } finally {
    over.abort()
    // what comes too late is nobody's
    work.catch(() => {})
  }
}

/** Answers one of core's own calls for whoever opens a page. */
const ask = (routes: readonly Route<Visit>[], name: string, visit: Visit): Promise<unknown> => {
  const route = routes.find((route) => route.name === name)
  const call = { backend: visit, headers: visit.request.headers, params: {} } as Call<Endpoint, Visit>
  return inTime(Promise.resolve(route?.handle(call)))
}

/**
 * Finds out who opens a page, by core's own calls. A browser that comes from another site sends no cookie, which says
 * nothing of the session: then nothing is known, and where the browser does not say from where it comes, nothing for
 * certain.
 */
export const createVisit =
  (routes: readonly Route<Visit>[], cookie: SessionCookie, sessions: Sessions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Visitor> => {
    const site = request.headers['sec-fetch-site']
    const credentials = sessions.read(request)
    if (!credentials && site !== undefined && site !== 'same-origin' && site !== 'none') return {}
    try {
      if (credentials) {
        request.credentials = credentials
        sessions.use(request, reply, credentials)
        const session = await ask(routes, 'session', { request, reply })
        return session === undefined ? {} : ({ session } as Visitor)
      }
    } catch (error) {
      // a storage that does not answer ends no session
      if (!(error instanceof Failure) || error.status !== 401) return {}
      cookie.clear(reply)
    }
    const certain = site !== undefined
    try {
      const strategy = await ask(routes, 'strategy', { request, reply })
      return strategy === undefined ? {} : ({ strategy, certain } as Visitor)
    } catch (error) {
      const { status, message, detail } = failureOf(error, request)
      return { failure: { status, message, detail }, certain }
    }
  }
