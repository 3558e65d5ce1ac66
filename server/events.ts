import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'
import type { FeedTransport } from './feeds.ts'
import { isOwnOrigin } from './guard.ts'
import { feedFromOtherSite } from './messages.ts'

/** Keep-alive interval of an idle stream, in ms: proxies close silent connections. */
const KEEP_ALIVE = 15_000

/** Whether a request asks for a feed as server-sent events, as pages do where WebSockets are blocked. */
export const acceptsEventStream = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept ?? '').includes('text/event-stream')

/** Rejects requests from other sites, which could not send the cookie either. Throws `Failure` 403. */
export const assertSameSite = (request: FastifyRequest) => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwnOrigin(request, origin)))
    throw new Failure(403, feedFromOtherSite)
}

/**
 * Sends a feed over plain HTTP: each message is an event; dropped messages and the end, for which a WebSocket has other
 * means, are the named events `lost` and `end`.
 */
export const openEventStream = (reply: FastifyReply): FeedTransport => {
  const body = new PassThrough({ highWaterMark: 1024 * 1024 })
  const disconnect = new AbortController()
  const alive = setInterval(() => body.write(':\n\n'), KEEP_ALIVE)
  const end = () => {
    clearInterval(alive)
    disconnect.abort()
  }
  reply.raw.once('close', end)
  // headers are sent with the first bytes
  body.write(':\n\n')
  void reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    .send(body)
  return {
    signal: disconnect.signal,
    bufferedBytes: () => body.writableLength + body.readableLength + reply.raw.writableLength,
    send: (messages) => {
      for (const message of messages) {
        body.write('data: ')
        body.write(message)
        body.write('\n\n')
      }
    },
    reportDropped: (count) => void body.write(`event: lost\ndata: ${count}\n\n`),
    close: (code, reason, failure) => {
      if (disconnect.signal.aborted) return
      body.end(`event: end\ndata: ${JSON.stringify({ code, reason, failure })}\n\n`)
      end()
    },
  }
}
