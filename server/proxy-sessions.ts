import http from 'node:http'
import https from 'node:https'
import { Failure } from '../core/protocol/failure.ts'
import type { ProxiedConsole, ProxyRoute } from '../core/protocol/serve.ts'
import { createTransport } from '../engines/transport.ts'
import { createProxyCookies } from './proxy-cookies.ts'
import { tenantRefusedRoot } from './messages.ts'

/** An open response or socket to a browser. */
type Stream = { destroy(): unknown; once(event: 'close', listener: () => void): unknown }

/** A signed-in proxied console: its address, its proxy, and the cookies of its session. */
export type SignedInConsole = {
  readonly url: URL
  readonly agent: http.Agent
  readonly route: ProxyRoute | undefined
  /** Origin of the proxied console, as it sees itself. */
  readonly origin: string
  /** `Cookie` header for its requests. */
  cookie(): string
  /** Stores the `Set-Cookie` lines of a response. */
  storeCookies(lines: readonly string[]): void
  /** Whether the proxied console has a call, which depends on its version. */
  hasCall(path: string): Promise<boolean>
  /** Destroys a stream when the user loses access. */
  endWithAccess(stream: Stream): void
}

/** The user for whom a console is proxied. */
export type ConsoleUser = {
  /**
   * Reads the console's address and root credentials with the user's permissions. Throws `Failure` if they are
   * insufficient.
   */
  readConsole(): Promise<ProxiedConsole>
  /** Throws `Failure` 401 once the user's session has ended. */
  checkSession(): void
}

/** Maximum number of open sessions; the least recently used one is closed, and reopened on demand. */
const MAX_SESSIONS = 500

/** Time after which idle connections are closed, in ms. */
const IDLE_TIMEOUT = 15_000

/** Limits of our own calls to a tenant's console, whose owner may be hostile: bytes and ms. */
const [MAX_RESPONSE, TIMEOUT] = [64 * 1024, 10_000]

/** Statuses that prove lost access or a deleted console; server errors prove neither. */
const isRefusal = (error: unknown) => error instanceof Failure && error.status < 500

const isSame = (one: ProxiedConsole, other: ProxiedConsole) => JSON.stringify(one) === JSON.stringify(other)

type SignedIn = Omit<SignedInConsole, 'endWithAccess'>

const signIn = async ({ url, ca, keyPair, route }: ProxiedConsole): Promise<SignedIn> => {
  const trusted = ca && [...ca]
  const origin = route ? `${route.scheme}//${url.host}` : url.origin
  const cookies = createProxyCookies()
  const headOf = (method: string, path: string, headers: Record<string, string>) => ({
    method,
    path: url.pathname.replace(/\/$/, '') + path,
    headers: { host: url.host, ...headers, ...route?.headers },
  })
  const withTransport = async <T>(send: (transport: ReturnType<typeof createTransport>) => Promise<T>) => {
    const transport = createTransport(
      { url, ca: trusted, maxBytes: MAX_RESPONSE, deadline: TIMEOUT },
      { server: 'console of the tenant', ca: 'CONSOLE_KUBE_CA' },
    )
    try {
      return await send(transport)
    } finally {
      transport.close()
    }
  }
  const checkRefusal = (status: number, body: Buffer) => {
    const refused = status >= 400 && route?.refusal(status, body.toString())
    if (refused) throw refused
  }
  const body = Buffer.from(JSON.stringify(keyPair))
  const { status, headers } = await withTransport(async (transport) => {
    const more = { 'content-type': 'application/json', 'content-length': String(body.length), origin }
    const response = await transport.call(headOf('POST', '/api/v1/login', more), body, {})
    checkRefusal(response.status, response.body)
    return response
  })
  if (status >= 400)
    throw new Failure(502, tenantRefusedRoot, {
      detail: `It responded with status ${status}`,
    })
  cookies.store(headers['set-cookie'] ?? [])
  const agent =
    url.protocol === 'https:'
      ? new https.Agent({ keepAlive: true, timeout: IDLE_TIMEOUT, ...(trusted && { ca: trusted }) })
      : new http.Agent({ keepAlive: true, timeout: IDLE_TIMEOUT })
  const hasCall = (path: string) =>
    withTransport(async (transport) => {
      const signal = AbortSignal.timeout(TIMEOUT)
      const { status, body } = await transport.stream(headOf('GET', path, { cookie: cookies.header() }), { signal })
      // a report may be long, and only its status matters
      if (route && status >= 400) checkRefusal(status, await transport.readAll(body, signal))
      body.on('error', () => undefined).destroy()
      return ![404, 405, 501].includes(status)
    })
  return { url, agent, route, origin, cookie: cookies.header, storeCookies: cookies.store, hasCall }
}

