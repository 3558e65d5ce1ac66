import { writeSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { Failure } from '../core/protocol/failure.ts'
import { redactAddress } from '../engines/lib/redact-address.ts'
import { createLogDestination } from './log-destination.ts'
import { logDropped, logFails } from './messages.ts'
import type { FinishedRequest } from './request-log.ts'

/** A `Failure` is described by its message; with its stack, an ordinary response would look like a crash. */
const serializeError = (error: Error) => {
  if (!(error instanceof Failure)) return pino.stdSerializers.err(error)
  const { name, status, message, detail } = error
  return { type: name, status, message, detail }
}

/** Creates a log: JSON lines, without headers or bodies that may contain secrets. */
export const createLog = (level: string, to: DestinationStream = createLogDestination(1)) =>
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

const printError = (text: string) => {
  try {
    writeSync(2, `stowage: ${text}\n`)
  } catch {
    // standard error may be on the same full disk
  }
}

/** Creates the log of this process, on standard output. It reports on standard error that lines may be lost. */
export const openLog = (level: string) => {
  const to = createLogDestination(1, {
    failed: (error) => printError(logFails(error.message)),
    recovered: (lines) => log.warn({ lines }, logDropped),
  })
  process.once('exit', to.flushSync)
  const log = createLog(level, to)
  return log
}

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
