import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { onUpstream, onUpstreamStart } from '../engines/lib/upstream-requests.ts'
import type { TraceSettings } from './config-traces.ts'
import type { FinishedRequest } from './request-log.ts'

/** Interval between exports in ms, maximum number of spans per export, and of queued ones; further ones are dropped. */
const [INTERVAL, BATCH, MAX_WAITING] = [5000, 512, 4096]

/** Timeout of an export, in ms. */
const TIMEOUT = 10_000

/** Kinds of spans in OTLP. */
const [SERVER, CLIENT] = [2, 3]

type Context = { traceId: string; spanId: string; parent: string | undefined; start: number }

type Attributes = Readonly<Record<string, string | number>>

const attributesOf = (values: Attributes) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1000)) * 1000n)

const spanOf = (
  kind: number,
  name: string,
  {
    context,
    end,
    values,
    isError,
  }: {
    context: Context
    end: number
    values: Attributes
    isError: boolean
  },
) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...(context.parent && { parentSpanId: context.parent }),
  name,
  kind,
  startTimeUnixNano: nanoseconds(context.start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(values),
  ...(isError && { status: { code: 2 } }),
})

const newId = (bytes: number) => randomBytes(bytes).toString('hex')

/** Trace and parent span of the caller (W3C Trace Context), and whether the caller samples them. */
const parentOf = (header: unknown) => {
  const [, traceId, parent, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header)) ?? []
  return traceId && { traceId, parent, isRecorded: (Number.parseInt(flags ?? '0', 16) & 1) === 1 }
}

/**
 * Exports a span for each request, and a child span for each request to other servers, by OTLP over HTTP as JSON. Names
 * are routes, never addresses. `close` exports what is queued.
 */
export const createTraces = (
  { endpoint, headers, service }: TraceSettings,
  { version, log }: { version: string; log: FastifyBaseLogger },
) => {
  const current = new AsyncLocalStorage<Context | undefined>()
  const contexts = new WeakMap<FastifyRequest, Context>()
  const waiting: ReturnType<typeof spanOf>[] = []
  let isFailing = false
  let exporting = Promise.resolve()

  const post = async (spans: readonly ReturnType<typeof spanOf>[]) => {
    const resource = { attributes: attributesOf({ 'service.name': service, 'service.version': version }) }
    const scopeSpans = [{ scope: { name: 'stowage', version }, spans }]
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it responds with status ${response.status}`)
  }

  const exportAll = async () => {
    while (waiting.length > 0) {
      try {
        await post(waiting.splice(0, BATCH))
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error, endpoint: endpoint.origin }, 'traces cannot be exported')
        isFailing = true
        return
      }
    }
  }
  const flush = () => (exporting = exporting.then(exportAll))
  const timer = setInterval(() => void flush(), INTERVAL).unref()

  const add = (span: ReturnType<typeof spanOf>) => {
    if (waiting.length < MAX_WAITING) waiting.push(span)
    if (waiting.length === BATCH) void flush()
  }

  const leaveStarts = onUpstreamStart((starting) => {
    const parent = current.getStore()
    if (!parent) return
    starting.span = newId(8)
    starting.headers.traceparent = `00-${parent.traceId}-${starting.span}-01`
  })
  const leave = onUpstream(({ server, status, seconds, span }) => {
    const parent = current.getStore()
    if (!parent || !span) return
    const end = Date.now()
    const { traceId } = parent
    const context = { traceId, spanId: span, parent: parent.spanId, start: end - seconds * 1000 }
    const values = { 'server.address': server, ...(status > 0 && { 'http.response.status_code': status }) }
    add(spanOf(CLIENT, server, { context, end, values, isError: status === 0 || status >= 400 }))
  })

  return {
    begin(request: FastifyRequest) {
      const caller = parentOf(request.headers.traceparent)
      const { traceId = newId(16), parent, isRecorded = true } = caller || {}
      const context = isRecorded ? { traceId, spanId: newId(8), parent, start: Date.now() } : undefined
      current.enterWith(context)
      if (context) contexts.set(request, context)
    },
    end({ request, reply, status }: FinishedRequest) {
      const context = contexts.get(request)
      if (!context) return
      const route = request.routeOptions.url ?? 'unknown'
      const values = {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': status,
        'stowage.request_id': request.id,
      }
      const end = context.start + reply.elapsedTime
      add(spanOf(SERVER, `${request.method} ${route}`, { context, end, values, isError: status >= 500 }))
    },
    async close() {
      clearInterval(timer)
      leave()
      leaveStarts()
      await flush()
    },
  }
}
export type Traces = ReturnType<typeof createTraces>
