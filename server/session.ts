import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { core, coreFeeds, type Statement } from '../core/protocol/calls.ts'
import type { Action } from '../core/protocol/contract.ts'
import { Failure } from '../core/protocol/failure.ts'
import { missingFeatures } from '../core/protocol/features.ts'
import { serve, type ServerPlugin } from '../core/protocol/serve.ts'
import type { Account, Credentials, Engine, Origin } from '../engines/engine.ts'
import { s3Actions } from '../engines/iam/actions.ts'
import type { PolicyDocument } from '../engines/iam/document.ts'
import { SignInRefused } from '../engines/sign-in-refused.ts'
import { createTimeSlice } from '../engines/lib/time-slice.ts'
import { sessionIdFor } from './compat/callers.ts'
import type { Session, SessionCookie } from './cookie.ts'
import { originOf } from './guard.ts'
import { withTimeout } from './health.ts'
import type { Metrics, SignInResult } from './metrics.ts'
import type { ConsoleProxy } from './proxied-consoles.ts'
import { invalidSession, sessionOf, type Sessions } from './sessions.ts'
import type { ServerTickets } from './server-tickets.ts'
import type { Sso } from './sso.ts'
import { countersOf, type Throttle, ThrottledError } from './throttle.ts'
import {
  signInNotStartedHere,
  ssoNotSetUp,
  signInWithPassword,
  signInFormOff,
  idpNotContacted,
  idpNotReachable,
  engineDidNotEndSession,
} from './messages.ts'

/** Context of the core's own calls, which use cookies and addresses instead of an engine's port. */
export type PageRequest = { request: FastifyRequest; reply: FastifyReply }

export type SessionOptions = {
  engine: Engine
  plugins: readonly ServerPlugin[]
  cookie: SessionCookie
  sessions: Sessions
  throttle: Throttle
  metrics: Pick<Metrics, 'signIn' | 'pluginError'>
  /** Whether the storage needs a restart, and the running one, which concurrent requests wait for. */
  restart: { needed: boolean; running?: Promise<void> }
  version: string
  /** Tickets for other servers, and the name of this one. */
  tickets?: { all: ServerTickets; server: string } | undefined
  sso: Sso | undefined
  /** Path below which the console is served: `/console`, or empty. */
  subpath: string
  /** Whether the API is compatible with clients of the former console: `server/compat`. */
  legacyApi: boolean
  consoleProxy: Pick<ConsoleProxy, 'createEntryUrl' | 'frameSources'>
  /** Whether the sign-in form is offered next to single sign-on. */
  localLogin: boolean
}

/** Refused sign-ins respond after a multiple of this time in ms, so that timing does not reveal the reason. */
const FAILURE_STEP = 400

/** Pages of the account, and what it lacks for the others. */
const pagesOf = (plugins: readonly ServerPlugin[], { permissions, features }: Account) => {
  const all = plugins.flatMap(({ pages, needs }) =>
    Object.entries(pages).map(([page, actions]) => {
      const needed = needs?.[page]
      return {
        page,
        actions: actions.filter((action) => !permissions.mayAnywhere(action)),
        ...(needed && !features.includes(needed) && { unavailable: missingFeatures[needed] }),
      }
    }),
  )
  const isAvailable = ({ actions, unavailable }: (typeof all)[number]) =>
    actions.length === 0 && unavailable === undefined
  return { pages: all.filter(isAvailable).map(({ page }) => page), withheld: all.filter((page) => !isAvailable(page)) }
}

/** Actions that make a list of buckets useful; accounts that only listen to events have their own page. */
const bucketActions = s3Actions.filter((action) => !action.startsWith('s3:Listen')) as readonly Action[]

const accountOf = (engine: Engine, { request }: PageRequest) => engine.account(sessionOf(request), originOf(request))

/** Ends sessions at the engine and in this process; an unreachable storage does not prevent that. */
const createEndSession =
  ({ engine, sessions }: SessionOptions) =>
  async (request: FastifyRequest, session: Session) => {
    sessions.end(session, invalidSession)
    await engine.logout(session, originOf(request)).catch((error: unknown) => {
      request.log.warn({ err: error }, engineDidNotEndSession)
    })
  }

const resultOf = (error: unknown): SignInResult => {
  if (error instanceof ThrottledError) return 'throttled'
  return error instanceof Failure && error.status === 401 ? 'failed' : 'error'
}

/** A sign-in with one of the strategies; `name` is the account name that was entered. */
type SignInAttempt = { name?: string; attempt: () => Promise<Credentials> }

/**
 * The sign-in shared by all login strategies: throttled, with uniform timing and message for all errors unless the
 * provider has authenticated the user. Ends the browser's previous session.
 */
