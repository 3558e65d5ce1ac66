import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/protocol/failure.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (actual: string | undefined, expected: string) => timingSafeEqual(digest(actual ?? ''), digest(expected))

/** Time limit of the storage's readiness check, in ms: a frozen storage accepts connections but does not respond. */
const TIMEOUT = 5000

/** Throws `Failure` 504 with the message if the work takes too long. */
export const withTimeout = async (work: Promise<void>, message: string) => {
  const aborter = new AbortController()
  const late = pause(TIMEOUT, undefined, { signal: aborter.signal }).then(() => {
    throw new Failure(504, message)
  })
  try {
    await Promise.race([work, late])
  } finally {
    aborter.abort()
    // the result of the loser is ignored
    for (const one of [work, late]) one.catch(() => undefined)
  }
}

/** Options of a route that answers HEAD as well. */
export const withHead = { exposeHeadRoute: true }

/** Adds the endpoints for operators: liveness, readiness, and metrics for Prometheus. */
export const addHealth = (
  app: FastifyInstance,
  {
    ready,
    isStopping,
    storage,
    metrics,
    token,
    page,
  }: {
    ready: () => Promise<void>
    /** Whether the console is about to stop. */
    isStopping: () => boolean
    /** The dependency that readiness checks: `the storage server at minio.internal:9000`. */
    storage: string
    metrics: () => string
    /** Bearer token required for metrics; `undefined` allows everybody. */
    token: string | undefined
    page: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  },
) => {
  app.get('/healthz', withHead, async (_request, reply) => reply.type('text/plain').send('ok\n'))
  const silent = `${storage} does not answer`
  app.get('/readyz', withHead, async (request, reply) => {
    if (isStopping()) return reply.code(503).type('text/plain').send('the console is stopping\n')
    try {
      await withTimeout(ready(), silent)
    } catch (error) {
      request.log.warn({ err: error }, silent)
      return reply.code(503).type('text/plain').send(`${silent}\n`)
    }
    return reply.type('text/plain').send('ok\n')
  })
  app.get('/metrics', withHead, async (request, reply) => {
    // the console has a page at this address, for browsers that navigate
    if (request.headers.accept?.includes('text/html')) return page(request, reply)
    if (token && !isSame(request.headers.authorization, `Bearer ${token}`)) {
      throw new Failure(401, 'metrics need their token')
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics())
  })
}
