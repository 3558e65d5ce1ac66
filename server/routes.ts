import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Endpoint, Feed } from '../core/protocol/contract.ts'
import { Failure } from '../core/protocol/failure.ts'
import { limits, text } from '../core/protocol/limits.ts'
import type { Bytes, Call, Context, Route } from '../core/protocol/serve.ts'
import type { Permissions } from '../engines/engine.ts'
import type { Recorder } from './audit-recorder.ts'
import type { Session } from './cookie.ts'
import { bodyLimitsOf } from './body-limits.ts'
import { tokenBodyLimit, bodyLimit, anonymousBodyLimit } from './errors.ts'
import type { Admission } from './admission.ts'
import type { ExportLimit } from './export-limit.ts'
import { checkOrigin, mediaType } from './guard.ts'
import { parseBody, parsePart, type UnknownFields } from './parse.ts'
import type { Timeouts } from './timeouts.ts'
import { readQuery } from './query.ts'
import { invalidSession, type Sessions } from './sessions.ts'
import { readFiles } from './upload.ts'
import { explainDenied } from './explain-denied.ts'
import { addressHasEmptyName } from './messages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a JSON body is handled. */
    body?: 'text' | 'json'
    /** Maximum number of values in a JSON body. */
    maxValues?: number
    /** Whether the call transfers content of any size. */
    transfer?: 'upload' | 'download' | undefined
    /** Plugin that declares the call; `core` for the core's own. */
    owner?: string
  }
  interface FastifyRequest {
    /** Session of the caller; `null` before it is checked. */
    credentials: Session | null
  }
}

/** Creates a handler's context for one request. */
export type OpenContext<Port> = (request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) => Context<Port>

/** Reads the account's permissions, for the message of a refusal. */
export type ReadPermissions = (request: FastifyRequest) => Promise<Permissions>

type Query = ReturnType<typeof readQuery>

/** Interprets the query of a call. */
export type QueryOf = (endpoint: Endpoint, query: Query) => Query

/**
 * Dependencies of routes besides their handlers. Without `queryOf` the query is used as it is; unknown fields of a body
 * are rejected unless `unknownFields` says otherwise.
 */
export type RouteOptions<Port> = {
  /** Plugin that declares the routes; `core` for the core's own. */
  owner: string
  sessions: Sessions
  timeouts: Timeouts
  permissions: ReadPermissions
  record: Recorder<Port>
  queryOf?: QueryOf | undefined
  unknownFields?: UnknownFields
  limitExport: ExportLimit
  admission: Admission
}

const authenticate =
  (endpoint: Endpoint, sessions: Sessions) => async (request: FastifyRequest, reply: FastifyReply) => {
    // a text body with its own token is not protected by a session, so there is nothing to forge
    if (endpoint.allow !== 'anyone' || endpoint.body !== 'text') checkOrigin(request)
    if (endpoint.allow === 'anyone') return
    const session = sessions.read(request)
    if (!session) throw invalidSession
    request.credentials = session
    sessions.addRequest(request, reply, session)
  }

/** Restricts forms to uploads, and JSON to calls. */
const checkType = (endpoint: Endpoint) => async (request: FastifyRequest) => {
  const form = mediaType(request) === 'multipart/form-data'
  if (endpoint.body === 'files' && !form) throw new Failure(415, 'unsupported media type, send multipart/form-data')
  if (endpoint.body !== 'files' && form) throw new Failure(415, 'unsupported media type, send application/json')
}

const whileConnected = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

const sendBytes = (request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Bytes) => {
  const source = body instanceof Readable ? body : Readable.from(body, { objectMode: false })
  reply.code(status).headers(headers)
  if (request.method !== 'HEAD' && status !== 304) return reply.send(source)
  source.destroy()
  return reply.send()
}

const [Bucket, Name] = [text(limits.bucket), text(limits.name)]

/** Path parameters of a request, decoded once. Throws `Failure` 404 for an empty one, 422 for one that is too long. */
export const decodedParams = (request: FastifyRequest): Record<string, string> => {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (value === '') throw new Failure(404, addressHasEmptyName)
    parsePart(name === 'bucket' ? Bucket : Name, value, `${name} in path`)
  }
  return params
}

