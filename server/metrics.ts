import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import { readGauges } from '../engines/lib/gauges.ts'
import { onUpstream } from '../engines/lib/upstream-requests.ts'
import { createCounter, createHistogram, family, gauge } from './metric-format.ts'
import type { FinishedRequest } from './request-log.ts'

/** Results of sign-ins. */
export type SignInResult = 'ok' | 'failed' | 'throttled' | 'error'

const signInResults = ['ok', 'failed', 'throttled', 'error'] as const satisfies readonly SignInResult[]

const directions = ['upload', 'download'] as const

/** A status of 499 is a client that disconnected. */
const resultOf = (status: number) => (status === 499 ? 'canceled' : status >= 400 ? 'failed' : 'ok')

/** Sources that metrics read when they are scraped. */
export type MetricSources = {
  /** Sessions with an open page or a running request, and open feeds. */
  activity(): { sessions: number; feeds: number }
  plugins(): readonly { id: string; isOn: boolean }[]
}

/** Bytes transferred over a socket since the last call; a socket may serve several requests. */
const createTraffic = () => {
  const reported = new WeakMap<Socket, { read: number; written: number }>()
  const total = { read: 0, written: 0 }
  return {
    total,
    add(socket: Socket) {
      const before = reported.get(socket) ?? { read: 0, written: 0 }
      const now = { read: socket.bytesRead ?? 0, written: socket.bytesWritten ?? 0 }
      reported.set(socket, now)
      total.read += now.read - before.read
      total.written += now.written - before.written
    },
  }
}

const processFamilies = (lag: ReturnType<typeof monitorEventLoopDelay>) => {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const quantiles = [0.5, 0.9, 0.99].map((q) => `{quantile="${q}"} ${lag.percentile(q * 100) / 1e9}`)
  return [
    family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [` ${rss}`]),
    family('nodejs_heap_size_used_bytes', 'gauge', 'Memory that JavaScript holds.', [` ${heapUsed}`]),
    family('process_cpu_seconds_total', 'counter', 'Time that processors spent.', [` ${(user + system) / 1e6}`]),
    family('process_start_time_seconds', 'gauge', 'When the process began.', [
      ` ${Math.round(Date.now() / 1000 - process.uptime())}`,
    ]),
    family('nodejs_eventloop_lag_seconds', 'summary', 'How late the event loop was.', quantiles),
  ]
}

/** Families of the gauges that plugins and the engine provide. */
const gaugeFamilies = () => {
  const values = readGauges()
  const helps = new Map(values.map(({ name, help }) => [name, help]))
  return [...helps].flatMap(([name, help]) =>
    gauge(
      `stowage_${name}`,
      help,
      values.filter((one) => one.name === name).map(({ labels = {}, value }) => [labels, value]),
    ),
  )
}

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown'

/**
 * Collects metrics. `text()` returns them in Prometheus format; `stop()` ends the monitoring of the event loop and of
 * requests to other servers. Requests are counted by route, never by address, which has unbounded cardinality.
 */
export const createMetrics = (sources: MetricSources) => {
  const requests = createCounter('stowage_http_requests_total', 'Requests completed.')
  const durations = createHistogram('stowage_http_request_duration_seconds', 'Response time.')
  const signIns = createCounter(
    'stowage_sign_ins_total',
    'Sign-ins by result.',
    signInResults.map((result) => ({ result })),
  )
  const transfers = createCounter(
    'stowage_transfers_total',
    'Uploads and downloads by result.',
    directions.flatMap((direction) => ['ok', 'failed', 'canceled'].map((result) => ({ direction, result }))),
  )
  const running = { upload: 0, download: 0 }
  const pluginErrors = createCounter('stowage_plugin_errors_total', 'Calls that failed because of a defect.')
  const upstream = createCounter(
    'stowage_upstream_requests_total',
    'Requests to other servers; code 0 means no response.',
  )
  const upstreamDurations = createHistogram(
    'stowage_upstream_request_duration_seconds',
    'Time until the response headers of other servers.',
  )
  const traffic = createTraffic()
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  let inFlight = 0
  const leave = onUpstream(({ server, status, seconds }) => {
    upstream.add({ server, code: status })
    upstreamDurations.add({ server }, seconds)
  })
  return {
    begin({ routeOptions }: FastifyRequest) {
      const { transfer } = routeOptions.config
      inFlight += 1
      if (transfer) running[transfer] += 1
    },
    end({ request, reply, status }: FinishedRequest) {
      inFlight -= 1
      traffic.add(request.raw.socket)
      const labels = { method: request.method, route: routeOf(request) }
      requests.add({ ...labels, status })
      const { transfer } = request.routeOptions.config
      if (transfer) {
        running[transfer] -= 1
        transfers.add({ direction: transfer, result: resultOf(status) })
      }
      durations.add(labels, reply.elapsedTime / 1000)
    },
    signIn: (result: SignInResult) => signIns.add({ result }),
    pluginError: (plugin: string) => pluginErrors.add({ plugin }),
    stop() {
      lag.disable()
      leave()
    },
    text: () => {
      const { sessions, feeds } = sources.activity()
      return [
        requests.family(),
        durations.family(),
        gauge('stowage_http_requests_in_flight', 'Requests in progress.', [[{}, inFlight]]),
        family('stowage_http_received_bytes_total', 'counter', 'Bytes of requests.', [` ${traffic.total.read}`]),
        family('stowage_http_sent_bytes_total', 'counter', 'Bytes of responses.', [` ${traffic.total.written}`]),
        signIns.family(),
        gauge('stowage_active_sessions', 'Sessions with an open page or a running request.', [[{}, sessions]]),
        gauge('stowage_live_feeds', 'Open live feeds.', [[{}, feeds]]),
        gauge(
          'stowage_transfers_in_progress',
          'Uploads, with parts, and downloads that run.',
          directions.map((direction) => [{ direction }, running[direction]]),
        ),
        transfers.family(),
        ...gaugeFamilies(),
        upstream.family(),
        upstreamDurations.family(),
        gauge(
          'stowage_plugin_up',
          'Whether a plugin runs.',
          sources.plugins().map(({ id, isOn }) => [{ plugin: id }, isOn ? 1 : 0]),
        ),
        pluginErrors.family(),
        ...processFamilies(lag),
        '',
      ].join('\n')
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
