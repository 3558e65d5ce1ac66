import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Credentials } from '../engines/engine.ts'
import type { Seal } from './seal.ts'

/** A browser keeps 4,096 bytes of name and value (RFC 6265 6.1). */
const chunkLength = 4000

/** How many sign-ins by redirect one browser may have under way: as many tabs as a header of cookies has room for. */
const underWay = 6

/** How long a sign-in by redirect may take, in s. */
const redirected = 600

const Stored = v.object({
  account: v.string(),
  accessKey: v.string(),
  secretKey: v.string(),
  sessionToken: v.string(),
  expires: v.number(),
  rights: v.optional(v.literal('none')),
  id: v.optional(v.string(), ''),
  seen: v.optional(v.number(), 0),
  password: v.optional(v.picklist(['operator', 'directory'])),
})

/** A session as one browser has it: `id` tells it from the account's others, `seen` is when it was last renewed (ms). */
export type Session = Credentials & { id: string; seen: number }

/** The session cookie `token` (console-api 1.1): the credentials, sealed, over as many cookies as they need. */
export type SessionCookie = {
  /** The session of a request; nothing where there is none, it was made elsewhere or its time is over. */
  read(request: FastifyRequest): Session | undefined
  /** Whether a request brings a session at all, be it over. */
  has(request: FastifyRequest): boolean
  /** Begins a session. */
  write(reply: FastifyReply, credentials: Credentials): void
  /** Goes on with a session that has just been used. */
  renew(reply: FastifyReply, session: Session): void
  clear(reply: FastifyReply): void
  /** Keeps a short secret with the browser for 10 minutes: what a sign-in by redirect needs when it returns with `state`. */
  keep(reply: FastifyReply, state: string, text: string): void
  /** Takes back what was kept for this state; each counts once. */
  take(request: FastifyRequest, reply: FastifyReply, state: string): string | undefined
}

const Kept = v.object({ text: v.string(), since: v.number() })

/**
 * `path` is where the cookies count: the sub-path of the console, or `/`. Over TLS their names say that nobody else can have
 * set them: `__Host-token`, or `__Secure-token` below a sub-path, as a browser allows no other path with the former.
 */
export const createCookie = (seal: Seal, path: string): SessionCookie => {
  const isSecure = ({ protocol }: FastifyRequest) => protocol === 'https'
  const nameOf = (request: FastifyRequest, name: string) => {
    if (!isSecure(request)) return name
    return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
  }
  const chunkName = (request: FastifyRequest, index: number) => nameOf(request, index === 0 ? 'token' : `token.${index}`)

  const options = (request: FastifyRequest) =>
    ({ path, httpOnly: true, sameSite: 'strict', secure: isSecure(request) }) as const

  const drop = (reply: FastifyReply, cookie: string) =>
    void reply.setCookie(cookie, '', { ...options(reply.request), maxAge: 0, expires: new Date(0) })

  /** The cookies of a request whose names begin so, and go on with `.` or not at all. */
  const present = (request: FastifyRequest, name: string) => {
    const whole = nameOf(request, name)
    return Object.keys(request.cookies).filter((cookie) => cookie === whole || cookie.startsWith(`${whole}.`))
  }

  /** Cookies of a longer session that a shorter one leaves over. */
  const leftOver = (request: FastifyRequest, from: number) => {
    const used = new Set(Array.from({ length: from }, (_, index) => chunkName(request, index)))
    return present(request, 'token').filter((cookie) => !used.has(cookie))
  }

  const joined = (request: FastifyRequest) => {
    const { cookies } = request
    const [, count, head] = /^(?:(\d)\.)?(.*)$/s.exec(cookies[chunkName(request, 0)] ?? '') ?? []
    const tail = Array.from({ length: Number(count ?? 1) - 1 }, (_, index) => cookies[chunkName(request, index + 1)] ?? '')
    return [head, ...tail].join('')
  }

  const send = (reply: FastifyReply, session: Session) => {
    const sealed = seal.close(JSON.stringify(session), 'session')
    const chunks = sealed.match(new RegExp(`.{1,${chunkLength}}`, 'g')) ?? []
    const expires = new Date(session.expires)
    const maxAge = Math.max(0, Math.floor((session.expires - Date.now()) / 1000))
    for (const [index, chunk] of chunks.entries()) {
      const value = index === 0 && chunks.length > 1 ? `${chunks.length}.${chunk}` : chunk
      reply.setCookie(chunkName(reply.request, index), value, { ...options(reply.request), maxAge, expires })
    }
    for (const cookie of leftOver(reply.request, chunks.length)) drop(reply, cookie)
  }

  const keptName = (request: FastifyRequest, state: string) =>
    nameOf(request, `sso.${createHash('sha256').update(state).digest('base64url').slice(0, 16)}`)

  const kept = (request: FastifyRequest, name: string) => {
    const text = seal.open(request.cookies[name] ?? '', 'sso')
    const found = text === undefined ? undefined : v.parse(Kept, JSON.parse(text))
    return found && found.since + redirected * 1000 > Date.now() ? found : undefined
  }

  return {
    read(request) {
      const text = seal.open(joined(request), 'session')
      if (text === undefined) return undefined
      const session = v.parse(Stored, JSON.parse(text))
      return session.expires > Date.now() ? session : undefined
    },
    has: (request) => request.cookies[chunkName(request, 0)] !== undefined,
    write: (reply, credentials) => send(reply, { ...credentials, id: randomUUID(), seen: Date.now() }),
    renew: (reply, session) => send(reply, { ...session, seen: Date.now() }),
    clear(reply) {
      for (const cookie of new Set([chunkName(reply.request, 0), ...leftOver(reply.request, 0)])) drop(reply, cookie)
    },
    keep(reply, state, text) {
      const { request } = reply
      const others = present(request, 'sso').map((name) => ({ name, since: kept(request, name)?.since ?? 0 }))
      const newest = others.sort((one, other) => other.since - one.since).slice(0, underWay - 1)
      for (const { name, since } of others) if (!since || !newest.some((one) => one.name === name)) drop(reply, name)
      const sealed = seal.close(JSON.stringify({ text, since: Date.now() }), 'sso')
      reply.setCookie(keptName(request, state), sealed, { ...options(request), maxAge: redirected })
    },
    take(request, reply, state) {
      const name = keptName(request, state)
      if (request.cookies[name] === undefined) return undefined
      drop(reply, name)
      return kept(request, name)?.text
    },
  }
}
