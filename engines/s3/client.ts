import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Failure } from '../../core/protocol/failure.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { createTtlCache } from '../lib/ttl-cache.ts'
import { type AddressStyle, createBucketAddresses, splitPath } from './bucket-address.ts'
import { hasCode } from './has-code.ts'
import { refusedByRemote, S3Error, toS3Error } from './s3-error.ts'
import { encodePath, encodeQuery, type Keys, presign, type Query, sha256, sign, UNSIGNED } from './sign.ts'
import { ConnectionBroken, createTransport, type RequestHead, type Target } from '../transport.ts'

/**
 * A request to the storage server. `path` is unencoded, `/bucket/key`; `query` entries without a value are omitted,
 * arrays repeat the parameter.
 */
export type Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** Set if the first name in `path` is no bucket. */
  addresses?: 'server' | undefined
  query?: Query | undefined
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | Uint8Array | undefined
  /** `sts` for signing in, `iam` for users and policies, otherwise `s3` (default). */
  service?: 's3' | 'sts' | 'iam' | undefined
  /** Whether the request is idempotent, as GET and HEAD are. */
  repeatable?: boolean | undefined
  /** Timeout in ms, if the default is too short. */
  deadline?: number | undefined
  signal?: AbortSignal | undefined
}

/** A streamed request body; `size` in bytes must be exact. */
export type Upload = { size: number; source: AsyncIterable<Uint8Array> }

/** The request that a response belongs to, and the clock skew by which it was signed. */
type Attempt = Pick<Request, 'method' | 'path'> & { clock: number }

type HttpResponse<Body> = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Body
}

/**
 * User agent of the console. It identifies its calls in traces and audit records of the server, and is `aws:UserAgent`
 * in policies.
 */
export const USER_AGENT = 'Stowage'

/** Delay before the only retry, in ms. */
const BACKOFF = 500

/** Allowed clock skew of a signature, in ms (minio-server 1). */
const SKEW = 15 * 60_000

/** Maximum size of a response that is read whole, in bytes; objects are streamed. */
const LARGEST_RESPONSE = 128 << 20

/** Cache lifetime of server capabilities, in ms: the server may be upgraded while the console runs. */
const CAPABILITY_TTL = 60 * 60 * 1000

/** Concurrent requests for work that needs one per bucket or object. */
const MAX_CONCURRENT = 16

/** Codes of a server that has not processed the request, and codes that may occur in the middle of it. */
const [untouched, busy] = [/NotInitialized$|^SlowDown/, /^ServiceUnavailable$/]

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/**
 * A client for one storage server: signed S3, STS and admin calls, with errors converted to failures. Adjusts clock
 * skew and region to the server's responses, and retries a call once if that is safe. Calls `onChange` for every call
 * that may have changed something.
 */
