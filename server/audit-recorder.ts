import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { AuditEvent } from '../engines/lib/audit-event.ts'
import type { Endpoint, Feed as FeedEndpoint } from '../core/protocol/contract.ts'
import type { Call, Route } from '../core/protocol/serve.ts'
import type { Feed } from '../engines/feed.ts'
import { SignInRefused } from '../engines/sign-in-refused.ts'
import { failureOf } from './errors.ts'
import { withoutSecrets } from './without-secrets.ts'
import { isObject } from '../core/protocol/is-object.ts'

/**
 * Maximum length of a recorded object's state, in characters, and of the wait for the snapshot before a change, in ms.
 */
const [MAX_LENGTH, SNAPSHOT_TIMEOUT] = [16_384, 2000]

/** Runs a call, and emits an audit event if the call is audited and there is a listener. */
export type Recorder<Port> = <T>(
  route: Route<Port>,
  request: FastifyRequest,
  call: Call<Endpoint, Port>,
  work: () => Promise<T>,
) => Promise<T>

/** Parsed parts of a call. */
type CallParts = { params: Readonly<Record<string, string>>; query?: unknown; body?: unknown }

/** Recorded instead of a state that could not be rendered; the record itself must not be lost. */
const UNRENDERED = '"could not be recorded"'

