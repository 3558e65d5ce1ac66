import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { Failure } from '../core/protocol/failure.ts'
import type { Route } from '../core/protocol/serve.ts'
import { unknownPath } from './errors.ts'
import { openEventStream, assertSameSite, acceptsEventStream } from './events.ts'
import { type FeedTransport, type FeedOptions, type OpenFeed, runFeed } from './feeds.ts'
import { isOwnOrigin, crossSiteFailure } from './guard.ts'
import { callIsFeed } from './messages.ts'

/** Interval of pings in ms. */
const PING_INTERVAL = 30_000

/** Browsers send cookies with upgrades from any site, so the origin is required. */
const checkUpgrade = (request: FastifyRequest) => {
  const { origin } = request.headers
  if (origin === undefined || !isOwnOrigin(request, origin)) throw crossSiteFailure(request, 'socket')
}

/** Signal that aborts when the client disconnects, or does not answer a ping. */
const whileConnected = (socket: WebSocket): AbortSignal => {
  const controller = new AbortController()
  let alive = true
  const ping = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, PING_INTERVAL)
  socket.on('pong', () => {
    alive = true
  })
  socket.once('close', () => {
    clearInterval(ping)
    controller.abort()
  })
  return controller.signal
}

const LINE_END = Buffer.from('\n')

const joinLines = ([first = LINE_END, ...others]: readonly Buffer[]) =>
  others.length === 0 ? first : Buffer.concat([first, ...others.flatMap((line) => [LINE_END, line])])

/**
 * WebSocket transport. Pages ask for lines of JSON (`format=ndjson`): a message then has one or more of them, some of
 * which report dropped messages, or the whole failure of the feed. Other clients, such as pages of the former console,
 * get a WebSocket message for each message of the feed, and no reports.
 */
const openSocket = (socket: WebSocket, request: FastifyRequest): FeedTransport => {
  const takesLines = /[?&]format=ndjson(&|$)/.test(request.raw.url ?? '')
  const report = (content: object) => takesLines && socket.send(JSON.stringify({ ...content, of: 'feed' }))
  return {
    signal: whileConnected(socket),
    bufferedBytes: () => socket.bufferedAmount,
    send: (messages) => {
      for (const message of takesLines ? [joinLines(messages)] : messages) socket.send(message, { binary: false })
    },
    reportDropped: (lost) => void report({ lost }),
    close: (code, reason, failure) => {
      if (failure) report({ failure })
      socket.close(code, reason)
    },
  }
}

/** Registers what feeds need; call it before adding routes. */
export const addSockets = async (app: FastifyInstance) => {
  await app.register(websocket, {
    options: { maxPayload: 4096, perMessageDeflate: false },
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, 'a socket failed')
      socket.terminate()
    },
  })
  app.addHook('onRequest', async (request) => {
    if (request.ws && !request.routeOptions.url?.startsWith('/ws/')) throw unknownPath(request)
  })
}

/**
 * Registers the feeds among a plugin's routes as WebSockets, and as server-sent events at the same address for clients
 * that cannot open one. Keep-alive messages from the browser are discarded.
 */
export const addFeeds = <Port>(
  app: FastifyInstance,
  routes: readonly Route<Port>[],
  open: OpenFeed<Port>,
  options: FeedOptions,
) => {
  const eventStreams = new Set<FeedTransport>()
  // sockets are closed by the feeds that opened them
  app.addHook('preClose', async () => {
    for (const transport of eventStreams) transport.close(1001, '')
  })
  const openEvents = (route: Route<Port>) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!acceptsEventStream(request)) throw new Failure(426, callIsFeed)
    const transport = openEventStream(reply)
    eventStreams.add(transport)
    transport.signal.addEventListener('abort', () => eventStreams.delete(transport))
    void runFeed(request, transport, route, open, options)
    return reply
  }
  for (const route of routes) {
    if (route.endpoint.method !== 'FEED') continue
    app.route({
      method: 'GET',
      url: route.endpoint.path,
      onRequest: async (request) => {
        if (request.ws) checkUpgrade(request)
        else assertSameSite(request)
        request.credentials = options.sessions.read(request) ?? null
      },
      handler: openEvents(route),
      wsHandler: (socket, request) => runFeed(request, openSocket(socket, request), route, open, options),
    })
  }
}
