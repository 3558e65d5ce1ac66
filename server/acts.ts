import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Act } from '../core/act.ts'
import type { Endpoint, Feed as FeedEndpoint } from '../core/contract.ts'
import type { Call, Route } from '../core/serve.ts'
import type { Feed } from '../engines/feed.ts'
import { SignInRefused } from '../engines/sign-in-refused.ts'
import { failureOf } from './errors.ts'
import { withoutSecrets } from './without-secrets.ts'

/** So much of what a call was about is told, in letters, and so long what it was is waited for, in ms. */
const [MOST, PATIENCE] = [16_384, 2000]

/** Runs a call and tells of it, where it changes something and somebody hears that. */
export type Recorder<Port> = <T>(
  route: Route<Port>,
  request: FastifyRequest,
  call: Call<Endpoint, Port>,
  work: () => Promise<T>,
) => Promise<T>

/** The parts of a call, parsed. */
type Asked = { params: Readonly<Record<string, string>>; query?: unknown; body?: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Stands in a record for what could not be rendered: a record without it is better than none. */
const UNRENDERED = '"could not be recorded"'

const jsonOf = (cleaned: () => unknown): string | undefined => {
  try {
    const text = JSON.stringify(cleaned(), null, 2) as string | undefined
    return text !== undefined && text.length > MOST ? `${text.slice(0, MOST)}\n…` : text
  } catch {
    return UNRENDERED
  }
}

const isSchema = (part: unknown): part is v.GenericSchema => typeof part === 'object' && part !== null

/** What tells how the things stand that a call changes, and what is asked of it. */
type Sight<Port> = { seer: Route<Port>; query: unknown; body: unknown }

/** The call that tells what another one changes: the one that it names, or that reads at its path. */
const seeing = <Port>(
  { endpoint }: Route<Port>,
  routes: readonly Route<Port>[],
  call: Call<Endpoint, Port>,
): Sight<Port> | undefined => {
  const { seenBy, method, path } = endpoint as Endpoint
  const asked = typeof seenBy === 'object' ? seenBy.of(call.body) : undefined
  const name = asked?.call ?? (typeof seenBy === 'string' ? seenBy : undefined)
  const seer = routes.find(
    ({ name: own, endpoint: other }) =>
      other.method !== 'FEED' &&
      other.effect === 'none' &&
      isSchema(other.reply) &&
      (name ? own === name : method !== 'POST' && other.method === 'GET' && other.path === path),
  )
  return seer && { seer, query: asked?.query ?? { ...textsOf(call.body), ...textsOf(call.query) }, body: asked?.body }
}

/** Texts of a call by which another one asks for the same thing. */
const textsOf = (part: unknown): Record<string, string> =>
  isObject(part)
    ? Object.fromEntries(
        Object.entries(part).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** Names that a thing goes by where no path has it. */
const naming = [
  'key',
  'path',
  'prefix',
  'name',
  'accessKey',
  'group',
  'entityName',
  'selectedUser',
  'account_id',
] as const

const targetOf = ({ query, body }: { query?: unknown; body?: unknown }) => {
  const texts = { ...textsOf(body), ...textsOf(query) }
  return naming.map((name) => texts[name]).find(Boolean) ?? ''
}

const sentOf = ({ query, body }: Pick<Endpoint, 'query' | 'body'>, call: { query?: unknown; body?: unknown }) => {
  const [asked, sent] = [
    isSchema(query) ? withoutSecrets(call.query, query) : undefined,
    isSchema(body) ? withoutSecrets(call.body, body) : undefined,
  ]
  return asked === undefined ? sent : sent === undefined ? asked : { query: asked, body: sent }
}

/** What is told of every act, however it ended. */
const actOf = (
  owner: string,
  { name, endpoint }: Pick<Route<never>, 'name' | 'endpoint'>,
  request: FastifyRequest,
  call: Asked,
  { time, began }: { time: number; began: number },
) => ({
  id: request.id,
  time,
  took: Math.round((performance.now() - began) * 1e6),
  account: request.credentials?.account ?? textsOf(call.body).accessKey ?? '',
  address: request.ip,
  agent: String(request.headers['user-agent'] ?? ''),
  name: owner === 'core' ? name : `${owner}.${name}`,
  path: endpoint.path.replace(/:(\w+)/g, (_, part: string) => call.params[part] ?? ''),
  params: call.params,
  target: targetOf(call),
})

/** Stands for a name that no account has: people type passwords into the wrong field. */
const UNKNOWN = '(unknown account)'

const nameIsKnown = (error: unknown) => error instanceof SignInRefused && error.account === 'exists'

const withoutName = (call: Asked): Asked =>
  textsOf(call.body).accessKey ? { ...call, body: { ...(call.body as object), accessKey: UNKNOWN } } : call

/** What was sent, for want of how it stands now. */
const afterOf = (endpoint: Endpoint, call: Asked): Pick<Act, 'after'> => {
  const text = jsonOf(() => sentOf(endpoint, call))
  return text === undefined ? {} : { after: text }
}

/** Hands on a feed's messages, and tells of what it begins: once, when something came of it. */
export type FeedRecorder = (
  feed: { name: string; endpoint: FeedEndpoint },
  request: FastifyRequest,
  call: Asked,
  messages: AsyncIterable<unknown>,
) => AsyncIterable<unknown>

/** Tells of what the feeds of one plugin begin. */
export const feedRecorderOf =
  (owner: string, acts: Feed<Act> | undefined): FeedRecorder =>
  (feed, request, call, messages) => {
    const { endpoint } = feed
    if (!endpoint.begins?.(call.query) || !acts?.isFollowed()) return messages
    const start = { time: Date.now(), began: performance.now() }
    let isTold = false
    const tell = (status: number, error: string) => {
      if (isTold) return
      isTold = true
      const text = jsonOf(() => sentOf({ ...endpoint, body: undefined }, call))
      acts.publish({
        ...actOf(owner, feed, request, call, start),
        status,
        error: String(withoutSecrets(error, undefined)),
        ...(text !== undefined && { after: text }),
      })
    }
    return (async function* () {
      try {
        for await (const message of messages) {
          tell(200, '')
          yield message
        }
      } catch (error) {
        const { status, message } = failureOf(error, request)
        tell(status, message)
        throw error
      } finally {
        // whoever leaves before anything came has begun it all the same
        tell(200, '')
      }
    })()
  }

/**
 * Tells of what the calls of one plugin do. A refusal is told of as well; of strangers what lets them in, or does not.
 */
export const recorderOf = <Port>(
  owner: string,
  routes: readonly Route<Port>[],
  acts: Feed<Act> | undefined,
): Recorder<Port> => {
  const look = async (sight: Sight<Port> | undefined, call: Call<Endpoint, Port>): Promise<string | undefined> => {
    if (!sight) return undefined
    const { seer } = sight
    const endpoint = seer.endpoint as Endpoint | FeedEndpoint
    const query = endpoint.query && v.safeParse(endpoint.query, sight.query)
    const body = isSchema(endpoint.body) ? v.safeParse(endpoint.body, sight.body) : undefined
    if ((query && !query.success) || (body && !body.success)) return undefined
    const asked = { ...call, query: query?.output, body: body?.output, files: undefined } as Call<Endpoint, Port>
    const late = new AbortController()
    try {
      const seen = await Promise.race([
        Promise.resolve(seer.handle(asked)),
        pause(PATIENCE, undefined, { ref: false, signal: late.signal }),
      ])
      if (seen === undefined) return undefined
      return jsonOf(() => withoutSecrets(seen, isSchema(endpoint.reply) ? endpoint.reply : undefined))
    } catch {
      // whoever may change something may not see it, or it is not there
      return undefined
    } finally {
      late.abort()
    }
  }

  return async (route, request, call, work) => {
    const endpoint = route.endpoint as Endpoint
    if (endpoint.effect === 'none' || !acts?.isFollowed()) return work()
    const [time, began] = [Date.now(), performance.now()]
    const sight = seeing(route, routes, call)
    const before = await look(sight, call)
    const tell = (status: number, error: string, parts: Pick<Act, 'before' | 'after'>, asked: Asked = call) => {
      acts.publish({
        ...actOf(owner, route, request, asked, { time, began }),
        status,
        error: String(withoutSecrets(error, undefined)),
        ...parts,
      })
    }
    const sent = () => afterOf(endpoint, call)
    try {
      const result = await work()
      const after = await look(sight, call)
      const isGone = endpoint.method === 'DELETE' && before !== undefined
      tell(endpoint.status, '', {
        ...(before !== undefined && { before }),
        ...(after !== undefined ? { after } : isGone ? {} : sent()),
      })
      return result
    } catch (error) {
      const { status, message } = failureOf(error, request)
      const tried = request.credentials || nameIsKnown(error) ? call : withoutName(call)
      if (request.credentials || status === 401) tell(status, message, afterOf(endpoint, tried), tried)
      throw error
    }
  }
}