type ProxySession = {
  signedIn: Promise<SignedInConsole>
  user: ConsoleUser
  /** The console as it was last read. */
  lastRead: ProxiedConsole | undefined
  /** Time of the last access check, in ms since 1970. */
  checkedAt: number
  /** The running access check. */
  check: Promise<void> | undefined
  streams: Set<Stream>
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Sessions at proxied consoles, kept on this server: browsers only hold a key to them. Every `checkInterval` ms the
 * console is read again with the user's own permissions; if that fails, the session and its streams end.
 */
export const createProxySessions = ({ checkInterval }: { checkInterval: number }) => {
  const sessions = new Map<string, ProxySession>()

  /** Removes a session, but leaves its streams open. */
  const remove = (key: string, session: ProxySession) => {
    if (sessions.get(key) === session) sessions.delete(key)
    clearTimeout(session.timer)
    void session.signedIn.then(
      ({ agent }) => agent.destroy(),
      () => undefined,
    )
  }

  /** Ends a session and its streams. */
  const end = (key: string) => {
    const session = sessions.get(key)
    if (!session) return
    remove(key, session)
    for (const stream of [...session.streams]) stream.destroy()
  }

  /** Checks access again if the last check is older than `age` ms. */
  const recheck = async (key: string, session: ProxySession, age: number) => {
    if (Date.now() - session.checkedAt < age) return
    const since = Date.now()
    session.check ??= session.user
      .readConsole()
      .then(
        (found) => {
          session.checkedAt = since
          // the address or password has changed: the old session is invalid
          if (session.lastRead && !isSame(session.lastRead, found)) end(key)
        },
        (error: unknown) => {
          if (isRefusal(error)) end(key)
          throw error
        },
      )
      .finally(() => (session.check = undefined))
    await session.check
  }

  /** Checks access periodically while a console has open streams, since there may be no requests. */
  const checkWhileStreaming = (key: string, session: ProxySession) => {
    session.timer ??= setTimeout(async () => {
      try {
        session.user.checkSession()
        await recheck(key, session, checkInterval / 2)
      } catch (error) {
        if (isRefusal(error)) end(key)
      }
      session.timer = undefined
      if (sessions.get(key) === session && session.streams.size > 0) checkWhileStreaming(key, session)
    }, checkInterval)
    session.timer.unref()
  }

  const open = (key: string, user: ConsoleUser, streams: ProxySession['streams'] = new Set()): ProxySession => {
    const checkedAt = Date.now()
    const session: ProxySession = {
      user,
      lastRead: undefined,
      checkedAt,
      check: undefined,
      streams,
      timer: undefined,
      signedIn: user.readConsole().then(async (found) => {
        session.lastRead = found
        const endWithAccess = (stream: Stream) => {
          session.streams.add(stream)
          stream.once('close', () => session.streams.delete(stream))
          // it may have been closed in the meantime
          if (sessions.get(key)?.streams === session.streams) checkWhileStreaming(key, session)
          else stream.destroy()
        }
        return { ...(await signIn(found)), endWithAccess }
      }),
    }
    session.signedIn.catch(() => sessions.get(key) === session && end(key))
    return session
  }

  const store = (key: string, session: ProxySession) => {
    sessions.delete(key)
    sessions.set(key, session)
    const [oldest] = sessions.keys()
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) end(oldest)
    return session.signedIn
  }

  return {
    /**
     * The console for a key: signs in on the first call, once for all concurrent callers. The access check is at most
     * `age` ms old. Throws `Failure`, and ends what is open, if access was lost.
     */
    get: async (key: string, user: ConsoleUser, age = checkInterval): Promise<SignedInConsole> => {
      const session = sessions.get(key)
      if (session) {
        session.user = user
        await recheck(key, session, age)
      }
      const current = sessions.get(key)
      return store(key, current ?? open(key, user))
    },

    /** Signs in again; streams stay open. */
    renew: (key: string, user: ConsoleUser): Promise<SignedInConsole> => {
      const former = sessions.get(key)
      if (former) remove(key, former)
      const session = open(key, user, former?.streams)
      if (session.streams.size > 0) checkWhileStreaming(key, session)
      return store(key, session)
    },

    /** Ends all sessions whose keys start with a prefix. */
    endAll: (prefix: string) => {
      for (const key of [...sessions.keys()]) if (key.startsWith(prefix)) end(key)
    },

    close: () => {
      for (const key of [...sessions.keys()]) end(key)
    },
  }
}
