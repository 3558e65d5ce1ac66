import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { core } from '../core/calls.ts'
import { Failure } from '../core/failure.ts'
import type { Route, ServerPlugin } from '../core/serve.ts'
import type { Engine } from '../engines/engine.ts'
import { openPlugins, type Running } from './adapters.ts'
import { createCookie, type SessionCookie } from './cookie.ts'
import { onRequests } from './done.ts'
import { answerError, unknownPath, wrongMethod } from './errors.ts'
import { originOf } from './guard.ts'
import { addCompression } from './compress.ts'
import { readFormer } from './former.ts'
import { addHealth } from './health.ts'
import { createInstance, type Listening } from './instance.ts'
import { logRequest } from './log.ts'
import { createMetrics } from './metrics.ts'
import { problemsOf } from './plugins.ts'
import { addReload } from './reload.ts'
import { addRoutes, addWrongMethods, isCall } from './routes.ts'
import { createSeal } from './seal.ts'
import { sessionFeeds, type SessionOptions, sessionRoutes, type Visit } from './session.ts'
import { addFeeds, addSockets } from './sockets.ts'
import { StartError } from '../engines/start-error.ts'
import { answerFile, type FindVisitor, openSite, type Site } from './static.ts'
import { createVisit } from './visit.ts'

/** What the app has to know of its deployment. */
export type AppConfig = Listening &
  Pick<SessionOptions, 'version' | 'sso' | 'localLogin'> & {
    /** 32 bytes that seal the session cookies. */
    key: Buffer
    /** The folder of the build; without one there are only the calls. */
    dist: string | undefined
    metricsToken: string | undefined
    /** Whether keys and prefixes come as base64 from whoever does not say otherwise, as from the former console's clients. */
    legacyPrefix: boolean
    /** Development: open pages are told of each new build. */
    development: boolean
  }

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A session that the engine no longer knows is taken from the browser too; a sign-in that failed leaves the old one. */
const addErrors = (app: FastifyInstance, cookie: SessionCookie) => {
  app.setErrorHandler((error, request, reply) => {
    const lost = error instanceof Failure && error.status === 401 && request.cookies.token !== undefined
    if (lost && /^\/api\/v1\/(?!login)/.test(request.url)) cookie.clear(reply)
    return answerError(error, request, reply)
  })
}

type CallOptions = SessionOptions & Pick<AppConfig, 'legacyPrefix'>

const addCalls = (app: FastifyInstance, running: readonly Running[], options: CallOptions, own: readonly Route<Visit>[]) => {
  const { engine, cookie } = options
  const about = ({ credentials, headers }: FastifyRequest, signal: AbortSignal) => ({
    account: credentials?.account ?? '',
    headers,
    signal,
  })
  const signIn = (reply: FastifyReply) => async (pair: { accessKey: string; secretKey: string }) => {
    cookie.write(reply, await engine.login(pair))
    return { sessionId: 'set as a cookie' }
  }
  const noSignIn = () => Promise.reject(new Error('A feed cannot sign anyone in: it has no answer to set a cookie in'))

  const signedIn = ({ credentials }: FastifyRequest) => {
    if (!credentials) throw new Failure(401, 'invalid session')
    return credentials
  }
  const permissions = async (request: FastifyRequest) => (await engine.account(signedIn(request), originOf(request))).permissions

  addRoutes(
    app,
    own,
    (request, reply, signal) => ({ ...about(request, signal), backend: { request, reply }, signIn: signIn(reply) }),
    cookie.read,
    permissions,
  )
  addFeeds(
    app,
    sessionFeeds(engine),
    (request, signal) => ({ ...about(request, signal), backend: signedIn(request), signIn: noSignIn }),
    cookie.read,
  )
  for (const { plugin, portOf } of running) {
    const { routes } = plugin
    const port = (request: FastifyRequest) => portOf?.(signedIn(request), originOf(request))
    addRoutes(
      app,
      routes,
      (request, reply, signal) => ({ ...about(request, signal), backend: port(request), signIn: signIn(reply) }),
      cookie.read,
      permissions,
      options.legacyPrefix ? readFormer : undefined,
    )
    addFeeds(
      app,
      routes,
      (request, signal) => ({ ...about(request, signal), backend: port(request), signIn: noSignIn }),
      cookie.read,
    )
  }
  const endpoints = running.flatMap(({ plugin }) => plugin.routes.map(({ endpoint }) => endpoint))
  addWrongMethods(app, [...Object.values(core), ...endpoints.filter(isCall)])
}

const addFiles = (app: FastifyInstance, answer: Answer) => {
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answer })
  const refuse: Answer = async (request, reply) => {
    throw request.url.startsWith('/api/') ? unknownPath(request) : wrongMethod(request, reply, ['GET', 'HEAD'])
  }
  app.route({ method: ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'], url: '/*', onRequest: refuse, handler: refuse })
}

/** The browser half as it lies in `dist`; in development it is read again after each build. */
const serveSite = async (app: FastifyInstance, { dist, subpath, development }: AppConfig, visit: FindVisitor): Promise<Answer> => {
  let site: Site | undefined = dist === undefined ? undefined : await openSite(dist, subpath)
  if (dist !== undefined && development) {
    addReload(app, dist, async () => {
      site = await openSite(dist, subpath)
    })
  }
  return (request, reply) => answerFile(request, reply, site, visit)
}

/**
 * The server half: every plugin's calls on one engine, core's own, the browser half's files, and what operators need.
 * Throws `StartError` naming everything that is wrong with the plugins. Closing it leaves the engine open.
 */
export const createApp = async (options: {
  plugins: readonly ServerPlugin[]
  engine: Engine
  config: AppConfig
}): Promise<FastifyInstance> => {
  const { plugins, engine, config } = options
  const problems = problemsOf(plugins)
  if (problems.length > 0) throw new StartError(problems.join('\n'))

  const app = createInstance(config)
  const cookie = createCookie(createSeal(config.key), config.subpath || '/')
  await app.register(cookies)
  await addSockets(app)
  addCompression(app)
  app.decorateRequest('credentials', null)
  const metrics = createMetrics()
  app.addHook('onClose', async () => metrics.stop())
  onRequests(app, metrics.begin, (done) => {
    metrics.end(done)
    logRequest(done)
  })
  addErrors(app, cookie)
  const running = await openPlugins(plugins, engine, app.log)
  const parts = { ...config, plugins: running.map(({ plugin }) => plugin), engine, cookie }
  const own = sessionRoutes(parts)
  addCalls(app, running, parts, own)
  const page = await serveSite(app, config, createVisit(own, cookie))
  addHealth(app, { ready: () => engine.ready(), metrics: metrics.text, token: config.metricsToken, page })
  addFiles(app, page)
  return app
}
