import { randomUUID } from 'node:crypto'
import {
  createServer as createPlainServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { PassThrough, type Readable } from 'node:stream'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import type { TlsKeyPair } from './certificates.ts'
import { sendError, rejectInvalidRequest, bodyLimit, unknownPath } from './errors.ts'
import { mediaType } from './guard.ts'
import { secure } from './headers.ts'
import { parseJson } from './parse.ts'
import { type Timeouts, timeoutsOf } from './timeouts.ts'
import { fastifySchemaUnsupported } from './messages.ts'

/** Settings of the HTTP server. */
export type InstanceOptions = {
  /** Path below which the console is served: `/console`, or empty. */
  subpath: string
  tls: TlsKeyPair | undefined
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  log: FastifyBaseLogger
  /** Overrides of the default timeouts. */
  timeouts?: Partial<Timeouts> | undefined
}

/**
 * A request that is answered by HTTP/1.1 if it offers another protocol than WebSocket. Java's HTTP client and
 * `curl --http2` offer HTTP/2 by `Upgrade: h2c`; Node would pass each such request to the WebSockets.
 */
class ConsoleRequest extends IncomingMessage {
  declare private offersUpgrade: boolean
  // Node sets it before it has read the headers
  set upgrade(offersUpgrade: boolean) {
    this.offersUpgrade = offersUpgrade
  }
  get upgrade() {
    return this.offersUpgrade && (this.method === 'CONNECT' || /^websocket$/i.test(this.headers.upgrade ?? ''))
  }
}

// an upload may take hours, so only the headers have a deadline
const serverOptions: ServerOptions<typeof ConsoleRequest> = {
  IncomingMessage: ConsoleRequest,
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 64 * 1024,
  // detects clients that vanished without closing the connection
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}

/** Creates an HTTP or HTTPS server with our timeouts and limits. */
export const createHttpServer = (tls: TlsKeyPair | undefined, handle: RequestListener): Server =>
  tls
    ? createTlsServer({ ...serverOptions, ...tls, minVersion: 'TLSv1.2' }, handle)
    : createPlainServer(serverOptions, handle)

/** Proxies may forward the sub-path or strip it; both reach the same route. */
const withoutSubpath = (address: string, subpath: string) => {
  const rest = subpath && address.startsWith(subpath) ? address.slice(subpath.length) : undefined
  if (rest === undefined || !/^([/?]|$)/.test(rest)) return address
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Removes ports from `X-Forwarded-For`, to which some proxies, such as Azure Application Gateway, add them. */
const removeForwardedPorts = ({ headers }: IncomingMessage) => {
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined) return
  const entries = String(forwarded).split(',')
  headers['x-forwarded-for'] = entries
    .map((entry) => entry.trim().replace(/^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/, '$1$2'))
    .join(', ')
}

/** Enforces a deadline for receiving a call's body (408). Uploads may take hours, as long as they progress. */
const addDeadline = (app: FastifyInstance, limit: number) => {
  app.addHook('preParsing', async (request, reply, payload: Readable) => {
    if (['GET', 'HEAD'].includes(request.method) || mediaType(request) === 'multipart/form-data') return payload
    // unused bodies are discarded
    const body = new PassThrough().on('error', () => {})
    const late = setTimeout(() => {
      reply.header('connection', 'close')
      body.destroy(new Failure(408, 'the body came too slowly'))
    }, limit).unref()
    payload.once('end', () => clearTimeout(late))
    payload.once('close', () => {
      clearTimeout(late)
      if (!payload.readableEnded) body.destroy(new Failure(400, 'the body ended early'))
    })
    return payload.pipe(body)
  })
}

const addBodies = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    request.routeOptions.config.body === 'text' ? body : parseJson(body, request.routeOptions.config.maxValues),
  )
  // senders of JSON lines, such as a storage server, may omit the content type
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.config.body !== 'text')
      throw new Failure(415, 'unsupported media type, send application/json')
    return body
  })
  app.addContentTypeParser('multipart/form-data', async () => undefined)
}

/** Closes the connection of a client that keeps sending after the response. */
const addLingering = (app: FastifyInstance, lingering: number) => {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    raw.resume()
    const late = setTimeout(() => raw.destroy(), lingering).unref()
    raw.once('close', () => clearTimeout(late))
  })
}

/** No route has a Fastify schema. */
const unused = () => {
  throw new Error(fastifySchemaUnsupported)
}

/** Creates Fastify with raw addresses, JSON and streamed forms, our errors and headers, and without routes. */
export const createInstance = ({ subpath, tls, trustedProxies, log, timeouts }: InstanceOptions): FastifyInstance => {
  const { body, lingering } = timeoutsOf(timeouts)
  const app = Fastify({
    serverFactory: (handle) => createHttpServer(tls, handle),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    rewriteUrl: (request) => withoutSubpath(request.url ?? '/', subpath),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096, querystringParser: () => ({}) },
    exposeHeadRoutes: false,
    // requests on connections that are still open are answered, not refused
    return503OnClosing: false,
    bodyLimit,
    genReqId: () => randomUUID(),
    loggerInstance: log,
    // the contracts validate input and output; Fastify's own compilers are a hundred files that nothing would use
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: (error, socket) => rejectInvalidRequest(error, socket, lingering),
    frameworkErrors: (error, request, reply) => {
      secure(request, reply)
      void sendError(error, request, reply)
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    removeForwardedPorts(request.raw)
    secure(request, reply)
  })
  app.setNotFoundHandler(async (request) => {
    throw unknownPath(request)
  })
  addDeadline(app, body)
  addBodies(app)
  addLingering(app, lingering)
  return app
}
