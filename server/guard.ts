import type { FastifyRequest } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import type { Origin } from '../engines/engine.ts'
import { sendOrigin, checkHostHeader, requestFromOtherSite, originRefused } from './messages.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Methods that other sites can send only after a preflight, which this server never allows. */
const preflighted = new Set(['PUT', 'DELETE', 'PATCH'])

/** Media type of a request's body, without parameters. */
export const mediaType = (request: FastifyRequest) =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()

/** Host of an origin, without its scheme's default port. */
const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** Whether an origin is this console's own, as the browser sees it. Invalid origins or hosts never match. */
export const isOwnOrigin = (request: FastifyRequest, origin: string) => {
  const ownHost = hostOf(`${request.protocol}://${request.host}`)
  return ownHost !== undefined && hostOf(origin) === ownHost
}

/**
 * Failure for a request that another site made the browser send. The log contains what was compared: with a proxy that
 * does not forward `Host`, every request fails this check.
 */
export const crossSiteFailure = (request: FastifyRequest, what: 'call' | 'socket') => {
  const { origin, 'sec-fetch-site': site } = request.headers
  request.log.warn({ origin, site, host: request.host, protocol: request.protocol }, originRefused(what))
  return new Failure(403, requestFromOtherSite(what), {
    detail: checkHostHeader,
  })
}

/**
 * Prevents cross-site request forgery (403): a call that changes something must come from this origin. Clients other
 * than browsers send no origin; their POST must be one that no form of another site can send, with a JSON or multipart
 * body or a bearer token.
 */
export const checkOrigin = (request: FastifyRequest) => {
  if (safe.has(request.method)) return
  const { origin, 'sec-fetch-site': site, authorization } = request.headers
  if (site !== undefined) {
    if (site !== 'same-origin') throw crossSiteFailure(request, 'call')
    return
  }
  if (origin !== undefined) {
    if (!isOwnOrigin(request, origin)) throw crossSiteFailure(request, 'call')
    return
  }
  if (preflighted.has(request.method) || /^Bearer /i.test(authorization ?? '')) return
  const type = mediaType(request)
  if (type !== 'application/json' && type !== 'multipart/form-data') {
    throw new Failure(403, sendOrigin)
  }
}

/** Source address and related facts of a request, for policy conditions. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  request: request.id,
  secure: request.protocol === 'https',
  userAgent: request.headers['user-agent'] ?? '',
  referer: request.headers.referer ?? '',
})
