import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Failure } from '../core/protocol/failure.ts'
import { sendError } from './errors.ts'
import { withHead } from './health.ts'
import { createInstance, type InstanceOptions } from './instance.ts'
import type { Stopping } from './stop-on-signal.ts'
import { noServerAtAddress } from './messages.ts'

/** The console of one server, below `path`. */
export type HostedConsole = { name: string; path: string; app: FastifyInstance }

/** The part of an address below `path`; `undefined` if it is not below it. */
const below = (address: string, path: string) => {
  const rest = address.startsWith(path) ? address.slice(path.length) : undefined
  return rest !== undefined && /^([/?]|$)/.test(rest) ? rest : undefined
}

/**
 * The HTTP server of a console with several storage servers. It passes each request to the console of the server that
 * its address names. The root leads to the first one, whose sign-in page offers the others.
 */
export const createDispatcher = async (
  consoles: readonly HostedConsole[],
  { stopping, ...listening }: InstanceOptions & { stopping: Stopping },
): Promise<FastifyInstance> => {
  const { subpath } = listening
  const app = createInstance(listening)
  app.setErrorHandler(sendError)
  await Promise.all(consoles.map((one) => one.app.ready()))

  /** The console that an address names, with the address as it is without a proxy that strips the sub-path. */
  const find = (address: string) => {
    for (const rest of [subpath ? below(address, subpath) : undefined, address])
      for (const one of consoles) {
        const own = rest === undefined ? undefined : below(rest, one.path.slice(subpath.length))
        if (own !== undefined) return { app: one.app, url: one.path + own }
      }
    return undefined
  }

  // a server without a listener for upgrades would treat them as plain requests
  app.server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'))
  const emit = app.server.emit.bind(app.server)
  app.server.emit = (event: string, ...rest: unknown[]) => {
    const request = rest[0] as IncomingMessage | undefined
    const found = event === 'request' || event === 'upgrade' ? find(request?.url ?? '/') : undefined
    if (!request || !found) return emit(event, ...rest)
    request.url = found.url
    return found.app.server.emit(event, ...rest)
  }

  app.get('/', withHead, async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(`${consoles[0]?.path}/`, 302),
  )
  // one address for the files of all consoles, so that a browser loads them once; plugins differ by engine
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    handler: async ({ method, url, headers, ip: remoteAddress }, reply) => {
      for (const { app: own } of consoles) {
        const response = await own.inject({ method: method as 'GET' | 'HEAD', url, headers, remoteAddress })
        if (response.statusCode === 404) continue
        return reply.code(response.statusCode).headers(response.headers).send(response.rawPayload)
      }
      throw new Failure(404, 'there is no such file')
    },
  })
  app.get('/healthz', withHead, async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', withHead, async (_request, reply) => {
    if (stopping.requested) return reply.code(503).type('text/plain').send('the console is stopping\n')
    // the console stays ready while one of several storage servers is down
    const states = await Promise.all(
      consoles.map(async ({ name, app }) => ({ name, ok: (await app.inject('/readyz')).statusCode === 200 })),
    )
    const lines = states.map(({ name, ok }) => `${name}: ${ok ? 'ok' : 'does not answer'}\n`)
    return reply
      .code(states.some(({ ok }) => ok) ? 200 : 503)
      .type('text/plain')
      .send(lines.join(''))
  })
  app.all('/*', async () => {
    throw new Failure(404, noServerAtAddress, {
      detail: `The servers are at ${consoles.map(({ path }) => `${path}/`).join(', ')}`,
    })
  })
  app.addHook('preClose', async () => void (await Promise.all(consoles.map((one) => one.app.close()))))
  return app
}
