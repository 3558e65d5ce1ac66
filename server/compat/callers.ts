import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser may have sent a request: browsers name the site or the origin of every request that another site
 * could forge, and no page can leave that out.
 */
export const isBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined

/** What a sign-in answers as `sessionId`: the token only for a script of the former console's time. */
export const sessionIdFor = (request: FastifyRequest, token: string, legacyApi: boolean) =>
  legacyApi && !isBrowser(request) ? token : 'set as a cookie'

/**
 * The session token that a script sends as the former console's clients do: `Authorization: Bearer`, or the cookie
 * `token`. Empty for a browser, whose pages never hold the token.
 */
export const scriptToken = (request: FastifyRequest): string => {
  if (isBrowser(request)) return ''
  const [, bearer] = /^Bearer\s+([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '') ?? []
  return bearer ?? request.cookies.token ?? ''
}
