import type { Server } from 'node:http'
import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { core } from '../core/protocol/calls.ts'
import { Failure } from '../core/protocol/failure.ts'
import type { Route, ServerPlugin } from '../core/protocol/serve.ts'
import type { Servers } from '../core/protocol/servers.ts'
import type { Engine } from '../engines/engine.ts'
import type { Installed } from './installed-plugins.ts'
import type { PluginValues } from './plugin-config.ts'
import { feedRecorderOf, recorderOf } from './audit-recorder.ts'
import { openPlugins, type OpenedPlugin } from './adapters.ts'
import type { BrandSettings } from './branding.ts'
import { createCookie, type SessionCookie } from './cookie.ts'
import { onRequests } from './request-log.ts'
import { failureOf, sendError, unknownPath, wrongMethod } from './errors.ts'
import { originOf } from './guard.ts'
import { addCompression } from './compress.ts'
import { decodeBase64Field } from './compat/base64-query.ts'
import { type AccessLogSettings, createAccessLog } from './access-log.ts'
import { createAdmission } from './admission.ts'
import { createExportLimit } from './export-limit.ts'
import { addProxyRoutes, type ConsoleProxy, type ConsoleSource, createConsoleProxy } from './proxied-consoles.ts'
import { addHealth } from './health.ts'
import { createInstance, type InstanceOptions } from './instance.ts'
import { logRequest } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { timeoutsOf } from './timeouts.ts'
import { claimedSections, pluginProblems } from './plugins.ts'
import { addReload } from './reload.ts'
import { addRoutes, createMethodsAt, isCall } from './routes.ts'
import type { Origins } from './origins.ts'
import { createSeal } from './seal.ts'
import { sessionFeeds, type SessionOptions, sessionRoutes, type PageRequest } from './session.ts'
import { createSessions, sessionOf, type Sessions } from './sessions.ts'
import type { AssertMaySubscribe } from './feeds.ts'
import { addFeeds, addSockets } from './sockets.ts'
import { StartError } from '../engines/start-error.ts'
import { sendFile, type FindVisitor, openSite, type Site } from './static.ts'
import { createBufferCache } from './buffer-cache.ts'
import { type CallOptions, createContexts } from './call-context.ts'
import type { Stopping } from './stop-on-signal.ts'
import { createThrottle } from './throttle.ts'
import type { Traces } from './traces.ts'
import { createFindVisitor } from './find-visitor.ts'
import { accessDenied } from '../engines/access-denied.ts'
import { hostOfTenantConsoles } from './messages.ts'

/** Settings of the deployment. */
export type AppConfig = InstanceOptions &
  Pick<SessionOptions, 'version' | 'sso' | 'localLogin' | 'tickets'> & {
    /** Key of the session cookies, 32 bytes. */
    key: Buffer
    /** Folder of the browser build; without it only the API is served. */
    dist: string | undefined
    metricsToken: string | undefined
    /** Origins of proxied consoles; `undefined` if they have no addresses. */
    origins: Origins | undefined
    /** Idle timeout of a session in seconds; `undefined` for none. */
    idleSeconds: number | undefined
    /** Whether the API is compatible with clients of the former console: `server/compat`. */
    legacyApi: boolean
    accessLog?: AccessLogSettings | undefined
    brand?: BrandSettings | undefined
    /** The storage servers, if the console has several. */
    servers?: Servers | undefined
    /** Path above `assets/`, if it is not the sub-path. */
    assets?: string | undefined
    /** Exports traces. */
    tracing?: Traces | undefined
    /** Set when the console is about to stop. */
    stopping?: Stopping | undefined
    /** Development mode: open pages are notified of new builds. */
    development: boolean
  }

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A session that the engine has ended is also removed from the browser; a failed sign-in leaves the old session. */
const addErrors = (app: FastifyInstance, cookie: SessionCookie, metrics: Metrics) => {
  app.setErrorHandler((error, request, reply) => {
    const { owner } = request.routeOptions.config
    if (owner && failureOf(error, request).status === 500) metrics.pluginError(owner)
    const isLost = error instanceof Failure && error.status === 401 && cookie.has(request)
    if (isLost && /^\/api\/v1\/(?!login)/.test(request.url)) cookie.clear(reply)
    return sendError(error, request, reply)
  })
}

