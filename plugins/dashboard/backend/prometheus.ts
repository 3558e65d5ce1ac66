import * as v from 'valibot'
import { Failure } from 'stowage'
import { type Range, RATE, type Series } from './history/reading.ts'
import { type Outbound, Unreachable } from 'stowage/server'
import type { DashboardConfig } from '../config.ts'
import * as messages from '../messages.ts'

export type PrometheusOptions = {
  url: URL
  job: string
  /** Additional label matchers in PromQL: `cluster="a",site=~"b.*"`. */
  labels: string
  /** Value of the Authorization header. */
  authorization: string | undefined
  /** Reaches the address, also on a private network: the operator configured it. */
  outbound: Outbound
  /** Request timeout in ms; default 10 s. */
  deadline?: number
}

/** A Prometheus server with the storage's metrics. */
export type Prometheus = {
  /**
   * Runs a query in which `$J` is replaced by the configured labels and `$R` by the rate window. Throws `Failure` 500.
   */
  range(query: string, range: Range): Promise<Series[]>
  /** Why it has no metrics of the storage, as a sentence; `undefined` if it has. */
  problem(): Promise<{ message: string; detail?: string } | undefined>
}

/** Response limit in bytes: 11,000 points of many series are long. */
const MAX_RESPONSE = 64 * 1024 * 1024

/** Timeout of the health check, in ms. */
const HEALTH_TIMEOUT = 2000

const Metric = v.optional(v.record(v.string(), v.string()), {})
const Sample = v.tuple([v.number(), v.string()])
const QueryResponse = v.object({
  data: v.object({
    result: v.array(v.object({ metric: Metric, values: v.optional(v.array(Sample), []), value: v.optional(Sample) })),
  }),
})
const Refusal = v.object({ error: v.string() })

const reasonOf = (body: Buffer) => {
  try {
    return v.parse(Refusal, JSON.parse(body.toString())).error
  } catch {
    return body.toString('utf8', 0, 200)
  }
}

/** Origin and path of a redirect, without the query, which may contain a token. */
const redirectTarget = (location: string | undefined) => {
  if (location === undefined || !URL.canParse(location)) return 'another page'
  const { origin, pathname } = new URL(location)
  return `${origin}${pathname}`
}

/** The configured Prometheus server; `undefined` without one. */
export const configuredPrometheus = (
  { prometheusUrl: url, prometheusJob: job, prometheusLabels: labels = '', ...config }: DashboardConfig,
  outboundTo: (url: URL) => Outbound,
): Prometheus | undefined => {
  if (!url) return undefined
  const { prometheusToken: token, prometheusUser: user, prometheusPassword: password } = config
  const basic = user && `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return createPrometheus({
    url,
    job,
    labels,
    outbound: outboundTo(url),
    authorization: token ? `Bearer ${token}` : basic,
  })
}

/** Client for a Prometheus server. */
export const createPrometheus = ({
  url,
  job,
  labels,
  authorization,
  outbound,
  deadline = 10_000,
}: PrometheusOptions): Prometheus => {
  const selector = `{job=${JSON.stringify(job)}${labels && `,${labels}`}}`

  const ask = async (path: string, query: Record<string, string>, timeout: number) => {
    const address = new URL(url)
    address.pathname = `${url.pathname.replace(/\/$/, '')}/api/v1/${path}`
    const body = new URLSearchParams(query).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) }
    const request = {
      field: 'CONSOLE_PROMETHEUS_URL',
      method: 'POST',
      headers,
      body,
      deadline: timeout,
      maxBytes: MAX_RESPONSE,
    } as const
    const response = await outbound.request(address, request).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
      throw new Failure(500, messages.prometheusNotReachable(url.host), {
        detail: `Prometheus URL is unreachable: ${error.message}`,
      })
    })
    if (response.status === 401 || response.status === 403)
      throw new Failure(500, messages.prometheusDeniedAccess(url.host), {
        detail: messages.checkPrometheusCredentials,
      })
    if (response.status >= 300 && response.status < 400)
      throw new Failure(500, messages.prometheusRequiresSignIn(url.host), {
        detail: messages.prometheusRedirects(redirectTarget(response.headers.location)),
      })
    if (response.status !== 200)
      throw new Failure(500, messages.prometheusRefusedQuery(url.host), {
        detail: `${response.status}: ${reasonOf(response.body)}`,
      })
    try {
      return v.parse(QueryResponse, JSON.parse(response.body.toString())).data.result
    } catch {
      throw new Failure(500, messages.notPrometheusServer(url.host), {
        detail: `CONSOLE_PROMETHEUS_URL names ${url.origin}${url.pathname}`,
      })
    }
  }

  const filled = (query: string, step: number) =>
    query.replaceAll('$J', selector).replaceAll('$R', `[${Math.max(step, RATE)}s]`)

  return {
    range: async (query, { start, end, step }) => {
      const result = await ask(
        'query_range',
        { query: filled(query, step), start: String(start), end: String(end), step: String(step) },
        deadline,
      )
      return result.map(({ metric, values }) => ({
        labels: metric,
        // a division by zero gives `NaN` or `+Inf`, which cannot be shown
        points: values.flatMap(([time, text]): [number, number][] =>
          Number.isFinite(Number(text)) ? [[time, Number(text)]] : [],
        ),
      }))
    },
    problem: async () => {
      try {
        const result = await ask(
          'query',
          { query: filled('count(minio_node_process_starttime_seconds$J)', 0) },
          Math.min(HEALTH_TIMEOUT, deadline),
        )
        if (result.length > 0) return undefined
        return {
          message: messages.prometheusWithoutMetrics(url.host, selector),
          detail: 'Check CONSOLE_PROMETHEUS_JOB_ID and CONSOLE_PROMETHEUS_EXTRA_LABELS',
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { message: error.message, ...(error.detail && { detail: error.detail }) }
      }
    },
  }
}
