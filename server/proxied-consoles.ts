import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, Server } from 'node:http'
import * as v from 'valibot'
import { matchPath } from '../core/protocol/address.ts'
import { Failure } from '../core/protocol/failure.ts'
import type { ProxiedConsole } from '../core/protocol/serve.ts'
import type { Session } from './cookie.ts'
import type { ProxyAuthentication } from './proxy-app.ts'
import { createProxySessions } from './proxy-sessions.ts'
import { createSealedGrants, createStoredGrants, ProxyGrant } from './proxy-grants.ts'
import type { InstanceOptions } from './instance.ts'
import { ENTRY_PATH, type Origins } from './origins.ts'
import { timeoutsOf } from './timeouts.ts'
import type { Seal } from './seal.ts'
import type { Sessions } from './sessions.ts'
import {
  tenantConsoleHasNoPage,
  openFromConsoleAgain,
  noConsoleAtAddress,
  setTenantUrl,
  tenantConsolesNeedAddress,
  namePageOfOtherConsole,
  redirectToOtherSite,
  proxySessionEnded,
} from './messages.ts'

/** Lifetime of a ticket to a proxied console's origin, in ms. */
const TICKET_LIFETIME = 30_000

/**
 * Lifetime of a grant, in ms. It is renewed while a tab of this console is open in the same session, so that an ended
 * session, even one ended in another process, ends access to the tenant.
 */
const GRANT_LIFETIME = 3 * 60_000

/** Content of a ticket. The grant is called `visit`, as in tickets of earlier versions, which replicas may exchange. */
const Ticket = v.object({ visit: ProxyGrant, to: v.string(), until: v.number() })

/** Proxied consoles of plugins: each at its path, read with a user's permissions. */
export type ConsoleSource = {
  path: string
  find(session: Session, params: Record<string, string>): Promise<ProxiedConsole>
}

export type ProxyOptions = Pick<InstanceOptions, 'log' | 'trustedProxies' | 'timeouts' | 'tls'> & {
  seal: Seal
  sessions: Pick<Sessions, 'remainingTime' | 'stateOf'>
  origins: Origins | undefined
  sources: readonly ConsoleSource[]
}

const sessionEnded = new Failure(401, proxySessionEnded)

/** Address of a page at an origin. Throws `Failure` 422 for a text that leads to another origin. */
const pageAt = (origin: string, to: string) => {
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined
  if (url?.origin !== origin)
    throw new Failure(422, redirectToOtherSite, {
      field: 'to',
      detail: namePageOfOtherConsole,
    })
  // browsers resolve a path with two leading slashes to another host
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash
}

const noAddress = new Failure(503, tenantConsolesNeedAddress, {
  detail: setTenantUrl,
})

/**
 * Proxied consoles (operator 4.10). A frame of this console loads the proxied one's own origin with a ticket, which
 * becomes a cookie there. No script of a proxied console shares an origin with this console or a third one, and no
 * credentials reach a browser.
 */
