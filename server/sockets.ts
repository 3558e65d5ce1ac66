import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Endpoint, Feed } from '../core/contract.ts'
import { Failure } from '../core/failure.ts'
import type { Call, Context, Route } from '../core/serve.ts'
import { failureOf, unknownPath } from './errors.ts'
import type { Session } from './cookie.ts'
import { isOwn } from './guard.ts'
import { parsePart } from './parse.ts'
import { readQuery } from './query.ts'
import type { Patience } from './patience.ts'
import { decodedParams } from './routes.ts'
import type { Sessions } from './sessions.ts'

const pingEvery = 30_000
/** A timer takes fewer ms than this. */
const longest = 2 ** 31 - 1
/** A follower that is this many bytes behind is waited for. */
const behind = 1024 * 1024

/** A browser sends its cookies with an upgrade from any site, so a socket has to name this origin. */
const checkUpgrade = (sessions: Sessions) => async (request: FastifyRequest) => {
  const { origin } = request.headers
  if (origin === undefined || !isOwn(request, origin)) throw new Failure(403, 'this socket came from another site')
  request.credentials = sessions.read(request) ?? null
}

/**
 * A script learns nothing of a refused upgrade but of a close. A failure closes with 1008 where the caller is refused and
 * 1011 where the server failed (spec/3 7), and its reason begins with the HTTP status that a call would have had.
 */
const close = (socket: WebSocket, { status, message }: Failure) =>
  socket.close(status < 500 ? 1008 : 1011, Buffer.from(`${status} ${message}`).subarray(0, 100).toString())

/** The page is to follow again, with the cookie that it has by now. */
const sendAway = (socket: WebSocket) => socket.close(1001)

const drained = async (socket: WebSocket, signal: AbortSignal) => {
  while (socket.bufferedAmount > behind && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20))
}

const lost = new Failure(401, 'invalid session')

/** What a feed depends on: the session of its follower, and that the engine still lets it follow. */
type Hold = { session: Session | null; sessions: Sessions; check: () => Promise<void>; every: number }

/** Closes a socket with its session, when the engine knows that no more, and when its follower may not follow any more. */
const holdOn = (socket: WebSocket, { session, sessions, check, every }: Hold) => {
  if (!session) return () => {}
  const end = () => (session.expires <= Date.now() ? close(socket, lost) : sendAway(socket))
  // a timer takes no longer time, and the clock may be set meanwhile
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const left = sessions.left(session)
    timer = setTimeout(look, Math.min(left, every, longest))
  }
  const look = async () => {
    if (sessions.left(session) <= 0) return end()
    try {
      await check()
    } catch (error) {
      // a storage that does not answer ends nothing
      if (error instanceof Failure && [401, 403].includes(error.status)) return close(socket, error)
    }
    if (socket.readyState === socket.OPEN) wait()
  }
  wait()
  const leave = sessions.follow(session, (because) => (because === 'elsewhere' ? sendAway(socket) : close(socket, because)))
  return () => {
    clearTimeout(timer)
    leave()
  }
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

/** Looks at whether somebody may follow a feed any longer; throws `Failure` 401 or 403 where they may not. */
export type MayFollow = (request: FastifyRequest, feed: Endpoint | Feed) => Promise<void>

/**
 * Turns the feeds among a plugin's routes into WebSockets. What the browser sends, a word every so often that it is there, is
 * read and thrown away.
 */
export const addFeeds = <Port>(
  app: FastifyInstance,
  routes: readonly Route<Port>[],
  open: (request: FastifyRequest, signal: AbortSignal) => Context<Port>,
  { sessions, mayFollow, patience }: { sessions: Sessions; mayFollow: MayFollow; patience: Patience },
) => {
  for (const { endpoint, handle } of routes) {
    if (endpoint.method !== 'FEED') continue
    app.route({
      method: 'GET',
      url: endpoint.path,
      onRequest: checkUpgrade(sessions),
      handler: async () => {
        throw new Failure(426, 'this is a WebSocket')
      },
      wsHandler: async (socket, request) => {
        const signal = lifeOf(socket)
        await run(request, socket, signal, () => {
          if (endpoint.allow !== 'anyone' && !request.credentials) throw lost
          const check = () => mayFollow(request, endpoint)
          socket.once('close', holdOn(socket, { session: request.credentials, sessions, check, every: patience.feed }))
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
