import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import type { Call, Route } from '../core/protocol/serve.ts'
import type { Endpoint } from '../core/protocol/contract.ts'
import type { SessionCookie } from './cookie.ts'
import type { Sessions } from './sessions.ts'
import { failureOf } from './errors.ts'
import type { Visitor } from './page.ts'
import type { PageRequest } from './session.ts'

/** Time limit in ms for the data rendered into a page; after it the console requests the data itself. */
const timeout = 500

/** Result of a promise; `undefined` if it takes longer than the time limit. */
const resultInTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
  const aborter = new AbortController()
  try {
    return await Promise.race([work, pause(timeout, undefined, { signal: aborter.signal })])
  } finally {
    aborter.abort()
    // late errors are ignored
    work.catch(() => {})
  }
}

/** Makes one of the core's own calls for the visitor of a page. */
const makeCall = (routes: readonly Route<PageRequest>[], name: string, pageRequest: PageRequest): Promise<unknown> => {
  const route = routes.find((route) => route.name === name)
  const call = { backend: pageRequest, headers: pageRequest.request.headers, params: {} } as Call<Endpoint, PageRequest>
  return resultInTime(Promise.resolve(route?.handle(call)))
}

/**
 * Finds out who visits a page, with the core's own calls. A navigation from another site sends no cookie, so the
 * visitor is unknown; a browser that does not send where it comes from is treated as uncertain.
 */
export const createFindVisitor =
  (routes: readonly Route<PageRequest>[], cookie: SessionCookie, sessions: Sessions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Visitor> => {
    const site = request.headers['sec-fetch-site']
    const credentials = sessions.read(request)
    if (!credentials && site !== undefined && site !== 'same-origin' && site !== 'none') return {}
    try {
      if (credentials) {
        request.credentials = credentials
        sessions.addRequest(request, reply, credentials)
        const session = await makeCall(routes, 'session', { request, reply })
        return session === undefined ? {} : ({ session } as Visitor)
      }
    } catch (error) {
      // an unreachable storage ends no session
      if (!(error instanceof Failure) || error.status !== 401) return {}
      cookie.clear(reply)
    }
    const certain = site !== undefined
    try {
      const strategy = await makeCall(routes, 'strategy', { request, reply })
      return strategy === undefined ? {} : ({ strategy, certain } as Visitor)
    } catch (error) {
      const { status, message, detail } = failureOf(error, request)
      return { failure: { status, message, detail }, certain }
    }
  }
