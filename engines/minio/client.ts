import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../core/failure.ts'
import { createAbreast, createTurns } from '../abreast.ts'
import { createLately } from '../lately.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { encodePath, encodeQuery, type Keys, presign, type Query, sha256, sign, UNSIGNED } from './sign.ts'
import { Broken, createTransport, type Head, type Target } from '../transport.ts'

/**
 * A request to the storage server. `path` is plain text, `/bucket/key`; `query` entries without a value are left out,
 * those with several come several times.
 */
export type Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  path: string
  query?: Query | undefined
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | Uint8Array | undefined
  /** `sts` for signing in; `s3`, the default, for all else. */
  service?: 's3' | 'sts' | undefined
  /** Whether sending it twice does no harm; so it is with GET and HEAD. */
  repeatable?: boolean | undefined
  /** In ms, where the usual time is too short. */
  deadline?: number | undefined
  signal?: AbortSignal | undefined
}

/** A body that is sent as it comes; `size` in bytes must be exact. */
export type Upload = { size: number; source: AsyncIterable<Uint8Array> }

type Answer<Body> = { status: number; headers: Readonly<Record<string, string | string[] | undefined>>; body: Body }

/**
 * What the server sees as the program that calls it: its trace and audit tell this console's calls from others' by it,
 * and policies know it as `aws:UserAgent`.
 */
export const USER_AGENT = 'Stowage'

/** The pause before a call is made for the second and last time, in ms. */
const BACKOFF = 500

/** How far the time of a signature may be from the server's own, in ms (minio-server 1). */
const SKEW = 15 * 60_000

/** Maximum size of a response that is read whole, in bytes; objects are streamed. */
const LARGEST_RESPONSE = 128 << 20

/** How long what a server can do is taken to stay, in ms: it may be replaced while the console runs. */
const WHILE = 60 * 60 * 1000

/** Of what is asked once per bucket or object, in a call or a few, so much is under way at the server side by side. */
const FEW = 16

/** What a server says that has done nothing of what it was asked for, and what it may say in the middle of it. */
const [untouched, busy] = [/NotInitialized$|^SlowDown/, /^ServiceUnavailable$/]

const reads = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/**
 * A client for one storage server: S3, STS and admin calls, signed, with every failure mapped. It corrects its clock
 * and region by what the server says, and repeats a call once where that is safe. `onChange` is told of every call that
 * may have changed something.
 */