/** Caller of calls without a session: engines grant it nothing. */
const anonymous = { account: '', accessKey: '', secretKey: '', sessionToken: '', expires: 0 }

/** Adds the calls and feeds of the core and of plugins. */
const addCalls = (
  app: FastifyInstance,
  plugins: readonly OpenedPlugin[],
  options: CallOptions,
  coreRoutes: readonly Route<PageRequest>[],
) => {
  const { engine, sessions } = options
  const contexts = createContexts(options)
  const permissions = async (request: FastifyRequest) =>
    (await engine.account(sessionOf(request), originOf(request))).permissions
  const assertMaySubscribe: AssertMaySubscribe = async (request, { allow }) => {
    if (allow === 'anyone') return
    const { mayAnywhere } = await permissions(request)
    const missing = allow === 'signed-in' ? undefined : allow.find((action) => !mayAnywhere(action))
    if (missing) throw accessDenied(missing, {}, `${missing} is no longer granted`)
  }
  const dependencies = {
    sessions,
    permissions,
    assertMaySubscribe,
    timeouts: timeoutsOf(options.timeouts),
    texts: createBufferCache(),
    limitExport: createExportLimit(),
    admission: createAdmission(options.throttle),
  }
  const compat = options.legacyApi ? { queryOf: decodeBase64Field, unknownFields: 'ignored' as const } : {}

  addRoutes(
    app,
    coreRoutes,
    (request, reply, signal) => ({
      ...contexts.call(request, reply, signal),
      backend: { request, reply },
      otherServer: contexts.otherServer('core', request),
    }),
    { ...dependencies, ...compat, owner: 'core', record: recorderOf('core', coreRoutes, engine.auditEvents) },
  )
  addFeeds(
    app,
    sessionFeeds(engine),
    (request, signal) => ({
      ...contexts.feed(request, signal),
      backend: { credentials: sessionOf(request), origin: originOf(request) },
      otherServer: contexts.otherServer('core', request),
    }),
    dependencies,
  )
  for (const { plugin, portOf } of plugins) {
    const { id, routes } = plugin
    const port = (request: FastifyRequest) => portOf?.(request.credentials ?? anonymous, originOf(request))
    addRoutes(
      app,
      routes,
      (request, reply, signal) => ({
        ...contexts.call(request, reply, signal),
        backend: port(request),
        otherServer: contexts.otherServer(id, request),
      }),
      { ...dependencies, ...compat, owner: id, record: recorderOf(id, routes, engine.auditEvents) },
    )
    const openFeed = (request: FastifyRequest, signal: AbortSignal) => ({
      ...contexts.feed(request, signal),
      backend: port(request),
      otherServer: contexts.otherServer(id, request),
    })
    addFeeds(app, routes, openFeed, { ...dependencies, recordFeed: feedRecorderOf(id, engine.auditEvents) })
  }
}

/** Query parameter names of calls that need a session, which may be logged: none is a secret. */
const queryNames = (plugins: readonly ServerPlugin[]): ReadonlySet<string> => {
  const endpoints = plugins.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint))
  return new Set(
    endpoints
      .filter(({ allow }) => allow !== 'anyone')
      .flatMap(({ query }) => (query && 'entries' in query ? Object.keys(query.entries as object) : [])),
  )
}

/** Whether an address is for probes, which use any host name. */
const isProbe = (address: string) => /^\/(healthz|readyz|metrics)(\?|$)/.test(address)

