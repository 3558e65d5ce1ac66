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
  /** Stores cookies that it sets. */
  keep(lines: readonly string[]): void
  /** Whether the proxied console has a call, which depends on its version. */
  knows(call: string): Promise<boolean>
  /** Ends a stream when the user loses access. */
  follow(stream: Stream): void
}

/** The user for whom a console is proxied. */
export type ConsoleVisitor = {
  /**
   * Reads the console's address and root credentials with the user's permissions. Throws `Failure` if they are
   * insufficient.
   */
  find(): Promise<ProxiedConsole>
  /** Throws `Failure` 401 once the user's session has ended. */
  checkSession(): void
}

/** Maximum number of open sessions; the least recently used one is closed, and reopened on demand. */
const MAX_SESSIONS = 500

const IDLE = 15_000

/** Limits of our own calls to a tenant's console, whose owner may be hostile: bytes and ms. */
const [REPLY, DEADLINE] = [64 * 1024, 10_000]

/** Statuses that prove lost access or a deleted console; server errors prove neither. */
const isRefusal = (error: unknown) => error instanceof Failure && error.status < 500

const isSame = (one: ProxiedConsole, other: ProxiedConsole) => JSON.stringify(one) === JSON.stringify(other)

type SignedIn = Omit<SignedInConsole, 'follow'>

const enter = async ({ url, ca, pair, route }: ProxiedConsole): Promise<SignedIn> => {
  const trusted = ca && [...ca]
  const origin = route ? `${route.scheme}//${url.host}` : url.origin
  const cookies = createProxyCookies()
  const headOf = (method: string, path: string, headers: Record<string, string>) => ({
    method,
    path: url.pathname.replace(/\/$/, '') + path,
    headers: { host: url.host, ...headers, ...route?.headers },
  })
  const connect = async <T>(send: (transport: ReturnType<typeof createTransport>) => Promise<T>) => {
    const transport = createTransport(
      { url, ca: trusted, maxBytes: REPLY, deadline: DEADLINE },
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
  const body = Buffer.from(JSON.stringify(pair))
  const { status, headers } = await connect(async (transport) => {
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
      ? new https.Agent({ keepAlive: true, timeout: IDLE, ...(trusted && { ca: trusted }) })
      : new http.Agent({ keepAlive: true, timeout: IDLE })
  const knows = (path: string) =>
    connect(async (transport) => {
      const signal = AbortSignal.timeout(DEADLINE)
      const { status, body } = await transport.stream(headOf('GET', path, { cookie: cookies.header() }), { signal })
      // a report may be long, and only its status matters
      if (route && status >= 400) checkRefusal(status, await transport.readAll(body, signal))
      body.on('error', () => undefined).destroy()
      return ![404, 405, 501].includes(status)
    })
  return { url, agent, route, origin, cookie: cookies.header, keep: cookies.store, knows }
}

type ProxySession = {
  entered: Promise<SignedInConsole>
  visitor: ConsoleVisitor
  /** The console as it was last read, and when. */
  found: ProxiedConsole | undefined
  provenAt: number
  proof: Promise<void> | undefined
  streams: Set<Stream>
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Sessions at proxied consoles, kept on this server: browsers only hold a key to them. Every `proof` ms the console is
 * read again with the user's own permissions; if that fails, the session and its streams end.
 */
export const createProxySessions = ({ proof }: { proof: number }) => {
  const jars = new Map<string, ProxySession>()

  const drop = (key: string, jar: ProxySession) => {
    if (jars.get(key) === jar) jars.delete(key)
    clearTimeout(jar.timer)
    void jar.entered.then(
      ({ agent }) => agent.destroy(),
      () => undefined,
    )
  }

  const forget = (key: string) => {
    const jar = jars.get(key)
    if (!jar) return
    drop(key, jar)
    for (const stream of [...jar.streams]) stream.destroy()
  }

  /** Checks access again if the last check is older than `age` ms. */
  const prove = async (key: string, jar: ProxySession, age: number) => {
    if (Date.now() - jar.provenAt < age) return
    const since = Date.now()
    jar.proof ??= jar.visitor
      .find()
      .then(
        (found) => {
          jar.provenAt = since
          // the address or password has changed: the old session is invalid
          if (jar.found && !isSame(jar.found, found)) forget(key)
        },
        (error: unknown) => {
          if (isRefusal(error)) forget(key)
          throw error
        },
      )
      .finally(() => (jar.proof = undefined))
    await jar.proof
  }

  /** Checks access periodically while a console has open streams, since there may be no requests. */
  const watch = (key: string, jar: ProxySession) => {
    jar.timer ??= setTimeout(async () => {
      try {
        jar.visitor.checkSession()
        await prove(key, jar, proof / 2)
      } catch (error) {
        if (isRefusal(error)) forget(key)
      }
      jar.timer = undefined
      if (jars.get(key) === jar && jar.streams.size > 0) watch(key, jar)
    }, proof)
    jar.timer.unref()
  }

  const open = (key: string, visitor: ConsoleVisitor, streams: ProxySession['streams'] = new Set()): ProxySession => {
    const provenAt = Date.now()
    const jar: ProxySession = {
      visitor,
      found: undefined,
      provenAt,
      proof: undefined,
      streams,
      timer: undefined,
      entered: visitor.find().then(async (found) => {
        jar.found = found
        const follow = (stream: Stream) => {
          jar.streams.add(stream)
          stream.once('close', () => jar.streams.delete(stream))
          // it may have been closed in the meantime
          if (jars.get(key)?.streams === jar.streams) watch(key, jar)
          else stream.destroy()
        }
        return { ...(await enter(found)), follow }
      }),
    }
    jar.entered.catch(() => jars.get(key) === jar && forget(key))
    return jar
  }

  const store = (key: string, jar: ProxySession) => {
    jars.delete(key)
    jars.set(key, jar)
    const [oldest] = jars.keys()
    if (jars.size > MAX_SESSIONS && oldest !== undefined) forget(oldest)
    return jar.entered
  }

  return {
    /**
     * The console for a key: signs in on the first call, once for all concurrent callers. The access check is at most
     * `age` ms old. Throws `Failure`, and ends what is open, if access was lost.
     */
    get: async (key: string, visitor: ConsoleVisitor, age = proof): Promise<SignedInConsole> => {
      const jar = jars.get(key)
      if (jar) {
        jar.visitor = visitor
        await prove(key, jar, age)
      }
      const current = jars.get(key)
      return store(key, current ?? open(key, visitor))
    },

    /** Signs in again; streams stay open. */
    renew: (key: string, visitor: ConsoleVisitor): Promise<SignedInConsole> => {
      const former = jars.get(key)
      if (former) drop(key, former)
      const jar = open(key, visitor, former?.streams)
      if (jar.streams.size > 0) watch(key, jar)
      return store(key, jar)
    },

    /** Ends all sessions whose keys start with a text. */
    forgetAll: (start: string) => {
      for (const key of [...jars.keys()]) if (key.startsWith(start)) forget(key)
    },

    close: () => {
      for (const key of [...jars.keys()]) forget(key)
    },
  }
}
