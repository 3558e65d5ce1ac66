import http from 'node:http'
import https from 'node:https'
import { setImmediate as turn } from 'node:timers/promises'
import { Failure } from '../core/failure.ts'

/** Where a server is. Times in ms. */
export type Target = {
  /** `http://host:port` or `https://host:port`. */
  url: URL
  /** The certificates (PEM) of all authorities to trust, in place of Node's own list. */
  ca?: string[] | undefined
  /** How long a call may take in all, and how long a stream may take to begin; 10 s if not given. */
  deadline?: number | undefined
  /**
   * How long a stream that is under way may stand still on the server's side; 60 s if not given, 0 for as long as it
   * likes.
   */
  stall?: number | undefined
  /** Maximum size of a response that is read whole, in bytes. Required: the server at the other end may be hostile. */
  most: number
}

/** What failures call the server, `storage server`, and the variable that names further authorities to trust. */
export type Called = { server: string; ca: string }

/** A request with everything in place but its body. */
export type Head = { method: string; path: string; headers: Record<string, string> }

/** What may end a call early: the caller, or a deadline of its own in ms. */
type Limits = { signal?: AbortSignal | undefined; deadline?: number | undefined }

/** The connection broke before an answer came: the one kind of network failure after which trying again makes sense. */
export class Broken extends Failure {}

/** Sockets that nobody uses are closed before servers and proxies do it, so that a call seldom meets a dead one. */
const IDLE = 15_000

/** Servers and proxies that know nothing of `Expect` get the body after this many ms. */
const CONTINUE = 1000

const certificate = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS_CERT)/

/**
 * HTTP to one server over kept connections: what is sent and received stays a stream, and whatever goes wrong on the
 * way is a 503 that names the server.
 */
