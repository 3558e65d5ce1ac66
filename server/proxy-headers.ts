import { type IncomingHttpHeaders, type IncomingMessage, validateHeaderValue } from 'node:http'
import { Failure } from '../core/protocol/failure.ts'
import type { SignedInConsole } from './proxy-sessions.ts'
import { tenantConsoleNotHttp, redirectsStayInTenant, tenantConsoleRedirects } from './messages.ts'

/** Headers that identify the caller; to the proxied console this server is the caller. */
const callerHeaders =
  /^(cookie|host|authorization|origin|referer|forwarded|x-forwarded-.*|x-real-ip|x-remote-.*|impersonate-.*|sec-fetch-.*|proxy-.*)$/

/** Hop-by-hop headers, which no proxy forwards (RFC 9110 7.6.1). */
const hopByHopHeaders = /^(connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/

/** Response headers of the proxied console that would affect this console's origin, beyond the response itself. */
const replacedHeaders =
  /^(set-cookie|x-frame-options|strict-transport-security|content-security-policy|alt-svc|location|refresh|clear-site-data|nel|report-to|reporting-endpoints|origin-agent-cluster)$/

const handshakeHeaders = /^(upgrade|connection|sec-websocket-(accept|protocol|extensions))$/

/** Request headers for the proxied console. */
export const headersFor = (headers: IncomingHttpHeaders, { url, origin, route, cookie }: SignedInConsole) => ({
  ...Object.fromEntries(
    Object.entries(headers).filter(([name]) => !callerHeaders.test(name) && !hopByHopHeaders.test(name)),
  ),
  host: url.host,
  cookie: cookie(),
  ...(headers.origin && { origin, 'sec-fetch-site': 'same-origin' }),
  // a path inserted into pages can only be removed from uncompressed responses
  ...(route && { 'accept-encoding': 'identity', ...route.headers }),
})

/** Content security policies of the proxied console without `frame-ancestors`, and our own policy for that. */
const policiesFor = (policies: string | undefined, home: string) => {
  const policiesOfConsole = (policies ?? '').split(',').map((policy) =>
    policy
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !/^(frame-ancestors|sandbox|report-\w+)\b/i.test(part))
      .join('; '),
  )
  return [...policiesOfConsole.filter((policy) => policy !== ''), `frame-ancestors ${home}`]
}

/** Path that the API server inserted into a page of the proxied console; empty for other responses. */
export const insertedPathOf = ({ headers }: IncomingMessage, { route }: SignedInConsole) =>
  /^text\/html\b/.test(headers['content-type'] ?? '') ? route?.pathPrefix : undefined

/**
 * Target of a redirect, at the proxied console. Throws `Failure` 502 for any other origin: this console must not be an
 * open redirect.
 */
const locationFor = ({ statusCode = 0, headers }: IncomingMessage, { url, origin, route }: SignedInConsole) => {
  if (headers.location === undefined) return undefined
  const location = route ? headers.location.replace(route.pathPrefix, '') : headers.location
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  if (target && (target.origin === url.origin || target.origin === origin))
    return target.pathname.replace(/^\/+/, '/') + target.search + target.hash
  if (statusCode >= 300 && statusCode < 400)
    throw new Failure(502, tenantConsoleRedirects, {
      detail: redirectsStayInTenant,
    })
  return undefined
}

const isValid = (name: string, value: string | string[] | undefined) => {
  try {
    for (const one of [value].flat()) validateHeaderValue(name, one ?? '')
    return true
  } catch {
    return false
  }
}

/**
 * Response headers for the browser, without cookies, and with nothing that applies beyond the proxied console's origin.
 * Throws `Failure` 502 for a response that no browser should receive.
 */
export const responseFor = (response: IncomingMessage, proxied: SignedInConsole, home: string) => {
  const { statusCode = 0, headers } = response
  if (statusCode < 200 || statusCode > 599)
    throw new Failure(502, tenantConsoleNotHttp, {
      detail: `It responded with status ${statusCode}`,
    })
  const location = locationFor(response, proxied)
  const passed = Object.entries(headers).filter(
    ([name, value]) =>
      !replacedHeaders.test(name) &&
      !hopByHopHeaders.test(name) &&
      !(name === 'content-length' && insertedPathOf(response, proxied) !== undefined) &&
      isValid(name, value),
  )
  return {
    status: statusCode,
    headers: {
      ...Object.fromEntries(passed),
      ...(location !== undefined && { location }),
      'content-security-policy': policiesFor(headers['content-security-policy'] as string | undefined, home),
    },
  }
}

/** Headers of the response to a WebSocket upgrade: only those of the handshake. */
export const handshakeFor = ({ headers }: IncomingMessage) =>
  [
    'HTTP/1.1 101 Switching Protocols',
    ...Object.entries(headers).flatMap(([name, value]) => (handshakeHeaders.test(name) ? [`${name}: ${value}`] : [])),
    '\r\n',
  ].join('\r\n')
