import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { createChunkedCookie, nameAt } from './chunked-cookie.ts'
import { StoredSession } from './cookie.ts'
import type { Seal } from './seal.ts'

/** A browser's access to the proxied console at `path`, in a frame of the origin `home`, until a time in ms. */
export const ProxyGrant = v.object({ path: v.string(), home: v.string(), session: StoredSession, until: v.number() })
export type ProxyGrant = v.InferOutput<typeof ProxyGrant>

/** Stores grants, by a cookie of the proxied console's origin. */
export type ProxyGrants = {
  read(request: FastifyRequest): ProxyGrant | undefined
  begin(reply: FastifyReply, grant: ProxyGrant): void
  /** Replaces the grant that the request has. */
  renew(reply: FastifyReply, grant: ProxyGrant): void
  /** Ends the grants of a session. */
  end(session: string): void
}

const options = { path: '/', sameSite: 'none', partitioned: true } as const

/** Grants of origins with separate host names: the cookie contains the whole grant, so that any replica can read it. */
export const createSealedGrants = (seal: Seal): ProxyGrants => {
  const cookie = createChunkedCookie('proxied', options)
  const write = (reply: FastifyReply, grant: ProxyGrant) =>
    cookie.write(reply, seal.close(JSON.stringify(grant), 'proxied'), grant.session.expires)
  return {
    read: (request) => {
      const text = seal.open(cookie.read(request), 'proxied')
      return text === undefined ? undefined : v.parse(ProxyGrant, JSON.parse(text))
    },
    begin: write,
    renew: write,
    end: () => undefined,
  }
}

/** Maximum number of grants; the oldest one ends. */
const MAX_GRANTS = 1000

/**
 * Grants of origins that differ by port only. Browsers send the cookies of all ports to each of them, and store 10 KiB
 * for all together, so a cookie is named after its port and has only a random key.
 */
export const createStoredGrants = (): ProxyGrants => {
  const grants = new Map<string, ProxyGrant>()
  const nameOf = ({ headers }: FastifyRequest) => `proxied-${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? 'default'}`

  /** The key of a request. Scripts of other ports can add cookies of this name with longer paths, which come first. */
  const keyOf = (request: FastifyRequest) => {
    const name = nameAt(request, options.path, nameOf(request))
    return (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim().split('='))
      .find(([cookie, key = '']) => cookie === name && grants.has(key))?.[1]
  }
  const store = (key: string, grant: ProxyGrant) => {
    for (const [other, { session }] of grants) if (session.expires <= Date.now()) grants.delete(other)
    grants.set(key, grant)
    const [oldest] = grants.keys()
    if (grants.size > MAX_GRANTS && oldest !== undefined) grants.delete(oldest)
  }
  return {
    read: (request) => grants.get(keyOf(request) ?? ''),
    begin: (reply, grant) => {
      grants.delete(keyOf(reply.request) ?? '')
      // a script of another port may have set a cookie of this name: its key is never used
      const key = randomBytes(32).toString('base64url')
      store(key, grant)
      createChunkedCookie(nameOf(reply.request), options).write(reply, key, grant.session.expires)
    },
    renew: (reply, grant) => {
      const key = keyOf(reply.request)
      if (key !== undefined) store(key, grant)
    },
    end: (session) => {
      for (const [key, grant] of grants) if (grant.session.id === session) grants.delete(key)
    },
  }
}