export const createTransport = ({ url, ca, deadline = 10_000, stall = 60_000, most }: Target, called: Called) => {
  const secure = url.protocol === 'https:'
  const agentOf = (options: http.AgentOptions) =>
    secure ? new https.Agent({ ...options, ...(ca && { ca }) }) : new http.Agent(options)
  const kept = agentOf({ keepAlive: true, timeout: IDLE })
  /** For connections that end with their call. */
  const single = agentOf({ keepAlive: false })

  const failureOf = (error: NodeJS.ErrnoException) => {
    if (error instanceof Failure) return error
    const code = error.code ?? ''
    if (certificate.test(code)) {
      const detail = `${error.message}; ${called.ca} names a file of further authorities to trust`
      return new Failure(503, `The certificate of the ${called.server} at ${url.host} cannot be trusted`, { detail })
    }
    const Kind = ['ECONNRESET', 'EPIPE'].includes(code) ? Broken : Failure
    return new Kind(503, `The ${called.server} at ${url.host} cannot be reached`, { detail: error.message || code })
  }
  const tooSlow = (ms: number) =>
    new Failure(503, `The ${called.server} at ${url.host} does not answer`, {
      detail: `Nothing came within ${ms / 1000} s`,
    })

  /** Header values as UTF-8, as servers read them; 400 for one that would break the line. */
  const onWire = ([name, value]: [string, string]) => {
    if (/[\0-\x1f\x7f]/.test(value)) throw new Failure(400, `A value sent as "${name}" holds control characters`)
    return [name, Buffer.from(value).toString('latin1')]
  }

  /** Opens a request; `signal` aborts it, and the answer's body, with its own reason. */
  const open = ({ method, path, headers }: Head, signal: AbortSignal | undefined, agent = kept) =>
    (secure ? https : http).request({
      agent,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (secure ? 443 : 80),
      method,
      path,
      headers: Object.fromEntries(Object.entries(headers).map(onWire)),
      ...(signal && { signal }),
    })

  /** What ended a request: the deadline, the caller's own reason, or the network. */
  const reason = (error: Error, signal: AbortSignal | undefined) =>
    signal?.aborted ? (signal.reason as Error) : failureOf(error)

  /** Calls `fail` when the socket has stood still while `waiting()` says that the server is to blame. */
  const watch = (request: http.ClientRequest, waiting: () => boolean, fail: (error: Failure) => void) => {
    request.setTimeout(stall)
    if (stall === 0) return
    // whoever has only just begun to wait again is given the whole time
    let waited = true
    request.on('timeout', () => {
      if (waited && waiting()) return fail(tooSlow(stall))
      waited = waiting()
      // a request hears of it once
      request.socket?.once('timeout', () => request.destroyed || request.emit('timeout')).setTimeout(stall)
    })
  }

  /** The deadline and the caller's own signal as one, and what ends the deadline. */
  const within = (signal: AbortSignal | undefined, ms = deadline) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(tooSlow(ms)), ms)
    return { signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal, done: () => clearTimeout(timer) }
  }

  /** Gives up a request whose connection does not come about within the deadline. */
  const watchConnecting = (request: http.ClientRequest) => {
    const timer = setTimeout(() => request.destroy(tooSlow(deadline)), deadline)
    const done = () => clearTimeout(timer)
    request.once('close', done)
    request.once('socket', (socket) => (socket.connecting ? socket.once('connect', done) : done()))
  }

  /** Sends a small body, if any; `answer` is there with its head. */
  const start = (head: Head, body: Uint8Array | undefined, signal: AbortSignal | undefined, agent?: http.Agent) => {
    const request = open(head, signal, agent)
    const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', (error) => reject(reason(error, signal)))
    })
    request.end(body)
    return { request, answer }
  }

  const answered = (answer: http.IncomingMessage) => ({
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: answer,
  })

  /** The whole of an answer's body. */
  const readAll = async (answer: http.IncomingMessage, signal?: AbortSignal) => {
    const chunks: Buffer[] = []
    try {
      let size = 0
      for await (const chunk of answer) {
        chunks.push(chunk as Buffer)
        size += (chunk as Buffer).length
        if (size > most)
          throw new Failure(502, `The ${called.server} at ${url.host} says more than it should`, {
            detail: `An answer has more than ${most} bytes`,
          })
      }
    } catch (error) {
      throw reason(error as Error, signal)
    }
    return Buffer.concat(chunks)
  }

  return {
    host: url.host,

    /** One call within the deadline, answer and all. */
    call: async (head: Head, body: Uint8Array | undefined, limits: Limits) => {
      const { signal, done } = within(limits.signal, limits.deadline)
      try {
        const answer = await start(head, body, signal).answer
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readAll(answer, signal) }
      } finally {
        done()
      }
    },

    /**
     * A call whose answer is a stream: only its head has a deadline. A body that breaks off is destroyed with a
     * failure.
     */
    stream: async (head: Head, limits: Limits) => {
      const { signal, done } = within(limits.signal, limits.deadline)
      try {
        const call = start(head, undefined, signal)
        const answer = await call.answer
        watch(
          call.request,
          () => answer.readableLength === 0,
          (error) => answer.destroy(error),
        )
        return answered(answer)
      } finally {
        done()
      }
    },

    /**
     * A call whose answer, even its head, the server may keep to itself while the call lasts. `leave` closes our half
     * of the connection, at which the server ends the call and hands over what it has. Only connecting and leaving have
     * a deadline.
     */
    held: (head: Head, signal: AbortSignal | undefined) => {
      const { request, answer } = start(head, undefined, signal, single)
      watchConnecting(request)
      let begun: http.IncomingMessage | undefined
      request.once('response', (given) => (begun = given))
      return {
        answer: answer.then(answered),
        leave: () => {
          const timer = setTimeout(() => (begun ?? request).destroy(tooSlow(deadline)), deadline)
          request.once('close', () => clearTimeout(timer))
          request.socket?.end()
        },
      }
    },

    /**
     * Sends a body of the length that the head announces, as fast as the server takes it. The server may refuse before
     * the body goes out (`Expect: 100-continue`) or while it does; then the rest is not read.
     */
    upload: async (head: Head, source: AsyncIterable<Uint8Array>, signal?: AbortSignal) => {
      const request = open({ ...head, headers: { ...head.headers, expect: '100-continue' } }, signal)
      const seen: { continued?: true; answer?: http.IncomingMessage; error?: Error } = {}
      const waiting = new Set<() => void>()
      const note = (what: typeof seen) => {
        Object.assign(seen, what)
        for (const wake of waiting) wake()
        waiting.clear()
      }
      const over = () => seen.answer || seen.error
      const until = async (condition: () => unknown) => {
        while (!over() && !condition()) await new Promise<void>((resolve) => waiting.add(resolve))
      }
      request.on('continue', () => note({ continued: true }))
      request.on('drain', () => note({}))
      request.on('response', (answer) => note({ answer }))
      request.on('error', (error) => note({ error }))
      const unasked = setTimeout(note, CONTINUE, { continued: true })
      let reading = false
      watchConnecting(request)
      watch(
        request,
        () => !reading,
        (error) => request.destroy(error),
      )

      try {
        request.flushHeaders()
        await until(() => seen.continued)
        if (!over()) {
          const chunks = source[Symbol.asyncIterator]()
          try {
            for (;;) {
              reading = true
              const next = chunks.next()
              // no race against what ends the upload: that would hold every chunk until then
              let come = false
              const wake = () => {
                come = true
                note({})
              }
              next.then(wake, wake)
              await until(() => come)
              reading = false
              if (over()) break
              const { done, value } = await next
              if (done) break
              // a server may answer and close at once: writing into that would end the connection with its answer
              // unread
              await turn()
              if (over()) break
              if (!request.write(value)) await until(() => !request.writableNeedDrain)
              if (over()) break
            }
          } finally {
            // not waited for: one that waits for its own next chunk ends with its caller
            void chunks.return?.().catch(() => undefined)
          }
          if (!over()) request.end()
        }
        await until(() => false)
        if (!seen.answer) throw reason(seen.error ?? new Error('No answer'), signal)
        return {
          status: seen.answer.statusCode ?? 0,
          headers: seen.answer.headers,
          body: await readAll(seen.answer, signal),
        }
      } finally {
        clearTimeout(unasked)
        if (!request.writableFinished) request.destroy()
      }
    },

    readAll,

    close: () => {
      kept.destroy()
      single.destroy()
    },
  }
}
