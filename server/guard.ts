import type { FastifyRequest } from 'fastify'
import { Failure } from '../core/failure.ts'
import type { Origin } from '../engines/engine.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A page of another site may send these only after a preflight, which this server never allows. */
const preflighted = new Set(['PUT', 'DELETE', 'PATCH'])

/** The media type of a request's body, without its parameters. */
export const mediaType = (request: FastifyRequest) =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()

/** The host of an origin, without the port that its scheme has anyway. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** Whether an origin is this console as the browser calls it. An origin or host that is none is nobody's own. */
export const isOwn = (request: FastifyRequest, origin: string) => {
  const own = hostOf(`${request.protocol}://${request.host}`)
  return own !== undefined && hostOf(origin) === own
}

/**
 * The refusal of a request that another site made the browser send. The log tells what was compared: a proxy that does
 * not pass `Host` on makes every request look so.
 */
export const otherSite = (request: FastifyRequest, what: 'call' | 'socket') => {
  const { origin, 'sec-fetch-site': site } = request.headers
  request.log.warn(
    { origin, site, host: request.host, protocol: request.protocol },
    `a ${what} was refused because its origin is not this console. Behind a proxy, pass the host on (nginx: proxy_set_header Host $http_host) and set CONSOLE_TRUSTED_PROXY`,
  )
  return new Failure(403, `this ${what} came from another site`, {
    detail: 'If it did not, the proxy before the console does not pass the Host header on',
  })
}

/**
 * Refuses what another site made the browser send (403): a call that changes something must come from this origin. A
 * caller that is no browser names no origin. Its POST has to be one that no form of another site can send: it has a
 * body of JSON or files, or a bearer token.
 */
export const checkOrigin = (request: FastifyRequest) => {
  if (safe.has(request.method)) return
  const { origin, 'sec-fetch-site': site, authorization } = request.headers
  if (site !== undefined) {
    if (site !== 'same-origin') throw otherSite(request, 'call')
    return
  }
  if (origin !== undefined) {
    if (!isOwn(request, origin)) throw otherSite(request, 'call')
    return
  }
  if (preflighted.has(request.method) || /^Bearer /i.test(authorization ?? '')) return
  const type = mediaType(request)
  if (type !== 'application/json' && type !== 'multipart/form-data') {
    throw new Failure(403, 'send an Origin header, or content-type: application/json')
  }
}

/** Where a request comes from, for policies that ask for it. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  request: request.id,
  secure: request.protocol === 'https',
  userAgent: request.headers['user-agent'] ?? '',
  referer: request.headers.referer ?? '',
})