/** Measures, traces and logs all requests; of the query, only parameters with `loggable` names. */
const observeRequests = (
  app: FastifyInstance,
  { accessLog: accessSettings, tracing }: AppConfig,
  {
    metrics,
    loggable,
    end,
  }: { metrics: Metrics; loggable: ReadonlySet<string>; end: (request: FastifyRequest) => void },
) => {
  const isLoggable = (name: string) => loggable.has(name)
  const accessLog = accessSettings && createAccessLog(accessSettings, app.log)
  const begin = (request: FastifyRequest) => {
    metrics.begin(request)
    tracing?.begin(request)
  }
  app.addHook('onClose', async () => {
    accessLog?.flush()
    await tracing?.close()
  })
  onRequests(app, begin, (done) => {
    end(done.request)
    metrics.end(done)
    logRequest(done, isLoggable)
    accessLog?.add(done, isLoggable)
    tracing?.end(done)
  })
}

/** The proxied consoles of running plugins. */
const consoleSources = (plugins: readonly OpenedPlugin[]): ConsoleSource[] =>
  plugins.flatMap(({ plugin: { proxiedConsoles }, portOf }) => {
    if (!proxiedConsoles) return []
    const find: ConsoleSource['find'] = (session, params) =>
      proxiedConsoles.find({ backend: portOf?.(session), params })
    return [{ path: proxiedConsoles.path, find }]
  })

/** Passes requests for the hosts of proxied consoles to them, and opens their ports. */
const addConsoleProxy = (app: FastifyInstance, consoleProxy: ConsoleProxy) => {
  app.addHook('preClose', consoleProxy.close)
  consoleProxy.divert(app.server as Server)
  app.addHook('onReady', consoleProxy.listen)
  app.addHook('onRequest', async ({ hostname, url }) => {
    if (consoleProxy.isReservedHost(hostname) && !isProbe(url)) throw new Failure(421, hostOfTenantConsoles(hostname))
  })
}

/** Serves the browser files, and 404 or 405 for everything else. */
const addFiles = (app: FastifyInstance, respond: Respond, plugins: readonly ServerPlugin[]) => {
  const endpoints = plugins.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint))
  const methodsAt = createMethodsAt([...Object.values(core), ...endpoints.filter(isCall)])
  const refuseCall: Respond = async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const allowedMethods = methodsAt(request.url.split('?')[0] ?? '')
    if (allowedMethods.length > 0 && !allowedMethods.includes(request.method))
      throw wrongMethod(request, reply, allowedMethods)
  }
  app.route({ method: ['GET', 'HEAD'], url: '/*', onRequest: refuseCall, handler: respond })
  const refuse: Respond = async (request, reply) => {
    throw request.url.startsWith('/api/') ? unknownPath(request) : wrongMethod(request, reply, ['GET', 'HEAD'])
  }
  app.route({
    method: ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'],
    url: '/*',
    onRequest: [refuseCall, refuse],
    handler: refuse,
  })
}

/** Opens the browser build in `dist`; in development it is reopened after each build. */
const serveSite = async (
  app: FastifyInstance,
  { dist, subpath, assets, development, brand, servers }: AppConfig,
  frames: string | undefined,
  findVisitor: FindVisitor,
  plugins: readonly Installed[],
): Promise<Respond> => {
  const open = (folder: string) => openSite(folder, { subpath, assets, frames, plugins, brand, servers })
  let site: Site | undefined = dist === undefined ? undefined : await open(dist)
  if (dist !== undefined && development) {
    addReload(app, dist, async () => {
      site = await open(dist)
    })
  }
  return (request, reply) => sendFile(request, reply, site, findVisitor)
}

/**
 * Creates the server: all plugins' calls on one engine, the core's own calls, the browser files, and endpoints for
 * operators. Throws `StartError` with all problems of the plugins. Closing the app leaves the engine open.
 */
