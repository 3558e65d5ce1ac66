import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import type { FinishedRequest } from './request-log.ts'

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

type Series = { labels: string; status: Map<number, number>; buckets: number[]; count: number; sum: number }

const escaped = (text: string) => text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')

const family = (name: string, type: string, help: string, lines: readonly string[]) =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines.map((line) => `${name}${line}`)].join('\n')

const histogram = ({ labels, buckets, count, sum }: Series) => [
  ...bounds.map((bound, index) => `_bucket{${labels},le="${bound}"} ${buckets[index]}`),
  `_bucket{${labels},le="+Inf"} ${count}`,
  `_sum{${labels}} ${sum}`,
  `_count{${labels}} ${count}`,
]

/** Counts requests by method and route (never by address, which has unbounded cardinality). */
const createRequests = () => {
  const all = new Map<string, Series>()
  const seriesOf = (method: string, route: string) => {
    const labels = `method="${escaped(method)}",route="${escaped(route)}"`
    const series = all.get(labels) ?? { labels, status: new Map(), buckets: bounds.map(() => 0), count: 0, sum: 0 }
    all.set(labels, series)
    return series
  }
  return {
    add(method: string, route: string, status: number, seconds: number) {
      const series = seriesOf(method, route)
      series.status.set(status, (series.status.get(status) ?? 0) + 1)
      series.count += 1
      series.sum += seconds
      for (const [index, bound] of bounds.entries())
        if (seconds <= bound) series.buckets[index] = (series.buckets[index] ?? 0) + 1
    },
    families: () => [
      family(
        'stowage_http_requests_total',
        'counter',
        'Requests answered.',
        [...all.values()].flatMap(({ labels, status }) =>
          [...status].map(([code, count]) => `{${labels},status="${code}"} ${count}`),
        ),
      ),
      family(
        'stowage_http_request_duration_seconds',
        'histogram',
        'Response time.',
        [...all.values()].flatMap(histogram),
      ),
    ],
  }
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

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown'

/**
 * Collects request metrics. `text()` returns them in Prometheus format; `stop()` ends the monitoring of the event loop.
 */
export const createMetrics = () => {
  const requests = createRequests()
  const traffic = createTraffic()
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  let inFlight = 0
  return {
    begin() {
      inFlight += 1
    },
    end({ request, reply, status }: FinishedRequest) {
      inFlight -= 1
      traffic.add(request.raw.socket)
      requests.add(request.method, routeOf(request), status, reply.elapsedTime / 1000)
    },
    stop: () => lag.disable(),
    text: () =>
      [
        ...requests.families(),
        family('stowage_http_requests_in_flight', 'gauge', 'Requests being answered.', [` ${inFlight}`]),
        family('stowage_http_received_bytes_total', 'counter', 'Bytes of requests.', [` ${traffic.total.read}`]),
        family('stowage_http_sent_bytes_total', 'counter', 'Bytes of answers.', [` ${traffic.total.written}`]),
        ...processFamilies(lag),
        '',
      ].join('\n'),
  }
}
