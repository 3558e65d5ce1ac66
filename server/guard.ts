import type { FastifyRequest } from 'fastify'
import { Failure } from '../core/failure.ts'
import type { Origin } from '../engines/engine.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

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
 * Refuses what another site made the browser send (403): a call that changes something must come from this origin. A
 * caller that is no browser names no origin; it has to send JSON or a form, which it does anyway.
 */
export const checkOrigin = (request: FastifyRequest) => {
  if (safe.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) {
    if (site !== 'same-origin') throw new Failure(403, 'this call came from another site')
    return
  }
  if (origin !== undefined) {
    if (!isOwn(request, origin)) throw new Failure(403, 'this call came from another site')
    return
  }
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
})