export const createApp = async (options: {
  /** Server halves to run. */
  plugins: readonly ServerPlugin[]
  /** Plugins that are turned off. */
  off?: readonly ServerPlugin[]
  /** All installed plugins, for their browser halves and the list of plugins. */
  installed?: readonly Installed[]
  /** Values of the plugins' variables; by default those of variables that are not set. */
  values?: PluginValues | undefined
  engine: Engine
  config: AppConfig
}): Promise<FastifyInstance> => {
  const { plugins, off = [], installed = [], engine, config } = options
  const problems = pluginProblems(plugins)
  if (problems.length > 0) throw new StartError(problems.join('\n'))

  const app = createInstance(config)
  const seal = createSeal(config.key)
  const cookie = createCookie(seal, config.subpath || '/')
  const baseSessions = createSessions(cookie, config.idleSeconds, config.legacyApi ? 'scripts too' : 'browsers')
  await app.register(cookies)
  await addSockets(app)
  addCompression(app)
  app.decorateRequest('credentials', null)
  let active: readonly ServerPlugin[] = []
  const metrics = createMetrics({
    activity: baseSessions.counts,
    plugins: () => [...plugins, ...off].map((plugin) => ({ id: plugin.id, isOn: active.includes(plugin) })),
  })
  app.addHook('onClose', async () => metrics.stop())
  observeRequests(app, config, { metrics, loggable: queryNames(plugins), end: baseSessions.removeRequest })
  app.addHook('onRequest', async (_request, reply) => {
    if (config.stopping?.requested) reply.header('connection', 'close')
  })
  addErrors(app, cookie, metrics)
  const running = await openPlugins(
    plugins,
    engine,
    app.log,
    options.installed &&
      ((id, reason) => {
        for (const plugin of installed) if (plugin.id === id && !plugin.problem) plugin.problem = reason
      }),
    options.values,
  )
  const sources = consoleSources(running)
  const consoleProxy = await createConsoleProxy({ ...config, seal, sources, sessions: baseSessions })
  addConsoleProxy(app, consoleProxy)
  /** Sessions whose end also ends their tickets and their access to proxied consoles. */
  const sessions: Sessions = {
    ...baseSessions,
    end: (session, because) => {
      consoleProxy.end(session)
      config.tickets?.all.end(session)
      baseSessions.end(session, because)
    },
  }
  active = running.map(({ plugin }) => plugin)
  const { tickets } = config
  tickets?.all.register(tickets.server, {
    portOf: (id) => running.find(({ plugin }) => plugin.id === id)?.portOf,
    isOpen: (session) => sessions.remainingTime(session) > 0,
    auditEvents: engine.auditEvents,
  })
  const sections = claimedSections([...plugins, ...off], (plugin) => active.includes(plugin))
  const callOptions = {
    ...config,
    engine,
    cookie,
    sessions,
    consoleProxy,
    throttle: createThrottle(),
    restart: { needed: false },
    metrics,
    plugins: active,
    sections,
    installed,
  }
  const coreRoutes = sessionRoutes(callOptions)
  addCalls(app, running, callOptions, coreRoutes)
  addProxyRoutes(
    app,
    sources.map(({ path }) => path),
    (request, path, to) =>
      consoleProxy.createEntryUrl(request, sessions.read(request) ?? sessionOf(request), path, { to }),
  )
  const respond = await serveSite(
    app,
    config,
    consoleProxy.frameSources,
    createFindVisitor(coreRoutes, cookie, sessions),
    installed.filter(({ problem }) => !problem),
  )
  const kind = engine.loginWithToken ? 'the API server' : 'the storage server'
  addHealth(app, {
    ready: () => engine.ready(),
    isStopping: () => config.stopping?.requested ?? false,
    storage: engine.address ? `${kind} at ${engine.address}` : 'the storage',
    metrics: metrics.text,
    token: config.metricsToken,
    page: respond,
  })
  addFiles(app, respond, active)
  return app
}