/** Runs the work, translating its errors. */
const translateErrors = async <T>(
  work: () => T | Promise<T>,
  translate: (error: unknown) => Promise<unknown>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw await translate(error)
  }
}

const handler =
  <Port>(
    endpoint: Endpoint,
    route: Route<Port>,
    open: OpenContext<Port>,
    {
      timeouts,
      permissions,
      record,
      queryOf = (_, query) => query,
      unknownFields = 'refused',
      limitExport,
    }: RouteOptions<Port>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const call = {
      ...open(request, reply, whileConnected(reply)),
      params: decodedParams(request),
      query: endpoint.query && parsePart(endpoint.query, queryOf(endpoint, readQuery(request.raw.url ?? '')), 'query'),
      body:
        typeof endpoint.body === 'object'
          ? parseBody(endpoint.body, request.body, unknownFields)
          : endpoint.body === 'text'
            ? String(request.body ?? '')
            : undefined,
      files: endpoint.body === 'files' ? readFiles(request.raw, timeouts.stall) : undefined,
    } as Call<Endpoint, Port>
    const work = () =>
      translateErrors(
        () => route.handle(call),
        (error) => explainDenied(error, endpoint, call, () => permissions(request)),
      )
    if (endpoint.isExport && request.credentials) limitExport(request.credentials, reply)
    const result = await record(route, request, call, work)
    if (endpoint.reply === 'bytes') return sendBytes(request, reply, result as Bytes)
    // otherwise a string would be sent as plain text
    if (typeof result === 'string')
      return reply.code(endpoint.status).type('application/json; charset=utf-8').send(JSON.stringify(result))
    return reply.code(endpoint.status).send(endpoint.reply === undefined ? undefined : result)
  }

const methodsOf = ({ method }: Endpoint): HTTPMethods[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])

/** Distinguishes a call from a feed. */
export const isCall = (endpoint: Endpoint | Feed): endpoint is Endpoint => endpoint.method !== 'FEED'

/** Registers the routes of contracts. */
export const addRoutes = <Port>(
  app: FastifyInstance,
  routes: readonly Route<Port>[],
  open: OpenContext<Port>,
  options: RouteOptions<Port>,
) => {
  for (const route of routes) {
    const { endpoint } = route
    if (!isCall(endpoint)) continue
    const maxBytes = endpoint.allow === 'anyone' ? anonymousBodyLimit : bodyLimit
    const limits = bodyLimitsOf(typeof endpoint.body === 'object' ? endpoint.body : undefined, maxBytes)
    app.route({
      method: methodsOf(endpoint),
      url: endpoint.path,
      config: {
        body: endpoint.body === 'text' ? 'text' : 'json',
        maxValues: limits.values,
        owner: options.owner,
        transfer: endpoint.body === 'files' ? 'upload' : endpoint.reply === 'bytes' ? 'download' : undefined,
      },
      bodyLimit: endpoint.body !== 'text' ? limits.bytes : route.authorize ? tokenBodyLimit : maxBytes,
      onRequest: [
        authenticate(endpoint, options.sessions),
        checkType(endpoint),
        async (request, reply) => {
          const { authorize } = route
          if (!authorize) return
          const context = open(request, reply, whileConnected(reply))
          await options.admission(request, reply, () => authorize(context))
        },
      ],
      handler: handler(endpoint, route, open, options),
    })
  }
}

/**
 * Creates a function that finds the methods supported at an address; empty for unknown addresses. Call it once, with
 * all endpoints.
 */
export const createMethodsAt = (endpoints: readonly Endpoint[]) => {
  // built on first use: registering routes for all unsupported methods would double the startup time
  let paths: { shape: RegExp; methods: readonly string[] }[] | undefined
  const shapeOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]*')}/?$`)
  return (path: string): readonly string[] => {
    paths ??= endpoints.map((endpoint) => ({ shape: shapeOf(endpoint), methods: methodsOf(endpoint).map(String) }))
    return [...new Set(paths.filter(({ shape }) => shape.test(path)).flatMap(({ methods }) => methods))]
  }
}
