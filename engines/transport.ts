import http from 'node:http'
import https from 'node:https'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Failure } from '../core/protocol/failure.ts'
import { reportUpstream, startUpstream } from './lib/upstream-requests.ts'
import {
  largerThanBytes,
  responseTooLarge,
  headerHasControlCharacters,
  serverNotAnswering,
  serverNotReachable,
  serverCertificateUntrusted,
  trustAuthority,
} from './messages.ts'

/** Address of a server and its limits. Times in ms. */
export type Target = {
  url: URL
  /** Certificate authorities (PEM), in place of Node's own list. */
  ca?: string[] | undefined
  /** Timeout of a complete call, and of the response headers of a stream; default 10 s. */
  deadline?: number | undefined
  /** Idle timeout of a stream while the server is responsible for progress; default 60 s, 0 for none. */
  stall?: number | undefined
  /** Limit for buffered response bodies, in bytes. Required: the server may be hostile. */
  maxBytes: number
}

/** Name of the server in errors, such as `storage server`, and the environment variable for certificate authorities. */
export type ServerLabels = { server: string; ca: string }

/** `hostname` differs from that of the server if it names the bucket. */
export type RequestHead = { method: string; path: string; headers: Record<string, string>; hostname?: string }

/** Limits of a call: the caller's signal, and a timeout in ms. */
type Limits = { signal?: AbortSignal | undefined; deadline?: number | undefined }

/** The connection broke before the response: the only network error worth a retry. */
export class ConnectionBroken extends Failure {}

/** Idle connections are closed before servers and proxies do so, which avoids most stale connections. */
const IDLE_TIMEOUT = 15_000

/** Bodies up to this size in bytes are sent without `Expect`: they fit into the buffers of the connection. */
const UNANNOUNCED = 32 * 1024

/** Time in ms after which the body is sent to servers and proxies that ignore `Expect`. */
const CONTINUE_TIMEOUT = 1000

const certificate = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS_CERT)/

type UploadState = { continued?: true; response?: http.IncomingMessage; error?: Error }

/** Tracks the events of an upload, so that its steps can wait for them. With `continued` it does not ask the server. */
const trackUpload = (request: http.ClientRequest, continued: boolean) => {
  const state: UploadState = continued ? { continued } : {}
  const waiting = new Set<() => void>()
  const note = (change: UploadState) => {
    Object.assign(state, change)
    for (const wake of waiting) wake()
    waiting.clear()
  }
  const isOver = () => Boolean(state.response ?? state.error)
  /** Resolves when the condition holds or the upload is over. */
  const waitUntil = async (condition: () => unknown) => {
    while (!isOver() && !condition()) await new Promise<void>((resolve) => waiting.add(resolve))
  }
  request.on('continue', () => note({ continued: true }))
  request.on('drain', () => note({}))
  request.on('response', (response) => note({ response }))
  request.on('error', (error) => note({ error }))
  /** `isReading`: whether the next chunk of the source is awaited, so that the server is not responsible. */
  return { state, note, isOver, waitUntil, isReading: false }
}

/** Writes a source with backpressure, until it ends or the upload is over. */
const writeSource = async (
  request: http.ClientRequest,
  source: AsyncIterable<Uint8Array>,
  upload: ReturnType<typeof trackUpload>,
) => {
  const chunks = source[Symbol.asyncIterator]()
  try {
    while (!upload.isOver()) {
      upload.isReading = true
      const next = chunks.next()
      // not Promise.race, which would retain every chunk until the upload ends
      let isReady = false
      const wake = () => {
        isReady = true
        upload.note({})
      }
      next.then(wake, wake)
      await upload.waitUntil(() => isReady)
      upload.isReading = false
      if (upload.isOver()) break
      const { done, value } = await next
      if (done) break
      // the server may respond and close immediately: writing now would reset the connection and lose the response
      await yieldToEventLoop()
      if (!upload.isOver() && !request.write(value)) await upload.waitUntil(() => !request.writableNeedDrain)
    }
  } finally {
    // not awaited: a source that is waiting for its next chunk ends with its own caller
    void chunks.return?.().catch(() => undefined)
  }
  if (!upload.isOver()) request.end()
}

