import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/failure.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string | undefined, wanted: string) => timingSafeEqual(digest(given ?? ''), digest(wanted))

/** What operators ask: whether the process lives, whether its storage answers, and the counts for Prometheus. */
export const addHealth = (
  app: FastifyInstance,
  {
    ready,
    metrics,
    token,
    page,
  }: {
    ready: () => Promise<void>
    metrics: () => string
    /** Who asks for metrics has to send it as a bearer token; nothing lets everyone. */
    token: string | undefined
    page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  },
) => {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', async (request, reply) => {
    try {
      await ready()
    } catch (error) {
      request.log.warn({ err: error }, 'the storage does not answer')
      return reply.code(503).type('text/plain').send('the storage does not answer\n')
    }
    return reply.type('text/plain').send('ok\n')
  })
  app.get('/metrics', async (request, reply) => {
    // the console has a page of that name: a browser that navigates wants it
    if (request.headers.accept?.includes('text/html')) return page(request, reply)
    if (token && !isSame(request.headers.authorization, `Bearer ${token}`)) {
      throw new Failure(401, 'metrics need their token')
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics())
  })
}
