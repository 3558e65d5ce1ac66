import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, Feed } from '../core/protocol/contract.ts'
import { Failure } from '../core/protocol/failure.ts'
import type { Call, Context, Route } from '../core/protocol/serve.ts'
import type { FeedRecorder } from './audit-recorder.ts'
import type { Session } from './cookie.ts'
import { errorBody, failureOf } from './errors.ts'
import { parsePart } from './parse.ts'
import type { Timeouts } from './timeouts.ts'
import { readQuery } from './query.ts'
import { decodedParams } from './routes.ts'
import { invalidSession, type Sessions } from './sessions.ts'
import type { BufferCache } from './buffer-cache.ts'

/** Maximum delay of a timer, in ms. */
const MAX_DELAY = 2 ** 31 - 1
/** Bytes sent ahead of what a subscriber has received, and bytes queued beyond that. */
const MAX_AHEAD = 256 * 1024
const MAX_QUEUED = 512 * 1024
/** Polling interval in ms for a slow subscriber's progress. */
const POLL_INTERVAL = 20
/** Minimum time in ms between two batches: a page that handles each message by itself has no time left to draw. */
const BATCH_INTERVAL = 50
/** Size in bytes at which a batch is complete. */
const BATCH_SIZE = 64 * 1024

export type FeedTransport = {
  /** Aborted when the subscriber disconnects. */
  signal: AbortSignal
  /** Bytes that the subscriber has not received yet. */
  bufferedBytes(): number
  /** Sends texts as bytes, whose buffers may be shared by subscribers. */
  send(messages: readonly Buffer[]): void
  /** Reports that messages were dropped at this point. */
  reportDropped(count: number): void
  /**
   * Closes the transport, after what was sent before, with a WebSocket close code and a reason. `failure` is the error
   * response that a call would have had; a reason has no room for it.
   */
  close(code: number, reason: string, failure?: object): void
}

/** Checks whether a subscription may continue; throws `Failure` 401 or 403 if not. */
export type AssertMaySubscribe = (request: FastifyRequest, feed: Endpoint | Feed) => Promise<void>

/** Dependencies of feeds besides their handlers. */
export type FeedOptions = {
  sessions: Sessions
  assertMaySubscribe: AssertMaySubscribe
  timeouts: Timeouts
  texts: BufferCache
  recordFeed?: FeedRecorder
}

/** Creates a handler's context for one subscriber. */
export type OpenFeed<Port> = (request: FastifyRequest, signal: AbortSignal) => Context<Port>

/**
 * Browsers hide the status of a rejected upgrade, so the close code carries it: 1008 if the caller is refused, 1011 if
 * the server failed (spec/3 7). The reason begins with the HTTP status that a call would have had.
 */
const closeWithFailure = (transport: FeedTransport, failure: Failure) => {
  const { status, message } = failure
  const reason = Buffer.from(`${status} ${message}`).subarray(0, 100).toString()
  transport.close(status < 500 ? 1008 : 1011, reason, errorBody(failure))
}

/** Asks the page to reconnect with its current cookie. */
const askToReconnect = (transport: FeedTransport) => transport.close(1001, '')

/** Conditions of a subscription: its session, and that the engine still permits it, checked at an interval in ms. */
type Authorization = {
  session: Session | null
  sessions: Sessions
  assertMaySubscribe: () => Promise<void>
  every: number
}

/**
 * Ends a feed when its session ends, when the engine has ended the session, or when the subscriber loses the
 * permission.
 */
const endWithSession = (transport: FeedTransport, { session, sessions, assertMaySubscribe, every }: Authorization) => {
  if (!session) return
  const end = () =>
    session.expires <= Date.now() ? closeWithFailure(transport, invalidSession) : askToReconnect(transport)
  // a timer is limited in length, and the clock may be changed
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(check, Math.min(sessions.remainingTime(session), every, MAX_DELAY))
  }
  const check = async () => {
    if (sessions.remainingTime(session) <= 0) return end()
    try {
      await assertMaySubscribe()
    } catch (error) {
      // an unreachable storage ends no feed
      if (error instanceof Failure && [401, 403].includes(error.status)) return closeWithFailure(transport, error)
    }
    if (!transport.signal.aborted) wait()
  }
  const removeFeed = sessions.addFeed(session, (because) =>
    because === 'elsewhere' ? askToReconnect(transport) : closeWithFailure(transport, because),
  )
  wait()
  transport.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    removeFeed()
  })
}

/** Placeholder for a sent message, so that its buffer is freed. */
const SENT = Buffer.alloc(0)

