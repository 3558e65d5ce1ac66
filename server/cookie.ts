import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Credentials } from '../engines/engine.ts'
import { type ChunkedCookie, createChunkedCookie, drop, isSecure, nameAt, cookiesNamed } from './chunked-cookie.ts'
import type { Seal } from './seal.ts'

/** Maximum number of concurrent sign-ins by redirect per browser, limited by the size of the cookie header. */
const MAX_SIGN_INS = 6

/** Time limit of a sign-in by redirect, in s. */
const SIGN_IN_SECONDS = 600

export const StoredSession = v.pipe(
  v.object({
    account: v.string(),
    accessKey: v.string(),
    secretKey: v.string(),
    sessionToken: v.string(),
    expires: v.number(),
    rights: v.optional(v.literal('none')),
    id: v.optional(v.string(), ''),
    lastUsed: v.optional(v.number()),
    /** Name of `lastUsed` in cookies of earlier versions. */
    seen: v.optional(v.number(), 0),
    password: v.optional(v.picklist(['operator', 'directory'])),
    writes: v.optional(v.literal('failed')),
  }),
  v.transform(({ seen, lastUsed = seen, ...session }) => ({ ...session, lastUsed })),
)

/**
 * Session of a browser: `id` distinguishes it from other sessions of the account, `lastUsed` is the time of its last
 * renewal (ms).
 */
export type Session = Credentials & { id: string; lastUsed: number }

/**
 * The session cookie: encrypted credentials, in as many cookies as they need. Browsers share cookies between ports, so
 * the name includes the instance, or the passphrase shared by all replicas: two consoles on one host, and other
 * programs with a cookie `token`, do not overwrite each other's sessions. Scripts may still send theirs as `token`
 * (console-api 1.1).
 */
export type SessionCookie = {
  /** Session of a request; `undefined` if there is none, it was created elsewhere or has expired. */
  read(request: FastifyRequest): Session | undefined
  /** Whether a request carries a session, even an expired one. */
  has(request: FastifyRequest): boolean
  /** Session of a token that was sent outside the cookie. */
  open(token: string): Session | undefined
  /** Starts a session; returns its token. */
  write(reply: FastifyReply, credentials: Credentials): string
  /** Extends a session that was just used. */
  renew(reply: FastifyReply, session: Session): void
  clear(reply: FastifyReply): void
  /**
   * Stores a short secret in the browser for 10 minutes: what a sign-in by redirect needs when it returns with `state`.
   */
  storePending(reply: FastifyReply, state: string, text: string): void
  /** Removes and returns the secret stored for this state; each is valid once. */
  takePending(request: FastifyRequest, reply: FastifyReply, state: string): string | undefined
}

const PendingSignIn = v.object({ text: v.string(), since: v.number() })

/** Name of the session cookie without the prefix used over TLS. */
export const sessionCookieName = ({ id }: Seal) => `token-${id}`

/** `path` is the path of the cookies: the console's sub-path, or `/`. */
export const createCookie = (seal: Seal, path: string): SessionCookie => {
  const options = { path, sameSite: 'strict' } as const
  const token = createChunkedCookie(sessionCookieName(seal), options)
  const plain = createChunkedCookie('token', options)
  const redirectName = `sso-${seal.id}`
  const send = (reply: FastifyReply, session: Session) => {
    const sealed = seal.close(JSON.stringify(session), 'session')
    token.write(reply, sealed, session.expires)
    return sealed
  }
  const open = (sealed: string) => {
    const text = seal.open(sealed, 'session')
    if (text === undefined) return undefined
    const session = v.parse(StoredSession, JSON.parse(text))
    return session.expires > Date.now() ? session : undefined
  }

  const pendingCookieName = (request: FastifyRequest, state: string) =>
    nameAt(request, path, `${redirectName}.${createHash('sha256').update(state).digest('base64url').slice(0, 16)}`)

  const readPending = (request: FastifyRequest, name: string) => {
    const text = seal.open(request.cookies[name] ?? '', 'sso')
    const found = text === undefined ? undefined : v.parse(PendingSignIn, JSON.parse(text))
    return found && found.since + SIGN_IN_SECONDS * 1000 > Date.now() ? found : undefined
  }

  const holdsSession = (request: FastifyRequest, cookie: ChunkedCookie) =>
    seal.open(cookie.read(request), 'session') !== undefined

  return {
    read: (request) => open((token.has(request) ? token : plain).read(request)),
    open,
    has: (request) => token.has(request) || holdsSession(request, plain),
    write: (reply, credentials) => send(reply, { ...credentials, id: randomUUID(), lastUsed: Date.now() }),
    renew: (reply, session) => void send(reply, { ...session, lastUsed: Date.now() }),
    clear(reply) {
      token.clear(reply)
      // leaves other programs' cookies alone
      if (holdsSession(reply.request, plain)) plain.clear(reply)
    },
    storePending(reply, state, text) {
      const { request } = reply
      const pending = cookiesNamed(request, nameAt(request, path, redirectName)).map((name) => ({
        name,
        since: readPending(request, name)?.since ?? 0,
      }))
      const newest = pending.sort((one, other) => other.since - one.since).slice(0, MAX_SIGN_INS - 1)
      for (const { name, since } of pending)
        if (!since || !newest.some((one) => one.name === name)) drop(reply, name, options)
      const sealed = seal.close(JSON.stringify({ text, since: Date.now() }), 'sso')
      reply.setCookie(pendingCookieName(request, state), sealed, {
        ...options,
        httpOnly: true,
        secure: isSecure(request),
        maxAge: SIGN_IN_SECONDS,
      })
    },
    takePending(request, reply, state) {
      const name = pendingCookieName(request, state)
      if (request.cookies[name] === undefined) return undefined
      drop(reply, name, options)
      return readPending(request, name)?.text
    },
  }
}
