import type { FastifyRequest } from 'fastify'
import type { Done } from './done.ts'

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An address for the log, with the values of those parts of its query alone that are known to hold no secret. */
export const loggedAddress = (address: string, known: ReadonlySet<string>) => {
  const [path = '', query] = address.split(/\?(.*)/s)
  if (!query) return path
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s)
    if (value === undefined) return known.has(decoded(name)) ? name : '…'
    return known.has(decoded(name)) ? pair : `${name}=…`
  })
  return `${path}?${pairs.join('&')}`
}

/** pino's options: JSON lines, and never a header or body that may hold a secret. */
export const logOptions = (level: string) => ({
  level,
  redact: {
    paths: [
      'headers',
      'req.headers',
      'body',
      'req.body',
      'err.request',
      'err.response',
      'secretKey',
      'sessionToken',
      '*.secretKey',
      '*.sessionToken',
    ],
    remove: true,
  },
})

const quiet = new Set(['/healthz', '/readyz', '/metrics'])

const levelOf = (request: FastifyRequest, status: number) => {
  if (status >= 500) return 'warn'
  return quiet.has(request.routeOptions.url ?? '') || request.url.startsWith('/assets/') ? 'debug' : 'info'
}

/** Logs one line for each request, when it is answered or its caller has gone; `known` as above. */
export const logRequest = ({ request, reply, status }: Done, known: ReadonlySet<string>) => {
  request.log[levelOf(request, status)](
    {
      method: request.method,
      url: loggedAddress(request.originalUrl, known),
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      ...(request.credentials && { account: request.credentials.account }),
    },
    'request',
  )
}