export const createClient = (
  target: Omit<Target, 'most'> & { most?: number; region?: string | undefined; onChange?: () => void },
) => {
  const transport = createTransport(
    { most: LARGEST_RESPONSE, ...target },
    { server: 'storage server', ca: 'CONSOLE_MINIO_CA' },
  )
  const known = createLately<unknown>(WHILE)
  const learned = { region: target.region || 'us-east-1', clock: 0 }

  const scope = (service: 's3' | 'sts') => ({
    service,
    region: learned.region,
    date: new Date(Date.now() + learned.clock),
  })

  const unsignedHeaders = (address: string | undefined) => ({
    'user-agent': USER_AGENT,
    // outside the signature, because proxies may append to them
    ...(address && { 'x-forwarded-for': address, 'x-real-ip': address }),
  })

  const headOf = (
    { address, ...request }: Request & { address: string | undefined },
    payloadHash: string,
    length: number,
    keys: Keys | undefined,
  ): Head => {
    const { method } = request
    const path = encodePath(request.path)
    const query = encodeQuery(request.query ?? {})
    const headers = { ...request.headers, host: transport.host }
    const signed = keys
      ? sign({ method, path, query, headers }, payloadHash, keys, scope(request.service ?? 's3'))
      : headers
    const sends = length > 0 || method === 'PUT' || method === 'POST'
    return {
      method,
      path: query ? `${path}?${query}` : path,
      headers: { ...signed, ...unsignedHeaders(address), ...(sends && { 'content-length': String(length) }) },
    }
  }

  /**
   * Takes in what the refusal of a call that was signed by this clock teaches; true where it may pass, signed again.
   */
  const learn = (refusal: Refusal, headers: Answer<unknown>['headers'], clock: number) => {
    const told = Date.parse(String(headers.date)) - Date.now()
    // a server that refuses its own time was dated by a proxy, whose clock leads nowhere
    if (refusal.code === 'RequestTimeTooSkewed' && !Number.isNaN(told))
      learned.clock = Math.abs(told - clock) < SKEW ? 0 : told
    else if (refusal.code === 'AuthorizationHeaderMalformed' && refusal.region) learned.region = refusal.region
    else return false
    return true
  }

  const refused = ({ status, headers, body }: Answer<Buffer>, clock: number) => {
    const refusal = refusalOf(status, headers, body.toString())
    return { refusal, learnt: learn(refusal, headers, clock) }
  }

  /** Runs `send` until it is accepted, at most twice; `send` builds its request anew each time. */
  const settle = async <T extends Answer<unknown>>(
    request: Request,
    send: () => Promise<T>,
    read: (answer: T) => Promise<Buffer>,
  ) => {
    const repeatable = request.repeatable ?? reads(request)
    for (let last = false; ; last = true) {
      const { clock } = learned
      try {
        const answer = await send()
        if (answer.status < 300) return answer
        const { refusal, learnt } = refused({ ...answer, body: await read(answer) }, clock)
        const passes = untouched.test(refusal.code) || (repeatable && busy.test(refusal.code))
        if (last || !(learnt || passes)) throw refusal
        if (!learnt) await sleep(BACKOFF, undefined, { signal: request.signal })
      } catch (error) {
        if (last || !repeatable || !(error instanceof Broken)) throw error
        await sleep(BACKOFF, undefined, { signal: request.signal })
      }
    }
  }

  /** Whether the server keeps what it tells without end to itself until the call is left, as far as was seen. */
  const manner = { keeps: false }
  /** For calls that one request makes many of: those of everybody wait in one row. */
  const oneOfMany = createAbreast(FEW)
  /** Lets changes of one document follow each other, so that none takes back what the one before it has written. */
  const inTurn = createTurns()

  /** Calls on behalf of the person at `address`, which policies may limit; without one on the console's own. */
  const onBehalfOf = (address?: string) => ({
    /** The storage server's `host:port`. */
    host: transport.host,
    /** With the scheme before it. */
    origin: target.url.origin,

    /** One call, answer and all, within the deadline. */
    call: (request: Request, keys?: Keys) => {
      const body = Buffer.from(request.body ?? '')
      const hash = sha256(body)
      const send = () =>
        transport.call(
          headOf({ ...request, address }, hash, body.length, keys),
          body.length ? body : undefined,
          request,
        )
      const answered = settle(request, send, async (answer) => answer.body)
      return reads(request) ? answered : answered.finally(target.onChange)
    },

    /** A call whose answer's body is a stream, which the caller reads or destroys. */
    stream: (request: Request, keys: Keys) =>
      settle(
        request,
        () => transport.stream(headOf({ ...request, address }, sha256(''), 0, keys), request),
        (answer) => transport.readAll(answer.body),
      ),

    manner,

    /** A call whose answer the server may keep to itself until `leave` ends it (transport). */
    held: (request: Request, keys: Keys) => {
      let leave = () => {}
      const send = () => {
        const call = transport.held(headOf({ ...request, address }, sha256(''), 0, keys), request.signal)
        leave = call.leave
        return call.answer
      }
      const answer = settle({ ...request, repeatable: false }, send, ({ body }) => transport.readAll(body))
      return { answer, leave: () => leave() }
    },

    /** A call whose body is a stream; it is made once. */
    upload: async (request: Request, { size, source }: Upload, keys: Keys) => {
      const { clock } = learned
      const answer = await transport.upload(
        headOf({ ...request, address }, UNSIGNED, size, keys),
        source,
        request.signal,
      )
      if (answer.status >= 300) throw refused(answer, clock).refusal
      return answer
    },

    /**
     * The address of an object for whoever has no keys, good for so many seconds; `at` is the server as they reach it.
     */
    link: (
      { path, query = {} }: { path: string; query?: Readonly<Record<string, string | undefined>> },
      { keys, at, seconds }: { keys: Keys; at: URL; seconds: number },
    ) => {
      const encoded = encodePath(path)
      return `${at.origin}${encoded}?${presign({ method: 'GET', path: encoded, query, host: at.host }, keys, scope('s3'), seconds)}`
    },

    /** Asks what stays as it is for long, whoever asks; after an hour, or where it failed, it is asked again. */
    once: <T>(question: string, ask: () => Promise<T>) => known.get(question, ask) as Promise<T>,

    oneOfMany,
    inTurn,

    /**
     * Learns the region of the server, which refuses any other one, and returns it. STS names no region in its
     * refusals, and a listing does, whether the bucket exists or not.
     */
    learnRegion: async (keys: Keys) => {
      const listing = { method: 'GET', path: '/stowage-region', query: { 'list-type': 2, 'max-keys': 0 } } as const
      const send = () => transport.call(headOf({ ...listing, address }, sha256(''), 0, keys), undefined, {})
      await settle(listing, send, async (answer) => answer.body).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      return learned.region
    },

    close: transport.close,
  })

  return { ...onBehalfOf(), onBehalfOf }
}

export type Client = Omit<ReturnType<typeof createClient>, 'onBehalfOf'>
