import * as v from 'valibot'
import { Failure } from '../core/failure.ts'
import type { Range, Series } from './measures/reading.ts'
import { RATE } from './measures/reading.ts'
import { createOutbound, Unreached } from './outbound/outbound.ts'

/** Where a Prometheus is and what of it is the storage's. */
export type PrometheusOptions = {
  url: URL
  job: string
  /** Further label matchers, as they stand in a query: `cluster="a",site=~"b.*"`. */
  labels: string
  /** What it is asked with, as the header says it. */
  authorization: string | undefined
  ca: string[] | undefined
  /** How long an answer may take, in ms; 10 s if not given. */
  deadline?: number
}

/** A Prometheus that has the storage's figures. */
export type Prometheus = {
  /**
   * Asks a query in which `$J` stands for the deployment's labels and `$R` for the window of a rate. Throws `Failure`
   * 500.
   */
  range(query: string, range: Range): Promise<Series[]>
  /** Why it has nothing of the storage, in a sentence; nothing where it has. */
  problem(): Promise<{ message: string; detail?: string } | undefined>
}

/** An answer of 11,000 points of many series may be long, in bytes. */
const MOST = 64 * 1024 * 1024

/** How long the question whether it works may take, in ms. */
const SOON = 2000

const Metric = v.optional(v.record(v.string(), v.string()), {})
const Figure = v.tuple([v.number(), v.string()])
const Answer = v.object({
  data: v.object({
    result: v.array(v.object({ metric: Metric, values: v.optional(v.array(Figure), []), value: v.optional(Figure) })),
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

/** Origin and path of a redirect, without the query, which may hold a token. */
const redirectTarget = (location: string | undefined) => {
  if (location === undefined || !URL.canParse(location)) return 'another page'
  const { origin, pathname } = new URL(location)
  return `${origin}${pathname}`
}

/** Asks a Prometheus, which may lie in the console's own network since the deployment has named it. */
export const createPrometheus = ({
  url,
  job,
  labels,
  authorization,
  ca,
  deadline = 10_000,
}: PrometheusOptions): Prometheus => {
  const outbound = createOutbound({ allowed: [url.hostname.replace(/^\[|\]$/g, '')], ca })
  const selector = `{job=${JSON.stringify(job)}${labels && `,${labels}`}}`

  const ask = async (path: string, query: Record<string, string>, patience: number) => {
    const address = new URL(url)
    address.pathname = `${url.pathname.replace(/\/$/, '')}/api/v1/${path}`
    const body = new URLSearchParams(query).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) }
    const request = {
      field: 'CONSOLE_PROMETHEUS_URL',
      method: 'POST',
      headers,
      body,
      deadline: patience,
      most: MOST,
    } as const
    const answer = await outbound.request(address, request).catch((error: unknown) => {
      if (!(error instanceof Unreached)) throw error
      throw new Failure(500, `The Prometheus at ${url.host} cannot be asked`, {
        detail: `Prometheus URL is unreachable: ${error.message}`,
      })
    })
    if (answer.status === 401 || answer.status === 403)
      throw new Failure(500, `The Prometheus at ${url.host} does not let the console ask`, {
        detail: 'CONSOLE_PROMETHEUS_AUTH_TOKEN, or _USERNAME and _PASSWORD, say who asks',
      })
    if (answer.status >= 300 && answer.status < 400)
      throw new Failure(500, `The Prometheus at ${url.host} requires a sign-in`, {
        detail: `It redirects to ${redirectTarget(answer.headers.location)}. CONSOLE_PROMETHEUS_AUTH_TOKEN, or _USERNAME and _PASSWORD, are sent if set`,
      })
    if (answer.status !== 200)
      throw new Failure(500, `The Prometheus at ${url.host} refused the question`, {
        detail: `${answer.status}: ${reasonOf(answer.body)}`,
      })
    try {
      return v.parse(Answer, JSON.parse(answer.body.toString())).data.result
    } catch {
      throw new Failure(500, `What answers at ${url.host} is no Prometheus`, {
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
        // a division by zero is `NaN` or `+Inf`, which is no figure to show
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
          Math.min(SOON, deadline),
        )
        if (result.length > 0) return undefined
        return {
          message: `The Prometheus at ${url.host} has no figures of a storage server under ${selector}`,
          detail: 'CONSOLE_PROMETHEUS_JOB_ID and CONSOLE_PROMETHEUS_EXTRA_LABELS say under which labels they are',
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { message: error.message, ...(error.detail && { detail: error.detail }) }
      }
    },
  }
}
