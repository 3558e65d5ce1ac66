import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Credentials } from '../engines/engine.ts'
import type { Seal } from './seal.ts'

/** A browser keeps 4,096 bytes of name and value (RFC 6265 6.1). */
const chunkLength = 4000
const name = (index: number) => (index === 0 ? 'token' : `token.${index}`)

const Stored = v.object({
  account: v.string(),
  accessKey: v.string(),
  secretKey: v.string(),
  sessionToken: v.string(),
  expires: v.number(),
  rights: v.optional(v.literal('none')),
  password: v.optional(v.picklist(['operator', 'directory'])),
})

/** The session cookie `token` (console-api 1.1): the credentials, sealed, over as many cookies as they need. */
export type SessionCookie = {
  /** The session of a request; nothing where there is none, it was made elsewhere or its time is over. */
  read(request: FastifyRequest): Credentials | undefined
  write(reply: FastifyReply, credentials: Credentials): void
  clear(reply: FastifyReply): void
  /** Keeps a short secret with the browser for 10 minutes: what a sign-in by redirect needs when it returns. */
  keep(reply: FastifyReply, purpose: string, text: string): void
  /** Takes back what was kept. */
  take(request: FastifyRequest, reply: FastifyReply, purpose: string): string | undefined
}

/** `path` is where the cookies count: the sub-path of the console, or `/`. */
export const createCookie = (seal: Seal, path: string): SessionCookie => {
  const options = (request: FastifyRequest) =>
    ({ path, httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' }) as const

  const drop = (reply: FastifyReply, cookie: string) =>
    void reply.setCookie(cookie, '', { ...options(reply.request), maxAge: 0, expires: new Date(0) })

  /** Cookies of a longer session that a shorter one leaves over. */
  const leftOver = (request: FastifyRequest, from: number) => {
    const present = Object.keys(request.cookies).filter((cookie) => /^token(\.\d+)?$/.test(cookie))
    const used = new Set(Array.from({ length: from }, (_, index) => name(index)))
    return present.filter((cookie) => !used.has(cookie))
  }

  const joined = ({ cookies }: FastifyRequest) => {
    const first = cookies.token ?? ''
    const [, count, head] = /^(?:(\d)\.)?(.*)$/s.exec(first) ?? []
    const tail = Array.from({ length: Number(count ?? 1) - 1 }, (_, index) => cookies[name(index + 1)] ?? '')
    return [head, ...tail].join('')
  }

  return {
    read(request) {
      if (!request.cookies.token) return undefined
      const text = seal.open(joined(request), 'session')
      if (text === undefined) return undefined
      const credentials = v.parse(Stored, JSON.parse(text))
      return credentials.expires > Date.now() ? credentials : undefined
    },
    write(reply, credentials) {
      const sealed = seal.close(JSON.stringify(credentials), 'session')
      const chunks = sealed.match(new RegExp(`.{1,${chunkLength}}`, 'g')) ?? []
      const expires = new Date(credentials.expires)
      const maxAge = Math.max(0, Math.floor((credentials.expires - Date.now()) / 1000))
      for (const [index, chunk] of chunks.entries()) {
        const value = index === 0 && chunks.length > 1 ? `${chunks.length}.${chunk}` : chunk
        reply.setCookie(name(index), value, { ...options(reply.request), maxAge, expires })
      }
      for (const cookie of leftOver(reply.request, chunks.length)) drop(reply, cookie)
    },
    clear(reply) {
      for (const cookie of new Set(['token', ...leftOver(reply.request, 0)])) drop(reply, cookie)
    },
    keep(reply, purpose, text) {
      reply.setCookie(purpose, seal.close(text, purpose), { ...options(reply.request), maxAge: 600 })
    },
    take(request, reply, purpose) {
      const sealed = request.cookies[purpose]
      if (sealed === undefined) return undefined
      drop(reply, purpose)
      return seal.open(sealed, purpose)
    },
  }
}