const createSignIn = (options: SessionOptions) => {
  const { cookie, throttle, metrics } = options
  const endSession = createEndSession(options)
  return async ({ request, reply }: PageRequest, { name, attempt }: SignInAttempt) => {
    const started = performance.now()
    try {
      const credentials = await throttle(countersOf(request.ip, name), attempt)
      const former = cookie.read(request)
      const token = cookie.write(reply, credentials)
      if (former) await endSession(request, former)
      metrics.signIn('ok')
      return { sessionId: sessionIdFor(request, token, options.legacyApi) }
    } catch (error) {
      metrics.signIn(resultOf(error))
      if (error instanceof ThrottledError) reply.header('retry-after', error.seconds)
      if (!(error instanceof Failure) || error.status !== 401) throw error
      request.log.info({ err: error }, 'sign-in failed')
      await pause(FAILURE_STEP - ((performance.now() - started) % FAILURE_STEP))
      throw new SignInRefused(
        error instanceof SignInRefused ? error.account : 'unknown',
        name === undefined ? error.detail : undefined,
      )
    }
  }
}

const statementOf = ({
  Effect,
  Action,
  NotAction,
  Resource,
  NotResource,
  Condition,
}: PolicyDocument['Statement'][number]): Statement => ({
  effect: Effect,
  ...(Action && { actions: Action }),
  ...(NotAction && { notActions: NotAction }),
  ...(Resource && { resources: Resource }),
  ...(NotResource && { notResources: NotResource }),
  ...(Condition && { condition: JSON.stringify(Condition) }),
})

const describeCalls = async ({ plugins, version, subpath }: SessionOptions) => {
  const { callsOf, openApiOf } = await import('./openapi/document.ts')
  return openApiOf({ version, basePath: subpath, calls: callsOf(plugins) })
}

