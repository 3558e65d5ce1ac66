import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser may have sent a request: on every request that another site could forge, browsers send headers with
 * the site or origin that no page can omit.
 */
const isBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined

/** Value of `sessionId` in a sign-in response: the token only for a script written for the former console. */
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