/**
 * Queue of messages to one subscriber. The first one is sent immediately, and those that follow within `interval` ms
 * together, unless they are large.
 */
const createQueue = (transport: FeedTransport, interval: number) => {
  let waiting: Buffer[] = []
  /** Index of the oldest queued message; earlier ones were sent. */
  let first = 0
  let bytes = 0
  /** Messages dropped since the last report. */
  let dropped = 0
  let nextBatch = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let emptied = () => {}
  const takeMessage = () => {
    const message = waiting[first] as Buffer
    waiting[first++] = SENT
    bytes -= message.length
    if (first === waiting.length) [waiting, first] = [[], 0]
    return message
  }
  const takeBatch = () => {
    const batch: Buffer[] = []
    for (let size = 0; first < waiting.length && size < BATCH_SIZE; size += batch.at(-1)?.length ?? 0)
      batch.push(takeMessage())
    return batch
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    nextBatch = performance.now() + interval
    while (first < waiting.length && transport.bufferedBytes() < MAX_AHEAD) {
      if (dropped > 0) transport.reportDropped(dropped)
      dropped = 0
      transport.send(takeBatch())
    }
    if (first === waiting.length) emptied()
    else timer = setTimeout(flush, POLL_INTERVAL)
  }
  transport.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    emptied()
  })
  return {
    flush,
    add: (message: Buffer) => {
      waiting.push(message)
      bytes += message.length
      const wait = bytes < BATCH_SIZE ? nextBatch - performance.now() : 0
      if (wait <= 0 && transport.bufferedBytes() < MAX_AHEAD) flush()
      else timer ??= setTimeout(flush, Math.max(wait, 0))
    },
    /**
     * Drops the oldest messages if too much is queued; returns whether it did. The newest message is never dropped,
     * regardless of its size.
     */
    dropOldest: (): boolean => {
      const before = dropped
      while (bytes > MAX_QUEUED && waiting.length - first > 1) {
        takeMessage()
        dropped += 1
      }
      if (first > 1000) [waiting, first] = [waiting.slice(first), 0]
      return dropped > before
    },
    /** Resolves when everything is sent, or the subscriber has disconnected. */
    drained: () =>
      new Promise<void>((resolve) => {
        if (first === waiting.length || transport.signal.aborted) return resolve()
        emptied = resolve
      }),
  }
}

/** Sends messages to a subscriber until they end or it disconnects. */
const sendAll = async (
  transport: FeedTransport,
  messages: AsyncIterable<unknown>,
  slow: Feed['slow'],
  texts: BufferCache,
) => {
  const queue = createQueue(transport, slow === 'waits' ? 0 : BATCH_INTERVAL)
  try {
    for await (const message of messages) {
      if (transport.signal.aborted) return
      queue.add(texts(JSON.stringify(message)))
      if (slow === 'waits') await queue.drained()
      // a source that never waits would block the event loop
      else if (queue.dropOldest()) await yieldToEventLoop()
    }
  } finally {
    if (!transport.signal.aborted) queue.flush()
  }
  await queue.drained()
}

/** Runs a feed for one subscriber: with its permissions and input, until its session ends. */
export const runFeed = async <Port>(
  request: FastifyRequest,
  transport: FeedTransport,
  { name, endpoint, handle }: Route<Port>,
  open: OpenFeed<Port>,
  { sessions, assertMaySubscribe, timeouts, texts, recordFeed }: FeedOptions,
) => {
  try {
    if (endpoint.allow !== 'anyone' && !request.credentials) throw invalidSession
    endWithSession(transport, {
      session: request.credentials,
      sessions,
      assertMaySubscribe: () => assertMaySubscribe(request, endpoint),
      every: timeouts.feed,
    })
    const call = {
      ...open(request, transport.signal),
      params: decodedParams(request),
      query: endpoint.query && parsePart(endpoint.query, readQuery(request.raw.url ?? ''), 'query'),
      body: undefined,
      files: undefined,
    } as Call<Endpoint, Port>
    const messages = handle(call) as AsyncIterable<unknown>
    await sendAll(
      transport,
      recordFeed?.({ name, endpoint: endpoint as Feed }, request, call, messages) ?? messages,
      (endpoint as Feed).slow,
      texts,
    )
    transport.close(1000, '')
  } catch (error) {
    if (transport.signal.aborted) return
    const failure = failureOf(error, request)
    request.log[failure.status >= 500 ? 'error' : 'info']({ err: error }, 'a feed ended')
    closeWithFailure(transport, failure)
  }
}
