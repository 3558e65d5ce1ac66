import cookies from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import http, { type IncomingMessage, ServerResponse } from 'node:http'
import https from 'node:https'
import { type Duplex, pipeline } from 'node:stream'
import { Failure } from '../core/protocol/failure.ts'
import { sendError } from './errors.ts'
import { handshakeFor, headersFor, responseFor, insertedPathOf } from './proxy-headers.ts'
import type { SignedInConsole } from './proxy-sessions.ts'
import { assertNoTraversal, removeText } from './proxy-path.ts'
import type { InstanceOptions } from './instance.ts'
import { ENTRY_PATH, type TenantPorts } from './origins.ts'
import {
  callFromOtherSite,
  callWithoutSite,
  serviceWorkersRefused,
  tenantConsoleNotAnswering,
  updateBrowser,
} from './messages.ts'

/** Target of requests to one origin. */
export type ProxyTarget = {
  /** The proxied console; signs in again if its session has ended. */
  signedIn(): Promise<SignedInConsole>
  /** Forces a new sign-in. */
  signInAgain(): Promise<SignedInConsole>
  /** Origin of this console, the only one that may frame the proxied one. */
  home: string
}

/** Call by which pages check their session; some versions respond to an expired one with 403. */
const SESSION_PATH = '/api/v1/session'

/**
 * Rejects requests forged by another origin; navigating to a page or framing it is allowed. Browsers send the cookies
 * of a host to all of its ports: where origins share a host, requests have to say where they come from.
 */
const checkSite = ({ headers, method, host, protocol }: FastifyRequest, ports: TenantPorts | undefined) => {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  const isNavigation = method === 'GET' && mode === 'navigate'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation)
    throw new Failure(403, callFromOtherSite)
  const isSocket = headers.upgrade !== undefined
  if ((isSocket || origin !== undefined) && origin !== `${ports?.scheme ?? protocol}://${host}`)
    throw new Failure(403, callFromOtherSite)
  if (ports && site === undefined && origin === undefined)
    throw new Failure(403, callWithoutSite, { detail: updateBrowser })
  // it would answer for all later pages of the origin
  if (headers['service-worker'] !== undefined) throw new Failure(403, serviceWorkersRefused)
}

/** Opens a request to the proxied console for one to this server. */
const open = (raw: IncomingMessage, proxied: SignedInConsole, more: Record<string, string> | '' | undefined) => {
  const { url, agent } = proxied
  return (url.protocol === 'https:' ? https : http).request(url, {
    agent,
    method: raw.method,
    path: url.pathname.replace(/\/$/, '') + raw.url,
    headers: { ...headersFor(raw.headers, proxied), ...(more || undefined) },
  })
}

/**
 * Sends a request to the proxied console; it is aborted when the browser disconnects. Throws `Failure` 502 if the
 * console is unreachable.
 */
const send = (
  raw: IncomingMessage,
  proxied: SignedInConsole,
  { response, body }: { response: ServerResponse; body?: IncomingMessage },
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const request = open(raw, proxied, body && raw.headers['transfer-encoding'] && { 'transfer-encoding': 'chunked' })
    if (!body) request.removeHeader('content-length')
    const leave = () => request.destroy()
    const fail = (error?: Error) => reject(new Failure(502, tenantConsoleNotAnswering, { detail: error?.message }))
    response.once('close', leave)
    request
      .once('response', resolve)
      .once('error', fail)
      .once('close', () => {
        response.off('close', leave)
        fail()
      })
    if (body) body.pipe(request)
    else request.end()
  })

/** Authentication for the proxied consoles. */
export type ProxyAuthentication = {
  /** Exchanges a ticket for a cookie. */
  redeemTicket(request: FastifyRequest, reply: FastifyReply): unknown
  /** Target of a request. Throws `Failure` 401 without a valid cookie. */
  targetOf(request: FastifyRequest, reply: FastifyReply): ProxyTarget
}

/** Server for the origins of proxied consoles: it accepts no session of this console, and forwards everything. */
export const createProxyApp = async ({
  log,
  trustedProxies,
  redeemTicket,
  targetOf,
  ports,
}: ProxyAuthentication &
  Pick<InstanceOptions, 'log' | 'trustedProxies'> & {
    /** Ports, if the origins differ by port only. */
    ports: TenantPorts | undefined
  }): Promise<FastifyInstance> => {
  const app = Fastify({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 4096, querystringParser: () => ({}) },
    exposeHeadRoutes: false,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const sockets = new Set<Duplex>()

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    const target = targetOf(request, reply)
    const proxied = await target.signedIn()
    if (proxied.route) assertNoTraversal(raw.url ?? '')
    const firstResponse = await send(raw, proxied, { response: reply.raw, body: raw })
    const hasExpired =
      (firstResponse.statusCode === 401 || (firstResponse.statusCode === 403 && raw.url === SESSION_PATH)) &&
      ['GET', 'HEAD'].includes(request.method)
    if (hasExpired) firstResponse.resume()
    const current = hasExpired ? await target.signInAgain() : proxied
    const response = hasExpired ? await send(raw, current, { response: reply.raw }) : firstResponse
    current.storeCookies(response.headers['set-cookie'] ?? [])
    try {
      const { status, headers } = responseFor(response, current, target.home)
      const insertedPath = insertedPathOf(response, current)
      current.endWithAccess(reply.raw)
      return reply
        .code(status)
        .headers(headers)
        .send(insertedPath === undefined ? response : pipeline(response, removeText(insertedPath), () => undefined))
    } catch (error) {
      response.destroy()
      throw error
    }
  }

  const forwardUpgrade = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { socket, head }: { socket: Duplex; head: Buffer },
  ) => {
    const { raw } = request
    const proxied = await targetOf(request, reply).signedIn()
    if (proxied.route) assertNoTraversal(raw.url ?? '')
    reply.hijack()
    const upstream = open(raw, proxied, { connection: 'Upgrade', upgrade: 'websocket' })
    socket.once('close', () => upstream.destroy()).on('error', () => upstream.destroy())
    upstream.once('error', () => socket.destroy())
    upstream.once('response', (response) => {
      response.destroy()
      socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    })
    upstream.once('upgrade', (response, peer: Duplex, first: Buffer) => {
      peer.once('close', () => socket.destroy()).on('error', () => socket.destroy())
      socket.once('close', () => peer.destroy())
      socket.write(handshakeFor(response))
      if (first.length > 0) socket.write(first)
      if (head.length > 0) peer.write(head)
      peer.pipe(socket).pipe(peer)
      proxied.endWithAccess(socket)
    })
    upstream.end()
  }

  await app.register(cookies)
  app.removeAllContentTypeParsers()
  // bodies are forwarded as they arrive
  app.addContentTypeParser('*', async () => undefined)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    // browsers then run each origin in its own process where they can
    reply.header('origin-agent-cluster', '?1')
    checkSite(request, ports)
  })
  app.get(ENTRY_PATH, async (request, reply) => redeemTicket(request, reply))
  app.all('/*', async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    return upgrade ? forwardUpgrade(request, reply, upgrade) : forward(request, reply)
  })
  app.addHook('onClose', async () => {
    for (const socket of sockets) socket.destroy()
  })
  await app.ready()
  app.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.set(raw, { socket, head })
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const response = new ServerResponse(raw)
    // the socket is closed after an error response
    response.once('finish', () => socket.destroy())
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    app.routing(raw, response)
  })
  return app
}