/** The core's own calls (console-api 1.5, 2.1, 3, 6). */
export const sessionRoutes = (options: SessionOptions) => {
  const { engine, plugins, cookie, sso } = options
  const signIn = createSignIn(options)
  const endSession = createEndSession(options)

  const strategy = async ({ request, reply }: PageRequest) => {
    const { demonstration: demo } = engine
    const details = {
      server: demo ? `Demonstration, sign in with ${demo.tokens.join(' or ')}` : engine.address,
      version: options.version,
      ...(engine.acceptsSessionToken && { session_token: 'optional' as const }),
      ...(engine.ldap && { ldap: true as const }),
    }
    const formStrategy = engine.loginWithToken ? ('service-account' as const) : ('form' as const)
    if (!sso) return { ...details, loginStrategy: formStrategy }
    try {
      const { redirect, secret } = await sso.begin(
        new URL(`${request.protocol}://${request.host}${options.subpath}/oauth_callback`),
      )
      cookie.storePending(reply, new URL(redirect).searchParams.get('state') ?? '', secret)
      if (engine.loginWithToken && options.localLogin)
        return { ...details, loginStrategy: 'redirect-service-account' as const, redirect }
      return { ...details, loginStrategy: 'redirect' as const, redirect, form: options.localLogin }
    } catch (error) {
      request.log.warn({ err: error }, idpNotReachable)
      if (options.localLogin) return { ...details, loginStrategy: formStrategy }
      throw new Failure(503, idpNotContacted)
    }
  }

  /** Throws `Failure` 403 if only single sign-on is allowed. */
  const assertForm = () => {
    if (sso && !options.localLogin) throw new Failure(403, signInFormOff)
  }

  let document: ReturnType<typeof describeCalls> | undefined

  return serve<typeof core, PageRequest>(core, {
    session: async ({ backend }) => {
      const account = await accountOf(engine, backend)
      const features = [
        ...account.features,
        ...(options.consoleProxy.frameSources ? (['proxied-consoles'] as const) : []),
      ]
      return {
        status: 'ok',
        ...pagesOf(plugins, { ...account, features }),
        features,
        operator: engine.loginWithToken !== undefined,
        ...(engine.demonstration && { demonstration: 'yes' as const }),
        distributedMode: account.features.includes('distributed'),
        account: account.name,
        password: account.password ?? 'owner',
        rights: account.rights ?? 'some',
        usesBuckets: bucketActions.some((action) => account.permissions.mayAnywhere(action)),
        ...(account.writes && { writes: account.writes }),
        plugins: plugins.map(({ id }) => id),
        ...(options.restart.needed &&
          account.permissions.mayAnywhere('admin:ServiceRestart') && { restart: 'needed' as const }),
      }
    },

    strategy: ({ backend }) => strategy(backend),

    login: ({ backend, body }) => {
      // names have no surrounding spaces, but passwords may
      const { secretKey, sessionToken } = body
      const keys = { accessKey: body.accessKey.trim(), secretKey, ...(engine.acceptsSessionToken && { sessionToken }) }
      assertForm()
      return signIn(backend, { name: keys.accessKey, attempt: () => engine.login(keys, originOf(backend.request)) })
    },

    loginOperator: ({ backend, body }) => {
      const { loginWithToken } = engine
      if (!loginWithToken) throw new Failure(400, signInWithPassword)
      assertForm()
      return signIn(backend, { attempt: () => loginWithToken(body.jwt) })
    },

    loginOauth: ({ backend, body }) => {
      const { loginWithIdToken } = engine
      if (!sso || !loginWithIdToken) throw new Failure(400, ssoNotSetUp)
      const attempt = async () => {
        const secret = cookie.takePending(backend.request, backend.reply, body.state)
        if (secret === undefined)
          throw new Failure(401, 'invalid Login', {
            detail: signInNotStartedHere,
          })
        return loginWithIdToken.call(engine, await sso.finish(secret, body), originOf(backend.request))
      }
      return signIn(backend, { attempt })
    },

    logout: async ({ backend }) => {
      cookie.clear(backend.reply)
      await endSession(backend.request, sessionOf(backend.request))
    },

    hasPermission: async ({ backend, body }) => {
      const { permissions, within } = await accountOf(engine, backend)
      const may = (action: Action, bucket: string, key: string) =>
        bucket ? permissions.may(action, { bucket, ...(key && { key }) }) : permissions.mayAnywhere(action)
      const [results, yieldIfDue]: [{ id: string; can: boolean }[], () => Promise<void>] = [[], createTimeSlice()]
      for (const { id, action, bucket_name: bucket, object, namespace } of body.actions) {
        const can =
          namespace && within ? (await within(namespace)).may(action as Action) : may(action as Action, bucket, object)
        results.push({ id, can })
        await yieldIfDue()
      }
      return { permissions: results }
    },

    granted: async ({ backend }) => {
      const [own, restriction] = (await accountOf(engine, backend)).documents
      return {
        own: own?.Statement.map(statementOf) ?? [],
        ...(restriction && { restriction: restriction.Statement.map(statementOf) }),
      }
    },

    server: async ({ backend }) => {
      const session = sessionOf(backend.request)
      const { account } = session
      try {
        await withTimeout(engine.ready(), 'the storage does not answer')
      } catch {
        return { state: 'down' as const, account }
      }
      const origin = originOf(backend.request)
      // refuses a session that the engine has ended
      const { name } = await engine.account(session, origin)
      return { state: 'up' as const, account: name, version: await engine.version?.(session, origin) }
    },

    serverTicket: async ({ backend }) => {
      await accountOf(engine, backend)
      const { tickets } = options
      if (!tickets) throw new Failure(501, 'this console has one server')
      return { ticket: tickets.all.issue(tickets.server, sessionOf(backend.request)) }
    },

    proxiedConsole: async ({ backend, body }) => {
      await accountOf(engine, backend)
      return {
        url: await options.consoleProxy.createEntryUrl(backend.request, sessionOf(backend.request), body.path, body),
      }
    },

    restart: async ({ backend }) => {
      const { permissions } = await accountOf(engine, backend)
      if (!permissions.mayAnywhere('admin:ServiceRestart')) throw new Failure(403, 'access denied')
      const { restart } = options
      restart.running ??= engine
        .restart(sessionOf(backend.request), originOf(backend.request))
        .finally(() => delete restart.running)
      await restart.running
      restart.needed = false
    },

    openapi: async ({ backend }) => {
      // refuses a session that the engine has ended
      await accountOf(engine, backend)
      return (document ??= describeCalls(options))
    },
  })
}

/**
 * Interval in ms at which an open page's session is checked: the console of a disabled user closes within this time.
 */
const CHECK_INTERVAL = 20_000

/** The core's own feed: it lasts as long as the engine accepts the session. An unreachable storage ends no session. */
export const sessionFeeds = (engine: Engine, every = CHECK_INTERVAL) =>
  serve<typeof coreFeeds, { credentials: Credentials; origin: Origin }>(coreFeeds, {
    async *session({ backend, signal }) {
      while (!signal.aborted) {
        await engine.account(backend.credentials, backend.origin).catch((error: unknown) => {
          if (error instanceof Failure && error.status === 401) throw error
        })
        yield { status: 'ok' }
        await pause(every, undefined, { signal }).catch(() => undefined)
      }
    },
  })
