import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A finished request. `status` is 499, as in nginx, if the client disconnected before the end of the response. */
export type FinishedRequest = { request: FastifyRequest; reply: FastifyReply; status: number }

/** Reports the start and end of every request except WebSockets. Fastify's own hook misses clients that disconnect. */
export const onRequests = (
  app: FastifyInstance,
  begin: (request: FastifyRequest) => void,
  end: (done: FinishedRequest) => void,
) => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.ws) return
    begin(request)
    finished(reply.raw, (error) => end({ request, reply, status: error ? 499 : reply.statusCode }))
  })
}