export const createClient = (
  target: Omit<Target, 'maxBytes'> & {
    maxBytes?: number
    region?: string | undefined
    style?: AddressStyle
    /** Whether each bucket may have its own region; otherwise all have that of the server. */
    regions?: 'one' | 'by bucket'
    /** Variable for certificate authorities, as named in errors. */
    caVariable?: string
    onChange?: () => void
  },
) => {
  const transport = createTransport(
    { maxBytes: LARGEST_RESPONSE, ...target },
    { server: 'storage server', ca: target.caVariable ?? 'CONSOLE_MINIO_CA' },
  )
  const addresses = createBucketAddresses(target.url, target.style ?? 'path')
  const byBucket = target.regions === 'by bucket'
  const capabilities = createTtlCache<unknown>(CAPABILITY_TTL)
  const learned = { region: target.region || 'us-east-1', clock: 0, software: '', recognized: '' }

  const scope = (service: 's3' | 'sts' | 'iam', path = '/') => ({
    service,
    region: addresses.regionOf(path) ?? learned.region,
    date: new Date(Date.now() + learned.clock),
  })

  const unsignedHeaders = (address: string | undefined) => ({
    'user-agent': USER_AGENT,
    // not signed, because proxies may append to them
    ...(address && { 'x-forwarded-for': address, 'x-real-ip': address }),
  })

  const headOf = (
    { address, ...request }: Request & { address: string | undefined },
    payloadHash: string,
    length: number,
    keys: Keys | undefined,
  ): RequestHead => {
    const { method } = request
    const encoded = encodePath(request.path)
    const located = addresses.locate(request.addresses === 'server' ? '/' : request.path, encoded)
    const { hostname, host, path } = located
    const query = encodeQuery(request.query ?? {})
    const headers = { ...request.headers, host }
    const signed = keys
      ? sign({ method, path, query, headers }, payloadHash, keys, scope(request.service ?? 's3', request.path))
      : headers
    const sends = length > 0 || method === 'PUT' || method === 'POST'
    return {
      method,
      hostname,
      path: query ? `${path}?${query}` : path,
      headers: { ...signed, ...unsignedHeaders(address), ...(sends && { 'content-length': String(length) }) },
    }
  }

  /**
   * Learns clock skew or region from an error response to a request signed by this clock. Returns `true` if a newly
   * signed request may succeed.
   */
  const learn = (refusal: S3Error, headers: HttpResponse<unknown>['headers'], { clock, path }: Attempt) => {
    const skew = Date.parse(String(headers.date)) - Date.now()
    // if the server rejects its own time, the Date header came from a proxy and is useless
    if (refusal.code === 'RequestTimeTooSkewed' && !Number.isNaN(skew))
      learned.clock = Math.abs(skew - clock) < SKEW ? 0 : skew
    else if (
      refusal.code === 'AuthorizationHeaderMalformed' &&
      refusal.region &&
      !(byBucket && addresses.learn(path, refusal))
    )
      learned.region = refusal.region
    else if (refusal.code !== 'AuthorizationHeaderMalformed') return byBucket && learnRedirect(refusal, headers, path)
    return true
  }

  /** Learns region and address of a bucket from a redirect; responses to HEAD have only headers. */
  const learnRedirect = (refusal: S3Error, headers: HttpResponse<unknown>['headers'], path: string) => {
    const region = String(headers['x-amz-bucket-region'] ?? '') || refusal.region
    const isMoved = /^(PermanentRedirect|TemporaryRedirect|IllegalLocationConstraintException)$/.test(refusal.code)
    const location = String(headers.location ?? '')
    const endpoint = refusal.endpoint ?? (URL.canParse(location) ? new URL(location).hostname : undefined)
    if (!isMoved && !(region && region !== (addresses.regionOf(path) ?? learned.region))) return false
    return addresses.learn(path, { region, endpoint: isMoved ? endpoint : undefined })
  }

  const toRefusal = ({ status, headers, body }: HttpResponse<Buffer>, attempt: Attempt) => {
    const refusal = toS3Error(status, headers, body.toString(), attempt)
    return { refusal, learnt: learn(refusal, headers, attempt) }
  }

  /** Sends a request at most twice until it is accepted; `send` builds and signs it each time. */
  const sendUntilAccepted = async <T extends HttpResponse<unknown>>(
    request: Request,
    send: () => Promise<T>,
    read: (response: T) => Promise<Buffer>,
  ) => {
    const repeatable = request.repeatable ?? isRead(request)
    for (let last = false; ; last = true) {
      const attempt = { ...request, clock: learned.clock }
      try {
        const response = await send()
        learned.software = String(response.headers.server ?? '') || learned.software
        if (response.status < 300) return response
        const { refusal, learnt } = toRefusal({ ...response, body: await read(response) }, attempt)
        const passes = untouched.test(refusal.code) || (repeatable && busy.test(refusal.code))
        if (last || !(learnt || passes)) throw refusal
        if (!learnt) await sleep(BACKOFF, undefined, { signal: request.signal })
      } catch (error) {
        if (last || !repeatable || !(error instanceof ConnectionBroken)) throw error
        await sleep(BACKOFF, undefined, { signal: request.signal })
      }
    }
  }

  /** Sends a request only to learn the bucket's region and address from the response; its result does not matter. */
  const visitBucket = async (path: string, address: string | undefined, keys: Keys) => {
    const request = { method: 'HEAD', path: `/${splitPath(path).bucket}` } as const
    const send = () => transport.call(headOf({ ...request, address }, sha256(''), 0, keys), undefined, {})
    await sendUntilAccepted(request, send, async (response) => response.body).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
    })
    addresses.learn(path, {})
  }

  /**
   * Whether the server accepts these keys, by a request that it answers without a remote server. `false` if it does not
   * answer, since only a response to an authenticated caller is a proof.
   */
  const acceptsKeys = async (path: string, address: string | undefined, keys: Keys, signal?: AbortSignal) => {
    const request = { method: 'GET', path: `/${splitPath(path).bucket}`, query: { location: '' }, signal } as const
    const send = () => transport.call(headOf({ ...request, address }, sha256(''), 0, keys), undefined, request)
    try {
      await sendUntilAccepted(request, send, async (response) => response.body)
      return true
    } catch (error) {
      return hasCode(error, 'AccessDenied', 'NoSuchBucket')
    }
  }

  /**
   * Whether MinIO lets the caller read an object that it refused to return. The request needs the same permission, but
   * reads no tier, and its header keeps it from being passed on to a replication target.
   */
  const mayRead = async ({ path, query, headers, signal }: Request, address: string | undefined, keys: Keys) => {
    const own = { ...headers, 'x-minio-source-proxy-request': 'false' }
    const request = { method: 'HEAD', path, query, headers: own, signal } as const
    const send = () => transport.call(headOf({ ...request, address }, sha256(''), 0, keys), undefined, request)
    try {
      await sendUntilAccepted(request, send, async (response) => response.body)
      return true
    } catch (error) {
      return hasCode(error, 'NoSuchKey')
    }
  }

  const readsObject = ({ method, path, query = {} }: Request) =>
    (method === 'GET' || method === 'HEAD') &&
    splitPath(path).rest.length > 1 &&
    Object.keys(query).every((name) => name === 'versionId')

  /**
   * Finds out whom a response refuses. MinIO passes on what a tier or replication target responds to the server's own
   * keys: it must neither end the caller's session, nor seem to be about the caller's permissions.
   */
  const attributeRefusal = async <T>(
    response: Promise<T>,
    request: Request,
    { address, keys }: { address: string | undefined; keys: Keys | undefined },
  ): Promise<T> => {
    try {
      return await response
    } catch (error) {
      const { path, addresses, signal } = request
      if (!(error instanceof S3Error) || !keys || addresses === 'server' || path === '/') throw error
      const isAboutKeys = error.status === 401 || error.code === 'SignatureDoesNotMatch'
      const isOfRemote = isAboutKeys
        ? await acceptsKeys(path, address, keys, signal)
        : error.code === 'AccessDenied' &&
          /^minio/i.test(learned.software) &&
          readsObject(request) &&
          (await mayRead(request, address, keys))
      throw isOfRemote ? refusedByRemote(error) : error
    }
  }

  /** Whether this server buffers endless responses until the call is closed, as far as observed. */
  const bufferingState = { isObserved: false }
  /** Semaphore shared by all calls that one request makes many of. */
  const oneOfMany = pLimit(MAX_CONCURRENT)
  /** Serializes changes of one document, so that no change overwrites another. */
  const inTurn = createKeyedMutex()

  /** Calls on behalf of the client at `address`, which policies may restrict; without one, on behalf of the console. */
  const onBehalfOf = (address?: string) => ({
    /** `host:port` of the storage server. */
    host: transport.host,
    origin: target.url.origin,
    /** Region of the server, as configured or learned. */
    region: () => learned.region,
    /** Name of the server software, as recognized or from its last response; may be empty. */
    software: () => learned.recognized || learned.software,

    /** Sets the name of server software that sends no `Server` header, or behind a proxy that replaces it. */
    recognize: (software: string) => {
      learned.recognized = software
    },

    /** Sends a request and reads the whole response within the timeout. */
    call: (request: Request, keys?: Keys) => {
      const body = Buffer.from(request.body ?? '')
      const hash = sha256(body)
      const send = () =>
        transport.call(
          headOf({ ...request, address }, hash, body.length, keys),
          body.length ? body : undefined,
          request,
        )
      const accepted = sendUntilAccepted(request, send, async (response) => response.body)
      const response = attributeRefusal(accepted, request, { address, keys })
      return isRead(request) ? response : response.finally(target.onChange)
    },

    /** Sends a request and returns the response body as a stream, which the caller must read or destroy. */
    stream: (request: Request, keys: Keys) => {
      const send = () => transport.stream(headOf({ ...request, address }, sha256(''), 0, keys), request)
      const accepted = sendUntilAccepted(request, send, (response) => transport.readAll(response.body))
      return attributeRefusal(accepted, request, { address, keys })
    },

    bufferingState,

    /** Sends a request whose response the server may buffer until `leave` ends it (see transport.ts). */
    bufferedCall: (request: Request, keys: Keys) => {
      let leave = () => {}
      const send = () => {
        const call = transport.bufferedCall(headOf({ ...request, address }, sha256(''), 0, keys), request.signal)
        leave = call.leave
        return call.response
      }
      const response = sendUntilAccepted({ ...request, repeatable: false }, send, ({ body }) => transport.readAll(body))
      return { response, leave: () => leave() }
    },

    /** Sends a request with a streamed body, without a retry. */
    upload: async (request: Request, { size, source }: Upload, keys: Keys) => {
      // the body cannot be sent again, so the bucket's region is learned before
      if (byBucket && !addresses.isKnown(request.path)) await visitBucket(request.path, address, keys)
      const attempt = { ...request, clock: learned.clock }
      const response = await transport.upload(
        headOf({ ...request, address }, UNSIGNED, size, keys),
        source,
        request.signal,
      )
      if (response.status >= 300) throw toRefusal(response, attempt).refusal
      return response
    },

    /** Presigned URL of an object, valid for this many seconds; `at` is the public address of the server. */
    link: (
      { path, query = {} }: { path: string; query?: Readonly<Record<string, string | undefined>> },
      { keys, at, seconds }: { keys: Keys; at: URL; seconds: number },
    ) => {
      const { host, path: located } = addresses.locate(path, encodePath(path), at)
      const signed = presign({ method: 'GET', path: located, query, host }, keys, scope('s3', path), seconds)
      return `${at.protocol}//${host}${located}?${signed}`
    },

    /** Caches a response that rarely changes and does not depend on the caller, for an hour. Errors are not cached. */
    once: <T>(question: string, ask: () => Promise<T>) => capabilities.get(question, ask) as Promise<T>,

    oneOfMany,
    inTurn,

    /**
     * Learns the server's region from the error response to a listing with a wrong region, whether or not the bucket
     * exists. STS errors do not contain the region.
     */
    learnRegion: async (keys: Keys) => {
      const listing = { method: 'GET', path: '/stowage-region', query: { 'list-type': 2, 'max-keys': 0 } } as const
      const send = () => transport.call(headOf({ ...listing, address }, sha256(''), 0, keys), undefined, {})
      await sendUntilAccepted(listing, send, async (response) => response.body).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      return learned.region
    },

    /** Status of the response to an unsigned request. */
    statusOf: async (path: string) => {
      const request = { method: 'GET', path, address } as const
      return (await transport.call(headOf(request, sha256(''), 0, undefined), undefined, {})).status
    },

    close: transport.close,
  })

  return { ...onBehalfOf(), onBehalfOf }
}

export type Client = Omit<ReturnType<typeof createClient>, 'onBehalfOf'>
