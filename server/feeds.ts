import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, Feed } from '../core/contract.ts'
import { Failure } from '../core/failure.ts'
import type { Call, Context, Route } from '../core/serve.ts'
import type { FeedRecorder } from './acts.ts'
import type { Session } from './cookie.ts'
import { failureOf } from './errors.ts'
import { parsePart } from './parse.ts'
import type { Patience } from './patience.ts'
import { readQuery } from './query.ts'
import { decodedParams } from './routes.ts'
import type { Sessions } from './sessions.ts'
import type { Texts } from './texts.ts'

/** A timer takes fewer ms than this. */
const longest = 2 ** 31 - 1
/** So many bytes are handed to a follower ahead of what it has taken, and so many more wait for it. */
const ahead = 256 * 1024
const waits = 512 * 1024
/** How often it is looked whether a follower that was behind has taken some, in ms. */
const often = 20

/** What takes messages to one follower. */
export type Carrier = {
  /** Fires when the follower is gone. */
  signal: AbortSignal
  /** The bytes that it has not taken yet. */
  behind(): number
  /** Takes a text as bytes, which others may be told too. */
  send(message: Buffer): void
  /** Tells that so many messages were left out at this place. */
  lose(count: number): void
  /** Ends it, after what was sent before, with a code of WebSockets and a reason. */
  close(code: number, reason: string): void
}

/** Looks at whether somebody may follow a feed any longer; throws `Failure` 401 or 403 where they may not. */
export type MayFollow = (request: FastifyRequest, feed: Endpoint | Feed) => Promise<void>

/** What feeds stand on besides their handlers. */
export type FeedOptions = {
  sessions: Sessions
  mayFollow: MayFollow
  patience: Patience
  texts: Texts
  tellOf?: FeedRecorder
}

/** Makes a handler's context for one follower. */
export type OpenFeed<Port> = (request: FastifyRequest, signal: AbortSignal) => Context<Port>

/**
 * A script learns nothing of a refused upgrade but of a close. A failure closes with 1008 where the caller is refused
 * and 1011 where the server failed (spec/3 7), and its reason begins with the HTTP status that a call would have had.
 */
const fail = (carrier: Carrier, { status, message }: Failure) =>
  carrier.close(status < 500 ? 1008 : 1011, Buffer.from(`${status} ${message}`).subarray(0, 100).toString())

/** The page is to follow again, with the cookie that it has by now. */
const sendAway = (carrier: Carrier) => carrier.close(1001, '')

const lost = new Failure(401, 'invalid session')

/** What a feed depends on: the session of its follower, and that the engine still lets it follow. */
type Hold = { session: Session | null; sessions: Sessions; check: () => Promise<void>; every: number }

/** Ends a feed with its session, when the engine knows that no more, and when its follower may not follow any more. */
const holdOn = (carrier: Carrier, { session, sessions, check, every }: Hold) => {
  if (!session) return
  const end = () => (session.expires <= Date.now() ? fail(carrier, lost) : sendAway(carrier))
  // a timer takes no longer time, and the clock may be set meanwhile
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const left = sessions.left(session)
    timer = setTimeout(look, Math.min(left, every, longest))
  }
  const look = async () => {
    if (sessions.left(session) <= 0) return end()
    try {
      await check()
    } catch (error) {
      // a storage that does not answer ends nothing
      if (error instanceof Failure && [401, 403].includes(error.status)) return fail(carrier, error)
    }
    if (!carrier.signal.aborted) wait()
  }
  const leave = sessions.follow(session, (because) =>
    because === 'elsewhere' ? sendAway(carrier) : fail(carrier, because),
  )
  wait()
  carrier.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    leave()
  })
}

/** Stands where a message has been taken, so that nothing holds that any more. */
const taken = Buffer.alloc(0)

/** Messages on their way to one follower. */
const createQueue = (carrier: Carrier) => {
  let waiting: Buffer[] = []
  /** Where in it the oldest stands; what lies before has gone out. */
  let first = 0
  let bytes = 0
  let left = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let emptied = () => {}
  const take = () => {
    const message = waiting[first] as Buffer
    waiting[first++] = taken
    bytes -= message.length
    if (first === waiting.length) [waiting, first] = [[], 0]
    return message
  }
  const flush = () => {
    timer = undefined
    while (first < waiting.length && carrier.behind() < ahead) {
      if (left > 0) carrier.lose(left)
      left = 0
      carrier.send(take())
    }
    if (first === waiting.length) emptied()
    else timer ??= setTimeout(flush, often)
  }
  carrier.signal.addEventListener('abort', () => {
    clearTimeout(timer)
    emptied()
  })
  return {
    add: (message: Buffer) => {
      waiting.push(message)
      bytes += message.length
      if (timer === undefined) flush()
    },
    /**
     * Leaves the oldest out where too much waits, and has it told how many; false where there was none. The newest
     * stays however large it is.
     */
    shed: (): boolean => {
      const before = left
      while (bytes > waits && waiting.length - first > 1) {
        take()
        left += 1
      }
      if (first > 1000) [waiting, first] = [waiting.slice(first), 0]
      return left > before
    },
    /** Resolves when all has gone out, or nobody is there any more. */
    drained: () =>
      new Promise<void>((resolve) => {
        if (first === waiting.length || carrier.signal.aborted) return resolve()
        emptied = resolve
      }),
  }
}

const pass = async (carrier: Carrier, messages: AsyncIterable<unknown>, slow: Feed['slow'], texts: Texts) => {
  const queue = createQueue(carrier)
  for await (const message of messages) {
    if (carrier.signal.aborted) return
    queue.add(texts(JSON.stringify(message)))
    if (slow === 'waits') await queue.drained()
    // whoever never waits for anything would let nobody else have a turn
    else if (queue.shed()) await turn()
  }
  await queue.drained()
}

/**
 * Runs a feed for one follower to its end: with its rights, with what it asks for, and for as long as its session
 * lasts.
 */
export const runFeed = async <Port>(
  request: FastifyRequest,
  carrier: Carrier,
  { name, endpoint, handle }: Route<Port>,
  open: OpenFeed<Port>,
  { sessions, mayFollow, patience, texts, tellOf }: FeedOptions,
) => {
  try {
    if (endpoint.allow !== 'anyone' && !request.credentials) throw lost
    holdOn(carrier, {
      session: request.credentials,
      sessions,
      check: () => mayFollow(request, endpoint),
      every: patience.feed,
    })
    const call = {
      ...open(request, carrier.signal),
      params: decodedParams(request),
      query: endpoint.query && parsePart(endpoint.query, readQuery(request.raw.url ?? ''), 'query'),
      body: undefined,
      files: undefined,
    } as Call<Endpoint, Port>
    const messages = handle(call) as AsyncIterable<unknown>
    await pass(
      carrier,
      tellOf?.({ name, endpoint: endpoint as Feed }, request, call, messages) ?? messages,
      (endpoint as Feed).slow,
      texts,
    )
    carrier.close(1000, '')
  } catch (error) {
    if (carrier.signal.aborted) return
    const failure = failureOf(error, request)
    request.log[failure.status >= 500 ? 'error' : 'info']({ err: error }, 'a feed ended')
    fail(carrier, failure)
  }
}
