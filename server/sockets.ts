import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Endpoint } from '../core/contract.ts'
import { Failure } from '../core/failure.ts'
import type { Call, Context, Route } from '../core/serve.ts'
import { failureOf, unknownPath } from './errors.ts'
import { hostOf, ownHost } from './guard.ts'
import { parsePart } from './parse.ts'
import { readQuery } from './query.ts'
import { decodedParams, type ReadSession } from './routes.ts'

const pingEvery = 30_000
/** A timer takes fewer ms than this. */
const longest = 2 ** 31 - 1
/** A follower that is this many bytes behind is waited for. */
const behind = 1024 * 1024

/** A browser sends its cookies with an upgrade from any site, so a socket has to name this origin. */
const checkUpgrade = (readSession: ReadSession) => async (request: FastifyRequest) => {
  const { origin } = request.headers
  if (origin === undefined || hostOf(origin) !== ownHost(request))
    throw new Failure(403, 'this socket came from another site')
  request.credentials = readSession(request) ?? null
}

/** A script learns nothing of a refused upgrade but of a close, so a failure closes with 4000 + its HTTP status. */
const close = (socket: WebSocket, { status, message }: Failure) =>
  socket.close(4000 + status, Buffer.from(message).subarray(0, 100).toString())

const drained = async (socket: WebSocket, signal: AbortSignal) => {
  while (socket.bufferedAmount > behind && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20))
}

const lost = new Failure(401, 'invalid session')

/** Ends with the caller, with its session, or when a ping stays unanswered. */
const lifeOf = (socket: WebSocket, expires: number): AbortSignal => {
  const controller = new AbortController()
  let alive = true
  const left = expires - Date.now()
  const end = left < longest ? setTimeout(() => close(socket, lost), left) : undefined
  const ping = setInterval(() => {
    // the clock may have been set meanwhile
    if (Date.now() > expires) return close(socket, lost)
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, pingEvery)
  socket.on('pong', () => {
    alive = true
  })
  socket.once('close', () => {
    clearTimeout(end)
    clearInterval(ping)
    controller.abort()
  })
  return controller.signal
}

const send = async (socket: WebSocket, messages: AsyncIterable<unknown>, signal: AbortSignal) => {
  for await (const message of messages) {
    if (signal.aborted) return
    socket.send(JSON.stringify(message))
    if (socket.bufferedAmount > behind) await drained(socket, signal)
  }
}

const run = async (
  request: FastifyRequest,
  socket: WebSocket,
  signal: AbortSignal,
  open: () => AsyncIterable<unknown>,
) => {
  try {
    await send(socket, open(), signal)
    socket.close(1000)
  } catch (error) {
    if (signal.aborted) return
    const failure = failureOf(error, request)
    request.log[failure.status >= 500 ? 'error' : 'info']({ err: error }, 'a feed ended')
    close(socket, failure)
  }
}

/** Registers what feeds need; before any route is added. */
export const addSockets = async (app: FastifyInstance) => {
  await app.register(websocket, {
    options: { maxPayload: 4096, perMessageDeflate: false },
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, 'a socket broke')
      socket.terminate()
    },
  })
  app.addHook('onRequest', async (request) => {
    if (request.ws && !request.routeOptions.url?.startsWith('/ws/')) throw unknownPath(request)
  })
}

/** Turns the feeds among a plugin's routes into WebSockets. What the browser sends is read and thrown away. */
export const addFeeds = <Port>(
  app: FastifyInstance,
  routes: readonly Route<Port>[],
  open: (request: FastifyRequest, signal: AbortSignal) => Context<Port>,
  readSession: ReadSession,
) => {
  for (const { endpoint, handle } of routes) {
    if (endpoint.method !== 'FEED') continue
    app.route({
      method: 'GET',
      url: endpoint.path,
      onRequest: checkUpgrade(readSession),
      handler: async () => {
        throw new Failure(426, 'this is a WebSocket')
      },
      wsHandler: async (socket, request) => {
        const signal = lifeOf(socket, request.credentials?.expires ?? Number.POSITIVE_INFINITY)
        await run(request, socket, signal, () => {
          if (endpoint.allow !== 'anyone' && !request.credentials) throw lost
          const call = {
            ...open(request, signal),
            params: decodedParams(request),
            query: endpoint.query && parsePart(endpoint.query, readQuery(request.raw.url ?? ''), 'query'),
            body: undefined,
            files: undefined,
          } as Call<Endpoint, Port>
          return handle(call) as AsyncIterable<unknown>
        })
      },
    })
  }
}