const jsonOf = (cleaned: () => unknown): string | undefined => {
  try {
    const text = JSON.stringify(cleaned(), null, 2) as string | undefined
    return text !== undefined && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}\n…` : text
  } catch {
    return UNRENDERED
  }
}

const isSchema = (part: unknown): part is v.GenericSchema => typeof part === 'object' && part !== null

/** The read call for the before/after snapshot of a change, and its input. */
type Snapshot<Port> = { reader: Route<Port>; query: unknown; body: unknown }

/** Finds the read call for snapshots of a change: the one it names, or the one at the same path. */
const findSnapshot = <Port>(
  { endpoint }: Route<Port>,
  routes: readonly Route<Port>[],
  call: Call<Endpoint, Port>,
): Snapshot<Port> | undefined => {
  const { snapshotCall, method, path } = endpoint as Endpoint
  if (snapshotCall === false) return
  const request = typeof snapshotCall === 'object' ? snapshotCall.of(call.body) : undefined
  const name = typeof snapshotCall === 'string' ? snapshotCall : request?.call
  const reader = routes.find(
    ({ name: routeName, endpoint: candidate }) =>
      candidate.method !== 'FEED' &&
      candidate.effect === 'none' &&
      isSchema(candidate.reply) &&
      (name ? routeName === name : method !== 'POST' && candidate.method === 'GET' && candidate.path === path),
  )
  return (
    reader && {
      reader,
      query: request?.query ?? { ...textsOf(call.body), ...textsOf(call.query) },
      body: request?.body,
    }
  )
}

/** Text parameters of a call, as input for its snapshot call. */
const textsOf = (part: unknown): Record<string, string> =>
  isObject(part)
    ? Object.fromEntries(
        Object.entries(part).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** Fields that name an object if the path does not. */
const targetFields = [
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
  return targetFields.map((name) => texts[name]).find(Boolean) ?? ''
}

const sentOf = ({ query, body }: Pick<Endpoint, 'query' | 'body'>, call: { query?: unknown; body?: unknown }) => {
  const [queryPart, sent] = [
    isSchema(query) ? withoutSecrets(call.query, query) : undefined,
    isSchema(body) ? withoutSecrets(call.body, body) : undefined,
  ]
  return queryPart === undefined ? sent : sent === undefined ? queryPart : { query: queryPart, body: sent }
}

/** Audit event of a call, successful or not. */
const eventOf = (
  owner: string,
  { name, endpoint }: Pick<Route<never>, 'name' | 'endpoint'>,
  request: FastifyRequest,
  call: CallParts,
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

/** Replaces names of unknown accounts: users sometimes type their password into the wrong field. */
const UNKNOWN = '(unknown account)'

const nameIsKnown = (error: unknown) => error instanceof SignInRefused && error.account === 'exists'

const withoutName = (call: CallParts): CallParts =>
  textsOf(call.body).accessKey ? { ...call, body: { ...(call.body as object), accessKey: UNKNOWN } } : call

/** The request, if the state after the change cannot be read. */
const afterOf = (endpoint: Endpoint, call: CallParts): Pick<AuditEvent, 'after'> => {
  const text = jsonOf(() => sentOf(endpoint, call))
  return text === undefined ? {} : { after: text }
}

/** Passes on a feed's messages, and emits one audit event if the feed starts something. */
export type FeedRecorder = (
  feed: { name: string; endpoint: FeedEndpoint },
  request: FastifyRequest,
  call: CallParts,
  messages: AsyncIterable<unknown>,
) => AsyncIterable<unknown>

/** Creates the recorder for the feeds of a plugin. */
export const feedRecorderOf =
  (owner: string, auditEvents: Feed<AuditEvent> | undefined): FeedRecorder =>
  (feed, request, call, messages) => {
    const { endpoint } = feed
    if (!endpoint.starts?.(call.query) || !auditEvents?.hasSubscribers()) return messages
    const start = { time: Date.now(), began: performance.now() }
    let isRecorded = false
    const record = (status: number, error: string) => {
      if (isRecorded) return
      isRecorded = true
      const text = jsonOf(() => sentOf({ ...endpoint, body: undefined }, call))
      auditEvents.publish({
        ...eventOf(owner, feed, request, call, start),
        status,
        error: String(withoutSecrets(error, undefined)),
        ...(text !== undefined && { after: text }),
      })
    }
    return (async function* () {
      try {
        for await (const message of messages) {
          record(200, '')
          yield message
        }
      } catch (error) {
        const { status, message } = failureOf(error, request)
        record(status, message)
        throw error
      } finally {
        // a subscriber that leaves before the first message has still started it
        record(200, '')
      }
    })()
  }

/**
 * Creates the recorder for the calls of a plugin. Refused calls are recorded too; of callers without a session only
 * sign-ins and other checks that admit a caller.
 */
export const recorderOf = <Port>(
  owner: string,
  routes: readonly Route<Port>[],
  auditEvents: Feed<AuditEvent> | undefined,
): Recorder<Port> => {
  const readSnapshot = async (
    snapshot: Snapshot<Port> | undefined,
    call: Call<Endpoint, Port>,
  ): Promise<string | undefined> => {
    if (!snapshot) return undefined
    const { reader } = snapshot
    const endpoint = reader.endpoint as Endpoint | FeedEndpoint
    const query = endpoint.query && v.safeParse(endpoint.query, snapshot.query)
    const body = isSchema(endpoint.body) ? v.safeParse(endpoint.body, snapshot.body) : undefined
    if ((query && !query.success) || (body && !body.success)) return undefined
    const input = { ...call, query: query?.output, body: body?.output, files: undefined } as Call<Endpoint, Port>
    const late = new AbortController()
    try {
      const reply = await Promise.race([
        Promise.resolve(reader.handle(input)),
        pause(SNAPSHOT_TIMEOUT, undefined, { ref: false, signal: late.signal }),
      ])
      if (reply === undefined) return undefined
      return jsonOf(() => withoutSecrets(reply, isSchema(endpoint.reply) ? endpoint.reply : undefined))
    } catch {
      // the caller may not be allowed to read it, or it does not exist
      return undefined
    } finally {
      late.abort()
    }
  }

  return async (route, request, call, work) => {
    const endpoint = route.endpoint as Endpoint
    if (endpoint.effect === 'none' || !auditEvents?.hasSubscribers()) return work()
    const [time, began] = [Date.now(), performance.now()]
    const snapshot = findSnapshot(route, routes, call)
    const before = await readSnapshot(snapshot, call)
    const record = (
      status: number,
      error: string,
      parts: Pick<AuditEvent, 'before' | 'after'>,
      recorded: CallParts = call,
    ) => {
      auditEvents.publish({
        ...eventOf(owner, route, request, recorded, { time, began }),
        status,
        error: String(withoutSecrets(error, undefined)),
        ...parts,
      })
    }
    const sent = () => afterOf(endpoint, call)
    try {
      const result = await work()
      const after = await readSnapshot(snapshot, call)
      const isDeleted = endpoint.method === 'DELETE' && before !== undefined
      record(endpoint.status, '', {
        ...(before !== undefined && { before }),
        ...(after !== undefined ? { after } : isDeleted ? {} : sent()),
      })
      return result
    } catch (error) {
      const { status, message } = failureOf(error, request)
      const tried = request.credentials || nameIsKnown(error) ? call : withoutName(call)
      if (request.credentials || status === 401) record(status, message, afterOf(endpoint, tried), tried)
      throw error
    }
  }
}
