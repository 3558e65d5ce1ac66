import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/failure.ts'
import type { Carrier } from './feeds.ts'
import { isOwn } from './guard.ts'

/** How often a silent stream says that it is there, in ms: proxies end those that say nothing. */
const every = 15_000

/** Whether a request asks for a feed as server-sent events, as pages do where no WebSocket gets through. */
export const wantsEvents = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept ?? '').includes('text/event-stream')

/** No other site learns anything of a feed; it could not send the cookie along either. Throws `Failure` 403. */
export const checkEvents = (request: FastifyRequest) => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwn(request, origin)))
    throw new Failure(403, 'this feed was asked for by another site')
}

/**
 * A follower over plain HTTP: each message is an event; `lost` and `end` are named ones, and hold what is told over a
 * WebSocket by other means.
 */
export const carryEvents = (reply: FastifyReply): Carrier => {
  const body = new PassThrough({ highWaterMark: 1024 * 1024 })
  const gone = new AbortController()
  const alive = setInterval(() => body.write(':\n\n'), every)
  const end = () => {
    clearInterval(alive)
    gone.abort()
  }
  reply.raw.once('close', end)
  // the headers go out with the first bytes
  body.write(':\n\n')
  void reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    .send(body)
  return {
    signal: gone.signal,
    behind: () => body.writableLength + body.readableLength + reply.raw.writableLength,
    send: (message) => {
      body.write('data: ')
      body.write(message)
      body.write('\n\n')
    },
    lose: (count) => void body.write(`event: lost\ndata: ${count}\n\n`),
    close: (code, reason) => {
      if (gone.signal.aborted) return
      body.end(`event: end\ndata: ${JSON.stringify({ code, reason })}\n\n`)
      end()
    },
  }
}
