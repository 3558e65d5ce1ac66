import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * One request that is over. `status` is 499, as nginx has it, when the caller went away before the end of the answer.
 */
export type Done = { request: FastifyRequest; reply: FastifyReply; status: number }

/** Tells of the beginning and the end of every request but sockets. Fastify's own hook misses callers that go away. */
export const onRequests = (app: FastifyInstance, begin: () => void, end: (done: Done) => void) => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.ws) return
    begin()
    finished(reply.raw, (error) => end({ request, reply, status: error ? 499 : reply.statusCode }))
  })
}
