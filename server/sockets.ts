import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { Failure } from '../core/failure.ts'
import type { Route } from '../core/serve.ts'
import { unknownPath } from './errors.ts'
import { carryEvents, checkEvents, wantsEvents } from './events.ts'
import { type Carrier, type FeedOptions, type OpenFeed, runFeed } from './feeds.ts'
import { isOwn, otherSite } from './guard.ts'

const pingEvery = 30_000

/** A browser sends its cookies with an upgrade from any site, so a socket has to name this origin. */
const checkUpgrade = (request: FastifyRequest) => {
  const { origin } = request.headers
  if (origin === undefined || !isOwn(request, origin)) throw otherSite(request, 'socket')
}

/** Ends with the caller, or when a ping stays unanswered. */
const lifeOf = (socket: WebSocket): AbortSignal => {
  const controller = new AbortController()
  let alive = true
  const ping = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, pingEvery)
  socket.on('pong', () => {
    alive = true
  })
  socket.once('close', () => {
    clearInterval(ping)
    controller.abort()
  })
  return controller.signal
}

/** What is lost is told to who asks to be told (`lost=tell`); the former console's page knows no such message. */
const carrySocket = (socket: WebSocket, request: FastifyRequest): Carrier => {
  const tells = /[?&]lost=tell(&|$)/.test(request.raw.url ?? '')
  return {
    signal: lifeOf(socket),
    behind: () => socket.bufferedAmount,
    send: (message) => socket.send(message, { binary: false }),
    lose: (count) => (tells ? socket.send(JSON.stringify({ lost: count, of: 'feed' })) : undefined),
    close: (code, reason) => socket.close(code, reason),
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

/**
 * Turns the feeds among a plugin's routes into WebSockets, and into server-sent events at the same address for whoever
 * can open none. What the browser sends, a word every so often that it is there, is read and thrown away.
 */
export const addFeeds = <Port>(
  app: FastifyInstance,
  routes: readonly Route<Port>[],
  open: OpenFeed<Port>,
  options: FeedOptions,
) => {
  const carriers = new Set<Carrier>()
  // sockets are closed by what has opened them
  app.addHook('preClose', async () => {
    for (const carrier of carriers) carrier.close(1001, '')
  })
  const events = (route: Route<Port>) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsEvents(request)) throw new Failure(426, 'this is a feed: open a WebSocket, or accept text/event-stream')
    const carrier = carryEvents(reply)
    carriers.add(carrier)
    carrier.signal.addEventListener('abort', () => carriers.delete(carrier))
    void runFeed(request, carrier, route, open, options)
    return reply
  }
  for (const route of routes) {
    if (route.endpoint.method !== 'FEED') continue
    app.route({
      method: 'GET',
      url: route.endpoint.path,
      onRequest: async (request) => {
        if (request.ws) checkUpgrade(request)
        else checkEvents(request)
        request.credentials = options.sessions.read(request) ?? null
      },
      handler: events(route),
      wsHandler: (socket, request) => runFeed(request, carrySocket(socket, request), route, open, options),
    })
  }
}
