import { randomUUID } from 'node:crypto'
import { createServer as createPlainServer, type Server, type ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { KeyPair } from './certificates.ts'
import { answerError, answerGarbage, bodyLimit, unknownPath } from './errors.ts'
import { secure } from './headers.ts'
import { parseJson } from './parse.ts'

/** What the HTTP server itself has to know. */
export type Listening = {
  /** The path below which the console stands: `/console`, or empty. */
  subpath: string
  tls: KeyPair | undefined
  /** Proxies whose `X-Forwarded-*` headers are believed. */
  trustedProxies: readonly string[]
  log: FastifyBaseLogger
}

/** How long a caller that was answered early may go on sending what nobody reads, in ms. */
const lingering = 10_000

// an upload may take hours, so only the headers have to come in time
const serverOptions: ServerOptions = {
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 64 * 1024,
}

/** A proxy may hand the sub-path on or take it away; both arrive at the same route. */
const withoutSubpath = (address: string, subpath: string) => {
  const rest = subpath && address.startsWith(subpath) ? address.slice(subpath.length) : undefined
  if (rest === undefined || !/^([/?]|$)/.test(rest)) return address
  return rest.startsWith('/') ? rest : `/${rest}`
}

const addBodies = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  )
  app.addContentTypeParser('multipart/form-data', async () => undefined)
}

/** Ends the connection of a caller that keeps sending after it was answered. */
const addLingering = (app: FastifyInstance) => {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    raw.resume()
    const late = setTimeout(() => raw.destroy(), lingering).unref()
    raw.once('close', () => clearTimeout(late))
  })
}

/** Fastify as the console uses it: raw addresses, JSON and streamed forms, our errors, our headers; no route yet. */
export const createInstance = ({ subpath, tls, trustedProxies, log }: Listening): FastifyInstance => {
  const app = Fastify({
    serverFactory: (handle): Server =>
      tls
        ? createTlsServer({ ...serverOptions, ...tls, minVersion: 'TLSv1.2' }, handle)
        : createPlainServer(serverOptions, handle),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    rewriteUrl: (request) => withoutSubpath(request.url ?? '/', subpath),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096, querystringParser: () => ({}) },
    exposeHeadRoutes: false,
    bodyLimit,
    genReqId: () => randomUUID(),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerGarbage,
    frameworkErrors: (error, request, reply) => {
      secure(request, reply)
      void answerError(error, request, reply)
    },
  })
  app.addHook('onRequest', async (request, reply) => secure(request, reply))
  app.setNotFoundHandler(async (request) => {
    throw unknownPath(request)
  })
  addBodies(app)
  addLingering(app)
  return app
}