export const createConsoleProxy = async ({ seal, origins, sources, sessions, ...listening }: ProxyOptions) => {
  const proxySessions = createProxySessions({ checkInterval: timeoutsOf(listening.timeouts).feed })
  const endedSessions = new Map<string, number>()
  const grants = origins?.ports ? createStoredGrants() : createSealedGrants(seal)

  const sourceAt = (path: string) => {
    for (const source of sources) {
      const params = matchPath(source.path, path)
      // a console has one path, and so one origin, however its path is spelled
      if (params)
        return { source, params, path: source.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') }
    }
    throw new Failure(404, noConsoleAtAddress)
  }
  const readerOf = ({ path, session }: ProxyGrant) => {
    const { source, params } = sourceAt(path)
    return () => source.find(session, params)
  }
  const keyOf = ({ path, session }: ProxyGrant) => `${session.id} ${path}`
  const checkSession = ({ session, until }: ProxyGrant) => {
    const { isOpen } = sessions.stateOf(session)
    if (endedSessions.has(session.id) || sessions.remainingTime(session) <= 0 || (until <= Date.now() && !isOpen))
      throw sessionEnded
  }
  const userOf = (grant: ProxyGrant) => ({ readConsole: readerOf(grant), checkSession: () => checkSession(grant) })

  /** Renews a grant while this console is open. */
  const renew = (reply: FastifyReply, grant: ProxyGrant) => {
    const { lastUsed, isOpen } = sessions.stateOf(grant.session)
    if (!isOpen || grant.until - Date.now() > GRANT_LIFETIME / 2) return
    grants.renew(reply, { ...grant, until: Date.now() + GRANT_LIFETIME, session: { ...grant.session, lastUsed } })
  }

  const grantOf = (request: FastifyRequest): ProxyGrant => {
    const grant = grants.read(request)
    if (!grant || !origins?.has(request.headers.host, grant.path)) throw new Failure(401, openFromConsoleAgain)
    checkSession(grant)
    return grant
  }

  /** Tickets are part of URLs, which proxies log: each is valid once. */
  const usedTickets = new Set<string>()

  const authentication: ProxyAuthentication = {
    targetOf: (request, reply) => {
      const grant = grantOf(request)
      renew(reply, grant)
      const [key, user] = [keyOf(grant), userOf(grant)]
      return {
        home: grant.home,
        signedIn: () => proxySessions.get(key, user),
        signInAgain: () => proxySessions.renew(key, user),
      }
    },
    redeemTicket: (request, reply) => {
      const sealed = new URLSearchParams(request.raw.url?.split('?')[1]).get('ticket') ?? ''
      const text = seal.open(sealed, 'ticket')
      const ticket = text === undefined ? undefined : v.parse(Ticket, JSON.parse(text))
      const isUsed = usedTickets.has(sealed)
      if (!ticket || isUsed || ticket.until < Date.now() || !origins?.has(request.headers.host, ticket.visit.path))
        throw new Failure(401, openFromConsoleAgain)
      usedTickets.add(sealed)
      setTimeout(() => usedTickets.delete(sealed), TICKET_LIFETIME).unref()
      checkSession(ticket.visit)
      grants.begin(reply, ticket.visit)
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(ticket.to, 303)
    },
  }
  // most deployments proxy no console
  const app =
    origins && sources.length > 0
      ? await (await import('./proxy-app.ts')).createProxyApp({
          ...listening,
          ...authentication,
          ports: origins.ports,
        })
      : undefined

  /** Routes requests for the origins of proxied consoles to them, never to this console. */
  const divert = (server: Server) => {
    const emit = server.emit.bind(server)
    server.emit = (event: string, ...rest: unknown[]) => {
      const request = rest[0] as IncomingMessage | undefined
      const isProxied = app && (event === 'request' || event === 'upgrade') && origins?.has(request?.headers.host)
      return isProxied ? app.server.emit(event, ...rest) : emit(event, ...rest)
    }
  }
  let onPorts: { close: () => void } | undefined

  return {
    /** Sources for `frame-src` of pages that frame proxied consoles; `undefined` if there are none. */
    frameSources: origins && sources.length > 0 ? origins.all : undefined,

    /**
     * Signs in to the console at a path, and returns the address of `to` in it for a frame. Throws `Failure` 501 if
     * that console lacks the call that its page `needs`.
     */
    createEntryUrl: async (
      request: FastifyRequest,
      session: Session,
      address: string,
      { to, needs }: { to: string; needs?: string | undefined },
    ): Promise<string> => {
      const { path } = sourceAt(address)
      const home = `${request.protocol}://${request.host}`
      const grant: ProxyGrant = { path, home, session, until: Date.now() + GRANT_LIFETIME }
      const user = userOf(grant)
      if (!origins) throw noAddress
      const page = pageAt(home, to)
      const proxied = await proxySessions.get(keyOf(grant), user, 0)
      if (needs !== undefined && !(await proxied.hasCall(needs)))
        throw new Failure(501, tenantConsoleHasNoPage, { detail: `It does not have ${needs}` })
      // only now is it certain that the console exists, and gets a port
      const origin = origins.of(path)
      const ticket = seal.close(
        JSON.stringify({ visit: grant, to: page, until: Date.now() + TICKET_LIFETIME }),
        'ticket',
      )
      return `${origin}${ENTRY_PATH}?ticket=${ticket}`
    },

    /** Ends all grants of a session. */
    end: ({ id, expires }: Session) => {
      const now = Date.now()
      for (const [other, until] of endedSessions) if (until < now) endedSessions.delete(other)
      endedSessions.set(id, expires)
      proxySessions.endAll(`${id} `)
      grants.end(id)
    },

    divert,

    /** Listens on the ports of the proxied consoles, if they have some. Throws `StartError`. */
    listen: async () => {
      if (!app || !origins?.ports) return
      const { listenOnTenantPorts } = await import('./tenant-ports.ts')
      onPorts = await listenOnTenantPorts(origins.ports, { tls: listening.tls, divert })
    },

    /** Whether a host name belongs to the proxied consoles: this console must not be used there. */
    isReservedHost: (hostname: string) => app !== undefined && hostname.toLowerCase() === origins?.ports?.hostname,

    close: async () => {
      onPorts?.close()
      proxySessions.close()
      await app?.close()
    },
  }
}

export type ConsoleProxy = Awaited<ReturnType<typeof createConsoleProxy>>

/** Addresses of proxied consoles within this one, for frames and links: they redirect to the consoles' own origins. */
export const addProxyRoutes = (
  app: FastifyInstance,
  paths: readonly string[],
  createEntryUrl: (request: FastifyRequest, path: string, to: string) => Promise<string>,
) => {
  const redirect = async (request: FastifyRequest, reply: FastifyReply) => {
    const [address = '', query = ''] = (request.raw.url ?? '').split('?')
    const [, path = '', rest = '/'] = /(\/api\/proxy\/[^/]+\/[^/]+)(\/.*)?$/.exec(address) ?? []
    // parameter by which the former console passed its base path; here the proxied console is at the root
    const search = new URLSearchParams(query)
    for (const name of ['cp', 'cpb']) search.delete(name)
    const url = await createEntryUrl(request, path, `${rest}${search.size > 0 ? `?${search}` : ''}`)
    return reply
      .removeHeader('x-frame-options')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
      .redirect(url, 303)
  }
  for (const path of paths) for (const url of [path, `${path}/*`]) app.get(url, redirect)
}
