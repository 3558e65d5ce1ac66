import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { createChunkedCookie, nameAt } from './chunked-cookie.ts'
import { StoredSession } from './cookie.ts'
import type { Seal } from './seal.ts'

/** A browser's access to a proxied console: session, console, framing origin and expiration. */
export const Visit = v.object({ path: v.string(), home: v.string(), session: StoredSession, until: v.number() })
export type Visit = v.InferOutput<typeof Visit>

/** Remembers visits, by a cookie of the proxied console's origin. */
export type Visits = {
  read(request: FastifyRequest): Visit | undefined
  begin(reply: FastifyReply, visit: Visit): void
  /** Replaces the visit that the request has. */
  renew(reply: FastifyReply, visit: Visit): void
  /** Ends the visits of a session. */
  end(session: string): void
}

const options = { path: '/', sameSite: 'none', partitioned: true } as const

/** Visits of origins with separate host names: the cookie contains the whole visit, so that any replica can read it. */
export const createSealedVisits = (seal: Seal): Visits => {
  const cookie = createChunkedCookie('guest', options)
  const write = (reply: FastifyReply, visit: Visit) =>
    cookie.write(reply, seal.close(JSON.stringify(visit), 'guest'), visit.session.expires)
  return {
    read: (request) => {
      const text = seal.open(cookie.read(request), 'guest')
      return text === undefined ? undefined : v.parse(Visit, JSON.parse(text))
    },
    begin: write,
    renew: write,
    end: () => undefined,
  }
}

/** Maximum number of visits; the oldest one ends. */
const MAX_VISITS = 1000

/**
 * Visits of origins that differ by port only. Browsers send the cookies of all ports to each of them, and store 10 KiB
 * for all together, so a cookie is named after its port and has only a random key.
 */
export const createStoredVisits = (): Visits => {
  const visits = new Map<string, Visit>()
  const nameOf = ({ headers }: FastifyRequest) => `guest-${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? 'default'}`

  /** The key of a request. Scripts of other ports can add cookies of this name with longer paths, which come first. */
  const keyOf = (request: FastifyRequest) => {
    const name = nameAt(request, options.path, nameOf(request))
    return (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim().split('='))
      .find(([cookie, key = '']) => cookie === name && visits.has(key))?.[1]
  }
  const store = (key: string, visit: Visit) => {
    for (const [other, { session }] of visits) if (session.expires <= Date.now()) visits.delete(other)
    visits.set(key, visit)
    const [oldest] = visits.keys()
    if (visits.size > MAX_VISITS && oldest !== undefined) visits.delete(oldest)
  }
  return {
    read: (request) => visits.get(keyOf(request) ?? ''),
    begin: (reply, visit) => {
      visits.delete(keyOf(reply.request) ?? '')
      // a script of another port may have set a cookie of this name: its key is never used
      const key = randomBytes(32).toString('base64url')
      store(key, visit)
      createChunkedCookie(nameOf(reply.request), options).write(reply, key, visit.session.expires)
    },
    renew: (reply, visit) => {
      const key = keyOf(reply.request)
      if (key !== undefined) store(key, visit)
    },
    end: (session) => {
      for (const [key, visit] of visits) if (visit.session.id === session) visits.delete(key)
    },
  }
}