/**
 * HTTP client for one server with keep-alive connections. Bodies are streamed; network errors become a 503 that names
 * the server.
 */
export const createTransport = (
  { url, ca, deadline = 10_000, stall = 60_000, maxBytes }: Target,
  called: ServerLabels,
) => {
  const secure = url.protocol === 'https:'
  const agentOf = (options: http.AgentOptions) =>
    secure ? new https.Agent({ ...options, ...(ca && { ca }) }) : new http.Agent(options)
  const keepAliveAgent = agentOf({ keepAlive: true, timeout: IDLE_TIMEOUT })
  const singleCallAgent = agentOf({ keepAlive: false })

  const failureOf = (error: NodeJS.ErrnoException) => {
    if (error instanceof Failure) return error
    const code = error.code ?? ''
    if (certificate.test(code)) {
      const detail = trustAuthority(error.message, called.ca)
      return new Failure(503, serverCertificateUntrusted(called.server, url.host), { detail })
    }
    const Kind = ['ECONNRESET', 'EPIPE'].includes(code) ? ConnectionBroken : Failure
    return new Kind(503, serverNotReachable(called.server, url.host), { detail: error.message || code })
  }
  const tooSlow = (ms: number) =>
    new Failure(503, serverNotAnswering(called.server, url.host), {
      detail: `No response within ${ms / 1000} s`,
    })

  /** Encodes header values as UTF-8, as servers expect. Throws 400 for line breaks. */
  const encodeHeader = ([name, value]: [string, string]) => {
    if (/[\0-\x1f\x7f]/.test(value)) throw new Failure(400, headerHasControlCharacters(name))
    return [name, Buffer.from(value).toString('latin1')]
  }

  const observe = (request: http.ClientRequest, span: string | undefined) => {
    const started = performance.now()
    let isReported = false
    const report = (status: number) => {
      if (isReported) return
      isReported = true
      reportUpstream({ server: url.host, status, seconds: (performance.now() - started) / 1000, span })
    }
    request.once('response', ({ statusCode = 0 }) => report(statusCode))
    request.once('error', () => report(0))
  }

  /** Opens a request; `signal` aborts it and the response body, with the signal's reason. */
  const open = (
    { method, path, headers, hostname = url.hostname }: RequestHead,
    signal: AbortSignal | undefined,
    agent = keepAliveAgent,
  ) => {
    // not signed, so that proxies may change it
    const trace = startUpstream()
    const request = (secure ? https : http).request({
      agent,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (secure ? 443 : 80),
      method,
      path,
      headers: { ...trace.headers, ...Object.fromEntries(Object.entries(headers).map(encodeHeader)) },
      ...(signal && { signal }),
    })
    observe(request, trace.span)
    return request
  }

  /** Why a request ended: timeout, the caller's reason, or a network error. */
  const reason = (error: Error, signal: AbortSignal | undefined) =>
    signal?.aborted ? (signal.reason as Error) : failureOf(error)

  /** Calls `fail` when the socket is idle while `waiting()` says that the server is responsible. */
  const watch = (request: http.ClientRequest, waiting: () => boolean, fail: (error: Failure) => void) => {
    request.setTimeout(stall)
    if (stall === 0) return
    // a new wait always gets the full time
    let waited = true
    request.on('timeout', () => {
      if (waited && waiting()) return fail(tooSlow(stall))
      waited = waiting()
      // a request emits its timeout once
      request.socket?.once('timeout', () => request.destroyed || request.emit('timeout')).setTimeout(stall)
    })
  }

  /** Combines the timeout and the caller's signal; also returns a function that cancels the timeout. */
  const withDeadline = (signal: AbortSignal | undefined, ms = deadline) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(tooSlow(ms)), ms)
    return { signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal, done: () => clearTimeout(timer) }
  }

  /** Aborts a request whose connection is not established within the timeout. */
  const watchConnecting = (request: http.ClientRequest) => {
    const timer = setTimeout(() => request.destroy(tooSlow(deadline)), deadline)
    const done = () => clearTimeout(timer)
    request.once('close', done)
    request.once('socket', (socket) => (socket.connecting ? socket.once('connect', done) : done()))
  }

  /** Sends a request with a small body, if any; `response` resolves with the response headers. */
  const start = (
    head: RequestHead,
    body: Uint8Array | undefined,
    signal: AbortSignal | undefined,
    agent?: http.Agent,
  ) => {
    const request = open(head, signal, agent)
    const response = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', (error) => reject(reason(error, signal)))
    })
    request.end(body)
    return { request, response }
  }

  const responseOf = (response: http.IncomingMessage) => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: response,
  })

  const readAll = async (response: http.IncomingMessage, signal?: AbortSignal) => {
    const chunks: Buffer[] = []
    try {
      let size = 0
      for await (const chunk of response) {
        chunks.push(chunk as Buffer)
        size += (chunk as Buffer).length
        if (size > maxBytes)
          throw new Failure(502, responseTooLarge(called.server, url.host), {
            detail: largerThanBytes(maxBytes),
          })
      }
    } catch (error) {
      throw reason(error as Error, signal)
    }
    return Buffer.concat(chunks)
  }

  return {
    host: url.host,

    /** Sends a request and reads the whole response within the timeout. */
    call: async (head: RequestHead, body: Uint8Array | undefined, limits: Limits) => {
      const { signal, done } = withDeadline(limits.signal, limits.deadline)
      try {
        const response = await start(head, body, signal).response
        return { status: response.statusCode ?? 0, headers: response.headers, body: await readAll(response, signal) }
      } finally {
        done()
      }
    },

    /**
     * Sends a request and streams the response: the timeout applies to its headers only. An interrupted body is
     * destroyed with a failure.
     */
    stream: async (head: RequestHead, limits: Limits) => {
      const { signal, done } = withDeadline(limits.signal, limits.deadline)
      try {
        const call = start(head, undefined, signal)
        const response = await call.response
        watch(
          call.request,
          () => response.readableLength === 0,
          (error) => response.destroy(error),
        )
        return responseOf(response)
      } finally {
        done()
      }
    },

    /**
     * A call whose response, including headers, the server may buffer while the call lasts. `leave` half-closes the
     * connection, upon which the server ends the call and flushes its buffer. The timeout applies only to connecting
     * and leaving.
     */
    bufferedCall: (head: RequestHead, signal: AbortSignal | undefined) => {
      const { request, response } = start(head, undefined, signal, singleCallAgent)
      watchConnecting(request)
      let started: http.IncomingMessage | undefined
      request.once('response', (response) => (started = response))
      return {
        response: response.then(responseOf),
        leave: () => {
          const timer = setTimeout(() => (started ?? request).destroy(tooSlow(deadline)), deadline)
          request.once('close', () => clearTimeout(timer))
          request.socket?.end()
        },
      }
    },

    /**
     * Uploads a body of the announced length with backpressure. The server may reject it before (`Expect:
     * 100-continue`) or during the upload; the rest of the source is then not read.
     */
    upload: async (head: RequestHead, source: AsyncIterable<Uint8Array>, signal?: AbortSignal) => {
      const isSmall = Number(head.headers['content-length']) <= UNANNOUNCED
      const headers = isSmall ? head.headers : { ...head.headers, expect: '100-continue' }
      const request = open({ ...head, headers }, signal)
      const upload = trackUpload(request, isSmall)
      const continueTimer = setTimeout(upload.note, CONTINUE_TIMEOUT, { continued: true })
      watchConnecting(request)
      watch(
        request,
        () => !upload.isReading,
        (error) => request.destroy(error),
      )
      try {
        // headers and a small body share a packet
        if (!isSmall) request.flushHeaders()
        await upload.waitUntil(() => upload.state.continued)
        if (!upload.isOver()) await writeSource(request, source, upload)
        await upload.waitUntil(() => false)
        const { response, error = new Error('No response') } = upload.state
        if (!response) throw reason(error, signal)
        return { status: response.statusCode ?? 0, headers: response.headers, body: await readAll(response, signal) }
      } finally {
        clearTimeout(continueTimer)
        if (!request.writableFinished) request.destroy()
      }
    },

    readAll,

    close: () => {
      keepAliveAgent.destroy()
      singleCallAgent.destroy()
    },
  }
}
