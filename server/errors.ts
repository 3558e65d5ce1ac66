import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import { methodNotAllowed, notHttpRequest, unexpectedError, bodyTooLarge, bodyLengthMismatch } from './messages.ts'

/** Maximum size of a JSON body, in bytes: enough for a thousand keys of maximum length. */
export const bodyLimit = 2 * 1024 * 1024

/** Maximum size of a JSON body without a session, in bytes. */
export const anonymousBodyLimit = 64 * 1024

/** Maximum size of a body with its own token, in bytes: fifty records of a thousand keys each. */
export const tokenBodyLimit = 64 * 1024 * 1024

const frameworkErrors: Record<string, [status: number, message: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported media type, send application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, bodyLengthMismatch],
  FST_ERR_BAD_URL: [400, 'the address is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'the address is too long'],
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The failure to send for an error. Only a `Failure` is reported as it is; other errors reveal no details. */
export const failureOf = (error: unknown, request: FastifyRequest): Failure => {
  if (error instanceof Failure) return error
  const code = codeOf(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure(413, bodyTooLarge(request.routeOptions.bodyLimit / 1024))
  const [status, message] = frameworkErrors[code] ?? []
  if (status && message) return new Failure(status, message)
  return new Failure(500, unexpectedError, { detail: `Request ${request.id}` })
}

/**
 * Body of all error responses (console-api 0.4; docs/api.md). `code` is the HTTP status, so the failure's own code is
 * `errorCode`. Go clients read `detailedMessage` without checking for null.
 */
export const errorBody = ({ status, message, detail, code, field, missing, params }: Failure) => ({
  code: status,
  message,
  detailedMessage: detail ?? message,
  ...(code && { errorCode: code }),
  ...(field && { field }),
  ...(missing.length > 0 && { missing }),
  ...(Object.keys(params).length > 0 && { params }),
})

/** Sends an error response. Internal errors are logged with their cause, which is not sent. */
export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const failure = failureOf(error, request)
  const isServerError = failure.status >= 500 && !reply.raw.destroyed
  request.log[isServerError ? 'error' : 'debug']({ err: error }, failure.message)
  return reply
    .code(failure.status)
    .removeHeader('content-length')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure)))
}

const unread: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: new Failure(431, 'the headers are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new Failure(408, 'the request came too slowly'),
}

/**
 * Responds to bytes that are not an HTTP request, directly on the socket, and closes it after `lingering` ms unless the
 * client does.
 */
export const rejectInvalidRequest = (error: NodeJS.ErrnoException, socket: Socket, lingering: number) => {
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
  const failure = unread[error.code ?? ''] ?? new Failure(400, notHttpRequest)
  const body = JSON.stringify(errorBody(failure))
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  const late = setTimeout(() => socket.destroy(), lingering).unref()
  socket.once('close', () => clearTimeout(late))
  return socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Response for unknown addresses. */
export const unknownPath = (request: FastifyRequest) =>
  new Failure(404, `path ${request.raw.url?.split('?')[0]} was not found`)

/** Response for an unsupported method, listing the supported ones. */
export const wrongMethod = (request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) => {
  reply.header('allow', allowed.join(', '))
  return new Failure(405, methodNotAllowed(request.method, allowed.join(',')))
}
