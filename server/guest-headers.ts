import { type IncomingHttpHeaders, type IncomingMessage, validateHeaderValue } from 'node:http'
import { Failure } from '../core/failure.ts'
import type { Entered } from './guest-jars.ts'

/** Headers that say who calls, or from where; the other console is called by this one. */
const own =
  /^(cookie|host|authorization|origin|referer|forwarded|x-forwarded-.*|x-real-ip|x-remote-.*|impersonate-.*|sec-fetch-.*|proxy-.*)$/

/** Headers of one connection, which no proxy passes on (RFC 9110 7.6.1). */
const ofConnection = /^(connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/

/** Headers with which the other console would decide about this console's origin rather than about a response. */
const overruled =
  /^(set-cookie|x-frame-options|strict-transport-security|content-security-policy|alt-svc|location|refresh)$/

const handshake = /^(upgrade|connection|sec-websocket-(accept|protocol|extensions))$/

/** Headers of a request to the other console. */
export const headersFor = (headers: IncomingHttpHeaders, { url, origin, via, cookie }: Entered) => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name) && !ofConnection.test(name))),
  host: url.host,
  cookie: cookie(),
  ...(headers.origin && { origin, 'sec-fetch-site': 'same-origin' }),
  // what is written into a page can be taken out of what is not packed
  ...(via && { 'accept-encoding': 'identity', ...via.headers }),
})

/** The other console's policies, none of which decides who may frame it, and one of ours by itself, which does. */
const policiesFor = (policies: string | undefined, home: string) => {
  const theirs = (policies ?? '').split(',').map((policy) =>
    policy
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !/^(frame-ancestors|sandbox|report-\w+)\b/i.test(part))
      .join('; '),
  )
  return [...theirs.filter((policy) => policy !== ''), `frame-ancestors ${home}`]
}

/** What the API server has written into a page of the other console, if a response is one. */
export const writtenInto = ({ headers }: IncomingMessage, { via }: Entered) =>
  /^text\/html\b/.test(headers['content-type'] ?? '') ? via?.below : undefined

/**
 * The page that a redirect leads to, at the other console. Throws `Failure` 502 for a redirect to any other origin: the
 * address of this console must not lead elsewhere.
 */
const locationFor = ({ statusCode = 0, headers }: IncomingMessage, { url, origin, via }: Entered) => {
  if (headers.location === undefined) return undefined
  const location = via ? headers.location.replace(via.below, '') : headers.location
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  if (target && (target.origin === url.origin || target.origin === origin))
    return target.pathname.replace(/^\/+/, '/') + target.search + target.hash
  if (statusCode >= 300 && statusCode < 400)
    throw new Failure(502, 'The console of the tenant leads to another site', {
      detail: 'A redirect stays at the tenant',
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
 * Status and headers of a response for a browser: cookies stay here, and nothing counts for more than the other
 * console's own origin. Throws `Failure` 502 for a response that no browser should receive.
 */
export const responseFor = (response: IncomingMessage, entered: Entered, home: string) => {
  const { statusCode = 0, headers } = response
  if (statusCode < 200 || statusCode > 599)
    throw new Failure(502, 'The console of the tenant does not speak HTTP', {
      detail: `It answered with status ${statusCode}`,
    })
  const location = locationFor(response, entered)
  const passed = Object.entries(headers).filter(
    ([name, value]) =>
      !overruled.test(name) &&
      !ofConnection.test(name) &&
      !(name === 'content-length' && writtenInto(response, entered) !== undefined) &&
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

/** The head of the response that opens a socket: of the other console's headers those of the handshake alone. */
export const handshakeFor = ({ headers }: IncomingMessage) =>
  [
    'HTTP/1.1 101 Switching Protocols',
    ...Object.entries(headers).flatMap(([name, value]) => (handshake.test(name) ? [`${name}: ${value}`] : [])),
    '\r\n',
  ].join('\r\n')
