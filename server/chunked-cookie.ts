import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers limit a cookie to 4,096 bytes of name and value (RFC 6265 6.1). */
const chunkLength = 4000

/** Attributes of a cookie; `partitioned` for one inside a frame of another site. */
export type CookieOptions = { path: string; sameSite: 'strict' | 'none'; partitioned?: boolean }

/** A text stored in as many cookies as it needs: `name`, `name.1`, … */
export type ChunkedCookie = {
  /** The text; empty if there is none. */
  read(request: FastifyRequest): string
  has(request: FastifyRequest): boolean
  /** `expires` is in ms since 1970. */
  write(reply: FastifyReply, text: string, expires: number): void
  clear(reply: FastifyReply): void
}

export const isSecure = ({ protocol }: FastifyRequest) => protocol === 'https'

/**
 * Name of a cookie. Over TLS its prefix guarantees that no other host has set it: `__Host-token`, or `__Secure-token`
 * below a path, because browsers allow `__Host-` only for the path `/`.
 */
export const nameAt = (request: FastifyRequest, path: string, name: string) =>
  isSecure(request) ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name

/** Cookies of a request with this name, or with it followed by `.`. */
export const cookiesNamed = (request: FastifyRequest, name: string) =>
  Object.keys(request.cookies).filter((cookie) => cookie === name || cookie.startsWith(`${name}.`))

export const drop = (reply: FastifyReply, cookie: string, { path, sameSite, partitioned = false }: CookieOptions) =>
  void reply.setCookie(cookie, '', {
    path,
    sameSite,
    partitioned,
    httpOnly: true,
    secure: isSecure(reply.request) || partitioned,
    maxAge: 0,
    expires: new Date(0),
  })

export const createChunkedCookie = (name: string, options: CookieOptions): ChunkedCookie => {
  const { path, sameSite, partitioned = false } = options
  const chunkName = (request: FastifyRequest, index: number) =>
    nameAt(request, path, index === 0 ? name : `${name}.${index}`)

  /** Cookies of a longer text that are left over by a shorter one. */
  const leftOver = (request: FastifyRequest, from: number) => {
    const used = new Set(Array.from({ length: from }, (_, index) => chunkName(request, index)))
    return cookiesNamed(request, nameAt(request, path, name)).filter((cookie) => !used.has(cookie))
  }

  return {
    read: (request) => {
      const { cookies } = request
      const [, count, head] = /^(?:(\d)\.)?(.*)$/s.exec(cookies[chunkName(request, 0)] ?? '') ?? []
      const tail = Array.from(
        { length: Number(count ?? 1) - 1 },
        (_, index) => cookies[chunkName(request, index + 1)] ?? '',
      )
      return [head, ...tail].join('')
    },
    has: (request) => request.cookies[chunkName(request, 0)] !== undefined,
    write: (reply, text, until) => {
      const chunks = text.match(new RegExp(`.{1,${chunkLength}}`, 'g')) ?? []
      const [expires, maxAge] = [new Date(until), Math.max(0, Math.floor((until - Date.now()) / 1000))]
      for (const [index, chunk] of chunks.entries()) {
        const value = index === 0 && chunks.length > 1 ? `${chunks.length}.${chunk}` : chunk
        const secure = isSecure(reply.request) || partitioned
        reply.setCookie(chunkName(reply.request, index), value, {
          path,
          sameSite,
          partitioned,
          httpOnly: true,
          secure,
          maxAge,
          expires,
        })
      }
      for (const cookie of leftOver(reply.request, chunks.length)) drop(reply, cookie, options)
    },
    clear: (reply) => {
      for (const cookie of new Set([chunkName(reply.request, 0), ...leftOver(reply.request, 0)]))
        drop(reply, cookie, options)
    },
  }
}
