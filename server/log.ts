import type { FastifyRequest } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { Failure } from '../core/protocol/failure.ts'
import { redactAddress } from '../engines/lib/redact-address.ts'
import type { FinishedRequest } from './request-log.ts'

/** A `Failure` is described by its message; with its stack, an ordinary response would look like a crash. */
const serializeError = (error: Error) => {
  if (!(error instanceof Failure)) return pino.stdSerializers.err(error)
  const { name, status, message, detail } = error
  return { type: name, status, message, detail }
}

/**
 * Creates the log: JSON lines, without headers or bodies that may contain secrets, on standard output unless `to` is
 * given.
 */
export const createLog = (level: string, to: DestinationStream = pino.destination(1)) =>
  pino(
    {
      level,
      serializers: { err: serializeError },
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
    },
    to,
  )

const quiet = new Set(['/healthz', '/readyz', '/metrics'])

const levelOf = (request: FastifyRequest, status: number) => {
  if (status >= 500) return 'warn'
  return quiet.has(request.routeOptions.url ?? '') || request.url.startsWith('/assets/') ? 'debug' : 'info'
}

/** Logs one line per request, when the response ends or the client disconnects; of the query, only harmless values. */
export const logRequest = ({ request, reply, status }: FinishedRequest, isHarmless: (name: string) => boolean) => {
  request.log[levelOf(request, status)](
    {
      method: request.method,
      url: redactAddress(request.originalUrl, isHarmless),
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      ...(request.credentials && { account: request.credentials.account }),
    },
    'request',
  )
}
