import cookies from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { createProxyServer } from 'httpxy'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../core/failure.ts'
import { answerError } from './errors.ts'
import type { Entered } from './guest-jars.ts'
import { checkBelow, without } from './guest-via.ts'
import type { Listening } from './instance.ts'
import { gate } from './origins.ts'

/** What the requests of one origin are about. */
export type Stay = {
  /** The other console; signs in there where that is over. */
  entered(): Promise<Entered>
  /** Signs in there once more. */
  again(): Promise<Entered>
  /** The origin of this console, which alone may frame it. */
  home: string
}

/** Where pages of consoles ask who they are; some that know a session no longer say 403. */
const session = '/api/v1/session'

/** Headers that say who calls, or from where; the other console is called by this one. */
const own =
  /^(cookie|host|authorization|origin|referer|forwarded|x-forwarded-.*|x-real-ip|x-remote-.*|impersonate-.*|sec-fetch-.*|proxy-.*)$/

const headersFor = (headers: IncomingMessage['headers'], { url, origin, via, cookie }: Entered) => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name))),
  host: url.host,
  cookie: cookie(),
  ...(headers.origin && { origin, 'sec-fetch-site': 'same-origin' }),
  // what is written into a page can be taken out of what is not packed
  ...(via && { 'accept-encoding': 'identity', ...via.headers }),
})

/** A policy of the other console's, in which this one alone may frame it. */
const policyFor = (policy: string | undefined, home: string) => {
  const others = (policy ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(frame-ancestors|sandbox|report-\w+)\b/i.test(part))
  return [...others, `frame-ancestors ${home}`].join('; ')
}

/** What somebody on the way has written into a page of the other console. */
const writtenInto = ({ headers }: IncomingMessage, { via }: Entered) =>
  /^text\/html\b/.test(headers['content-type'] ?? '') ? via?.below : undefined

/** Its cookies stay here; nothing it says counts for more than its own origin. */
const headersFrom = (answer: IncomingMessage, entered: Entered, home: string) => {
  const { headers } = answer
  const { url, origin, via } = entered
  const location = headers.location && via ? headers.location.replace(via.below, '') : headers.location
  const kept = Object.entries(headers).filter(
    ([name]) =>
      !/^(set-cookie|x-frame-options|strict-transport-security|content-security-policy|connection|keep-alive)$/.test(
        name,
      ),
  )
  const target = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined
  return {
    ...Object.fromEntries(
      kept.filter(([name]) => name !== 'content-length' || writtenInto(answer, entered) === undefined),
    ),
    ...((target?.origin === url.origin || target?.origin === origin) && {
      location: target.pathname + target.search + target.hash,
    }),
    'content-security-policy': policyFor(headers['content-security-policy'] as string | undefined, home),
  }
}

/** Refuses what another origin made the browser send; a page that it frames or links to is another thing. */
const checkSite = ({ headers, method, host, protocol }: FastifyRequest) => {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  const visits = method === 'GET' && mode === 'navigate'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !visits)
    throw new Failure(403, 'this call came from another site')
  const isSocket = headers.upgrade !== undefined
  if ((isSocket || origin !== undefined) && origin !== `${protocol}://${host}`)
    throw new Failure(403, 'this call came from another site')
}

/** Who may come to others' consoles, and as whom. */
export type GuestApp = {
  /** Lets in whoever comes with a ticket. */
  admit(request: FastifyRequest, reply: FastifyReply): unknown
  /** What a request is about. Throws `Failure` 401 where nobody has entered. */
  stayOf(request: FastifyRequest): Stay
}

/** What answers on the origins of others' consoles: it knows no session of this one, and passes everything on. */
export const createGuestApp = async ({
  log,
  trustedProxies,
  admit,
  stayOf,
}: GuestApp & Pick<Listening, 'log' | 'trustedProxies'>): Promise<FastifyInstance> => {
  const app = Fastify({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 4096, querystringParser: () => ({}) },
    exposeHeadRoutes: false,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const open = new Set<Duplex>()
  const answers = new WeakMap<IncomingMessage, (answer: IncomingMessage) => void>()
  const proxy = createProxyServer({ selfHandleResponse: true, proxyTimeout: 0 })
  proxy.on('proxyRes', (answer, request) => answers.get(request)?.(answer))
  // whoever sent the request hears of it
  proxy.on('econnreset', () => undefined)

  const ask = (raw: IncomingMessage, given: IncomingMessage['headers'], response: ServerResponse, entered: Entered) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      answers.set(raw, resolve)
      raw.headers = headersFor(given, entered)
      const { url: target, agent } = entered
      proxy
        .web(raw, response, { target, agent })
        .catch((error: Error) => reject(new Failure(502, 'The console of the tenant does not answer', error.message)))
    })

  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    const given = { ...raw.headers }
    const stay = stayOf(request)
    const entered = await stay.entered()
    if (entered.via) checkBelow(raw.url ?? '')
    const answer = await ask(raw, given, reply.raw, entered)
    const isOver =
      (answer.statusCode === 401 || (answer.statusCode === 403 && raw.url === session)) &&
      ['GET', 'HEAD'].includes(request.method)
    if (isOver) {
      answer.resume()
      reply.raw.setMaxListeners(20)
    }
    const renewed = isOver ? await stay.again() : entered
    const last = isOver ? await ask(raw, given, reply.raw, renewed) : answer
    renewed.keep(last.headers['set-cookie'] ?? [])
    reply.hijack()
    const below = writtenInto(last, renewed)
    reply.raw.writeHead(last.statusCode ?? 502, headersFrom(last, renewed, stay.home))
    // whoever went away, or whatever broke off, is over by itself
    await pipeline([last, ...(below === undefined ? [] : [without(below)]), reply.raw]).catch(() => undefined)
  }

  const connect = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { socket, head }: { socket: Duplex; head: Buffer },
  ) => {
    const { raw } = request
    const entered = await stayOf(request).entered()
    if (entered.via) checkBelow(raw.url ?? '')
    raw.headers = { ...headersFor(raw.headers, entered), connection: 'Upgrade', upgrade: 'websocket' }
    reply.hijack()
    const { url: target, agent } = entered
    await proxy.ws(raw, socket as Parameters<typeof proxy.ws>[1], { target, agent }, head).catch(() => socket.destroy())
  }

  await app.register(cookies)
  app.removeAllContentTypeParsers()
  // it goes on as it comes
  app.addContentTypeParser('*', async () => undefined)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.addHook('onRequest', async (request) => checkSite(request))
  app.get(gate, async (request, reply) => admit(request, reply))
  app.all('/*', async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    return upgrade ? connect(request, reply, upgrade) : pass(request, reply)
  })
  app.addHook('onClose', async () => {
    for (const socket of open) socket.destroy()
  })
  await app.ready()
  app.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.set(raw, { socket, head })
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const response = new ServerResponse(raw)
    // a refusal is the end of it
    response.once('finish', () => socket.destroy())
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    app.routing(raw, response)
  })
  return app
}
