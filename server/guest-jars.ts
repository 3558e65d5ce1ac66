import http from 'node:http'
import https from 'node:https'
import { Failure } from '../core/failure.ts'
import type { Guest, Via } from '../core/serve.ts'
import { createTransport } from '../engines/transport.ts'

/**
 * Another console that somebody has entered: where it is, how to get there, and the cookies that it has set for its own
 * session.
 */
export type Entered = {
  readonly url: URL
  readonly agent: http.Agent
  readonly via: Via | undefined
  /** What the other console takes for its own origin. */
  readonly origin: string
  /** As the other console is to get it. */
  cookie(): string
  /** Takes note of what it sets; browsers never see that. */
  keep(lines: readonly string[]): void
  /** Whether it knows a call; consoles of other versions have others. */
  knows(call: string): Promise<boolean>
}

/**
 * So many others' consoles are held open; whoever comes back to one that is not signs in there again, and notices
 * nothing.
 */
const MOST = 500

const IDLE = 15_000

const over = (attributes: string) => {
  const [, age] = /;\s*max-age=(-?\d+)/i.exec(attributes) ?? []
  const [, date] = /;\s*expires=([^;]+)/i.exec(attributes) ?? []
  return age === undefined ? date !== undefined && Date.parse(date) <= Date.now() : Number(age) <= 0
}

const enter = async ({ url, ca, pair, via }: Guest): Promise<Entered> => {
  const trusted = ca && [...ca]
  const origin = via ? `${via.scheme}//${url.host}` : url.origin
  const cookies = new Map<string, string>()
  const keep = (lines: readonly string[]) => {
    for (const line of lines) {
      const [, name = '', value = '', attributes = ''] = /^([^=;]+)=([^;]*)(.*)$/s.exec(line) ?? []
      if (value === '' || over(attributes)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = async (method: string, path: string, headers: Record<string, string>, body?: Buffer) => {
    const transport = createTransport({ url, ca: trusted }, { server: 'console of the tenant', ca: 'CONSOLE_KUBE_CA' })
    try {
      const { pathname, host } = url
      const answer = await transport.call(
        { method, path: pathname.replace(/\/$/, '') + path, headers: { host, ...headers, ...via?.headers } },
        body,
        {},
      )
      const refused = answer.status >= 400 && via?.refusal(answer.status, answer.body.toString())
      if (refused) throw refused
      return answer
    } finally {
      transport.close()
    }
  }
  const body = Buffer.from(JSON.stringify(pair))
  const { status, headers } = await call(
    'POST',
    '/api/v1/login',
    { 'content-type': 'application/json', 'content-length': String(body.length), origin },
    body,
  )
  if (status >= 400)
    throw new Failure(502, 'The console of the tenant does not let its own root account in', `It answered ${status}`)
  keep(headers['set-cookie'] ?? [])
  const agent =
    url.protocol === 'https:'
      ? new https.Agent({ keepAlive: true, timeout: IDLE, ...(trusted && { ca: trusted }) })
      : new http.Agent({ keepAlive: true, timeout: IDLE })
  const knows = async (path: string) =>
    ![404, 405, 501].includes((await call('GET', path, { cookie: cookie() })).status)
  return { url, agent, via, origin, cookie, keep, knows }
}

/** The others' consoles that people are in. What lets them in there stays here: a browser holds no more than a key. */
export const createJars = () => {
  const jars = new Map<string, Promise<Entered>>()
  const forget = (key: string) => {
    void jars.get(key)?.then(
      ({ agent }) => agent.destroy(),
      () => undefined,
    )
    jars.delete(key)
  }
  return {
    /** Under a key: what is there, or what signing in brings; the latter once for all who ask meanwhile. */
    get: (key: string, find: () => Promise<Guest>): Promise<Entered> => {
      const known = jars.get(key) ?? find().then(enter)
      jars.delete(key)
      jars.set(key, known)
      known.catch(() => jars.delete(key))
      const [oldest] = jars.keys()
      if (jars.size > MOST && oldest !== undefined) forget(oldest)
      return known
    },
    forget,
    /** All whose keys begin so. */
    forgetAll: (start: string) => {
      for (const key of [...jars.keys()]) if (key.startsWith(start)) forget(key)
    },
    close: () => {
      for (const key of [...jars.keys()]) forget(key)
    },
  }
}
